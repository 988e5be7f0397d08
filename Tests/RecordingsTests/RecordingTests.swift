import Recordings
import TestSupport
import Testing

struct RecordingTests {
  @Test func `A recording starts empty`() {
    holds(Recording().events.isEmpty)
  }
}
