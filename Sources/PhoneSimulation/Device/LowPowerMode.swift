/// Low Power Mode and who switched it on.
enum LowPowerMode: UInt8 { case off, prompted, manual }
