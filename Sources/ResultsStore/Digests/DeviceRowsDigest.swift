import Digests

/// The digest of rows of devices: the sum of the digests of each device's rows in each table, as they are exported.
///
/// Blocks of devices add up to the fleet. So nobody reads the rows of a run again when its last block arrives.
struct DeviceRowsDigest: RowTaking {
  /// Place of the device among the columns of every table of devices.
  static let deviceColumn = 1

  private var sum = DigestSum()
  private var name = ""
  private var device = CellValue.missing
  private var hash = SHA256()
  private var text = CSVBuffer()
  private var hasRows = false

  mutating func table(_ name: String, columns: [String]) {
    finishDevice()
    self.name = name
  }

  mutating func row(_ values: [CellValue]) {
    let device = values.count > Self.deviceColumn ? values[Self.deviceColumn] : .missing
    if !hasRows || device != self.device {
      finishDevice()
      self.device = device
      hasRows = true
      text.line([.text("table"), .text(name)])
    }
    text.line(values)
    if text.bytes.count >= 1 << 16 { text.drain(into: &hash) }
  }

  /// The sum over all devices and tables.
  mutating func finish() -> DigestSum {
    finishDevice()
    return sum
  }

  private mutating func finishDevice() {
    guard hasRows else { return }
    text.drain(into: &hash)
    sum.add(hash)
    hash = SHA256()
    hasRows = false
  }
}
