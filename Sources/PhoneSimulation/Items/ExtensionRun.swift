import DeviceModel
import EventSimulation

/// The run of a notification service extension, with what it uses: MODE-6.
struct ExtensionRun {
  let push: PushID
  /// Whether it needs longer than its limit, so that the original is shown.
  let isLate: Bool
  let holder: HolderID
  /// Its claim on the processor and the event that ends it.
  var processor: (claim: ClaimID, timer: EventHandle)?
  let end: EventHandle
}
