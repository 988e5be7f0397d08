import EventSimulation

extension PhonePower {
  /// A second phone in the same state. Copies are made by name only: a phone is large, and one that was copied
  /// in passing would cost more than what it was asked.
  public borrowing func copy() -> PhonePower { PhonePower(copying: self) }
}
