extension Phone {
  var isUnderMemoryPressure: Bool { false }
}
