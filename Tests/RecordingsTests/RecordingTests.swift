import Recordings
import Testing

struct RecordingTests {
  @Test func `A recording starts empty`() {
    #expect(Recording().events.isEmpty)
  }
}
