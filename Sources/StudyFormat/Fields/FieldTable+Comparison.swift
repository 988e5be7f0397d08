import Workload

/// The keys of comparisons and expectations.
extension FieldTable {
  static let compare = FieldTable(
    "compare",
    [
      field(
        "baseline", .text, "label of the policy that others are compared with",
        default: .words("the first policy")),
      field(
        "metrics", .list(of: "compareMetric"), "metrics with a verdict",
        default: .words("the default metrics")),
      field("confidence", .number, "confidence of intervals", in: 0.5...0.9999, default: "0.95"),
      field(
        "family", .choice(["designPoint", "study"]),
        "whose intervals are simultaneous: those of each design point, or of all together",
        default: "designPoint"),
      field(
        "front", .list(of: "text"), "the two metrics of the front", atMost: 2,
        default: .words("discretionary battery energy and staleness at reachable opens")),
    ])
  static let compareMetric = FieldTable(
    "compareMetric",
    [
      field("name", .text, "metric", required: true),
      field(
        "margin", .margin,
        "smallest difference that matters: a number in the metric's unit, or a share of the baseline such as `10 %`",
        in: 0...1e15, default: .words("the usual one of the metric, see `slumber metrics`")),
    ])
  static let expectation = FieldTable(
    "expectation",
    [
      field("that", .text, "what is expected, in words", default: .words("none")),
      field("metric", .text, "a metric of the catalogue"),
      field("event", .text, "count of an event of the vocabulary"),
      field("observe", .text, "a quantity read from the event log"),
      field("reason", .text, "reason of the event, or what blocks for `blockedHours`"),
      field("arm", .text, "arm; `base` if the study has none"),
      field("policy", .text, "label of the policy; the first if left out"),
      field("app", .text, "bundle id; all if left out"),
      field("mechanism", .choice(Mechanism.allCases.map(\.name)), "mechanism; all if left out"),
      field("equals", .open, "a number, or {policy, arm}"),
      field("lessThan", .open, "a number, or {policy, arm}"),
      field("atMost", .open, "a number, or {policy, arm}"),
      field("atLeast", .open, "a number, or {policy, arm}"),
      field("greaterThan", .open, "a number, or {policy, arm}"),
      field("between", .list(of: "number"), "lower and upper bound"),
      field("equivalentTo", .open, "a number, or {policy, arm}, within `margin`"),
      field(
        "increasesWith", .text,
        "a factor: higher at each of its levels than at the one before; numbers ascend"
      ),
      field("decreasesWith", .text, "a factor: lower at each of its levels than at the one before"),
      field(
        "at", .oneOrMore(of: "time"),
        "times of the event, on every device: each is met by one event, and no other event is near it"),
      field(
        "within", .quantity("us"), "how far from its time an event of `at` may be; 0 if left out",
        in: 0...86_400_000_000, default: "0 us"),
      field("margin", .number, "margin of equivalentTo", in: 0...1e15),
      field("factor", .number, "multiplies the other side", in: 0...1e15, default: "1"),
    ])
}
