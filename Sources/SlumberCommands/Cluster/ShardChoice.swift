import Basics
import Studies

/// The number of shards that a study is cut into.
struct ShardChoice {
  let count: Int
  /// The shards that have something left to do, ascending.
  let shards: [Int]
  /// Processor seconds that one of them takes on average; nil if they are not known.
  let processorSeconds: Double?
  /// Seconds that it takes with its processors.
  let seconds: Double?
  /// A reason why there are other shards than were asked for.
  let note: String?

  /// Shortest time of a shard that is chosen here: the start of a task takes seconds.
  static let shortest = 30.0
  static let usual = JobTime(seconds: 1800)

  static let options: [OptionSpecification] = [
    .value("--shards", "N", "cut the study into N shards"),
    .value("--per-shard", "T", "as many shards as make one take this time, 30min by default"),
  ]

  /// - Parameter processors: Processors of a shard.
  init(_ estimate: StudyEstimate, _ arguments: ParsedArguments, processors: Int = 1) throws {
    let explicit = try arguments.integer("--shards", atLeast: 1)
    if let explicit {
      guard explicit <= Shard.largestCount else {
        throw UsageError("`--shards` was given `\(explicit)`, expected at most \(Shard.largestCount)")
      }
      guard !arguments.has("--per-shard") else {
        throw UsageError("`--shards` and `--per-shard` exclude each other")
      }
      (count, note) = (explicit, nil)
    } else {
      let time = try arguments.value("--per-shard").map { try JobTime($0, option: "--per-shard") }
      guard let total = estimate.processorSeconds else {
        throw CommandFailure(
          "the time of a shard cannot be estimated (\(estimate.basis)); --shards N names their number")
      }
      let asked = Double((time ?? Self.usual).seconds)
      let wanted = Self.shards(total, each: asked, processors)
      let most = Self.shards(total, each: max(asked, Self.shortest), processors)
      count = max(1, min(most, estimate.blocks, Shard.largestCount))
      if count >= wanted {
        note = nil
      } else if estimate.blocks < most {
        note = "\(count) shards instead of \(wanted): the study has no more blocks"
      } else {
        note =
          "\(count) shards instead of \(wanted): the study is so small that a shard would take less than 30 s"
      }
    }
    let count = count
    shards = Set(estimate.missingBlocks.map { 1 + $0 % count }).sorted()
    let occupied = Double(max(1, shards.count))
    processorSeconds = estimate.processorSeconds.map { $0 / occupied }
    seconds = processorSeconds.map { $0 / Double(processors) }
  }

  private static func shards(_ total: Double, each seconds: Double, _ processors: Int) -> Int {
    Int(min(1e9, max(1, (total / seconds / Double(processors)).rounded(.up))))
  }

  var text: String {
    let time = seconds.map { ", about \(TimeSpanText.text($0)) each" } ?? ""
    return "\(CountText.text(count, "shard")), \(shards.count) with work left\(time)"
  }

  var members: [JSONValue.Member] {
    [
      .init("shards", .count(count)), .init("shardsWithWork", .count(shards.count)),
      .init("processorSecondsPerShard", .optional(processorSeconds)),
      .init("secondsPerShard", .optional(seconds)),
      .init("note", .optional(note)),
    ]
  }
}
