import Workload

/// An app's specification behind a reference: the phone asks for single properties of it at almost every event,
/// and a copy of the whole would cost more than the event.
@dynamicMemberLookup
final class AppHandle: Sendable {
  let value: AppSpecification
  /// Identifiers that its Info.plist permits: by default those of its tasks, and its own wildcard.
  let permittedIdentifiers: [String]

  init(_ value: AppSpecification) {
    self.value = value
    permittedIdentifiers =
      value.declarations.permittedIdentifiers ?? value.tasks.map(\.identifier) + [value.bundleID + ".*"]
  }

  @inline(__always)
  subscript<Property>(dynamicMember path: KeyPath<AppSpecification, Property>) -> Property {
    value[keyPath: path]
  }
}
