/// The calls between the files that make up `Phone`.
///
/// A call is found by its name and the labels of its arguments. Calls of and by `Phone+Dispatch` are left out: it is
/// the one place through which a use case may trigger a step above itself.
struct CallGraph {
  /// For each file the files that it calls, with one of these calls as an example.
  private(set) var calls: [String: [String: String]] = [:]

  static let dispatch = "Phone/Phone+Dispatch.swift"

  init(_ files: [SourceFile]) {
    let members = files.flatMap { PhoneMember.members(of: $0) }
    let byName = Dictionary(grouping: members, by: \.name)
    for member in members where member.file != Self.dispatch {
      for use in member.uses {
        for callee in byName[use.name] ?? [] where callee.fits(use, in: member.file) {
          guard callee.file != member.file, callee.file != Self.dispatch else { continue }
          calls[member.file, default: [:]][callee.file] = "\(member.name) calls \(callee.name)"
        }
      }
    }
  }

  /// The calls of one circle, from each of its files to the next; none where there is no circle.
  var circle: [String] {
    var isDone: Set<String> = []
    var path: [String] = []
    func visit(_ file: String) -> [String]? {
      if let start = path.firstIndex(of: file) { return Array(path[start...]) }
      guard !isDone.contains(file) else { return nil }
      path.append(file)
      for next in (calls[file] ?? [:]).keys.sorted() {
        if let circle = visit(next) { return circle }
      }
      path.removeLast()
      isDone.insert(file)
      return nil
    }
    for file in calls.keys.sorted() {
      guard let files = visit(file) else { continue }
      return zip(files, files.dropFirst() + [files[0]]).map { from, to in
        "\(from) to \(to): \(calls[from]?[to] ?? "")"
      }
    }
    return []
  }
}
