import ModelParameters
import Workload

/// The phone as the rows of a history so far have it. A row tells changes only.
struct BatteryHistoryState {
  var level: Int?
  var isScreenOn = false
  var plug = "none"
  var front: String?
  var path: NetworkPath?
  var isWifiOn = false
  var isAssociated = false
  /// Whether the phone tells associations; old ones tell only that Wi-Fi is on.
  var tellsAssociation = false
  var hasCellularData = false
  var signal: SignalLevel?
  var lowPower = false
  var power = Recording.PowerSample(time: 0)
  /// By kind, user and name, the index of the activity that goes on; nil for one that went on before the history began.
  var running: [String: Int?] = [:]
  var idleStep: Int?
  /// By name, the text that was given last: an item without one repeats it.
  var texts: [String: (uid: String, value: String)] = [:]

  // These outlive a start of the phone.
  /// The package of each user, empty where there are several.
  var packages: [String: String] = [:]
  var counts = (jobs: 0, repeated: 0, unbegun: 0, pushes: 0, otherAllowances: 0, charges: 0)
}

extension BatteryHistory {
  mutating func addState(
    _ level: Int, _ items: [BatteryHistoryRow.Item], _ lines: TextLines
  ) throws(RecordingError) {
    if state.level != level {
      state.level = level
      append(.batteryLevel, "\(level)")
    }
    var hasPower = false
    for item in items {
      switch item.name {
      case "screen": setScreen(item.sign == .on)
      case "plug": setPlug(item.value ?? "")
      case "power_save", "low_power":
        let isOn = item.sign == .on
        if isOn != state.lowPower { append(.setting, isOn ? "1" : "0") }
        state.lowPower = isOn
      case "wifi": state.isWifiOn = item.sign == .on
      case "wifi_suppl": setAssociation(item.value ?? "")
      case "data_conn": state.hasCellularData = !["none", "oos", "emngcy"].contains(item.value ?? "")
      case "phone_signal_strength": setSignal(item.value ?? "")
      case "device_idle": setIdleStep(item.value ?? "")
      case "charge":
        state.counts.charges += 1
        state.power.charge = try number(item, lines).flatMap { $0 > 0 ? $0 : nil }
        hasPower = true
      case "volt":
        state.power.voltage = try number(item, lines).flatMap { $0 > 0 ? $0 : nil }
        hasPower = true
      case "temp":
        state.power.temperature = try number(item, lines).map { $0 / 10 }
        hasPower = true
      case "top", "job", "sync", "tmpwhitelist": setActivity(item)
      case "pkgactive", "pkginactive": setPackage(item.value ?? "", of: item.uid)
      default: break
      }
    }
    setNetwork()
    if hasPower { addPower() }
  }

  private mutating func append(_ type: TimelineEventType, _ value: String = "", app: String = "") {
    recording.events.append(.init(time: time, offset: 0, type: type, app: app, value: value))
  }

  private func number(_ item: BatteryHistoryRow.Item, _ lines: TextLines) throws(RecordingError) -> Double? {
    guard let number = item.value.flatMap({ Int32($0) }) else {
      throw lines.error(found: "`\(item.name)=` without a whole number", expected: "a number such as 3726")
    }
    return Double(number)
  }

  private mutating func setScreen(_ isOn: Bool) {
    if isOn != state.isScreenOn { append(isOn ? .screenOn : .screenOff) }
    state.isScreenOn = isOn
  }

  private mutating func setPlug(_ plug: String) {
    if plug == "none", state.plug != "none" { append(.unplug) }
    if plug != "none", state.plug == "none" {
      let charger: ChargerKind = plug == "usb" ? .usb : plug == "wireless" ? .qi : .ac
      append(.plug, app: charger.name)
    }
    state.plug = plug
  }

  private mutating func setAssociation(_ step: String) {
    state.tellsAssociation = true
    switch step {
    case "completed": state.isAssociated = true
    // Steps of a handshake, which a phone also takes from one access point to the next.
    case "associated", "4-way", "group": break
    default: state.isAssociated = false
    }
  }

  private mutating func setNetwork() {
    let isWifi = state.isWifiOn && (state.isAssociated || !state.tellsAssociation)
    let path: NetworkPath = isWifi ? .wifi : state.hasCellularData ? .cellular : .none
    if path != state.path { append(.network, path.name) }
    state.path = path
  }

  private mutating func setSignal(_ strength: String) {
    let signal: SignalLevel =
      switch strength {
      case "great", "good": .good
      case "moderate": .fair
      default: .poor
      }
    if signal != state.signal { append(.signal, signal.name) }
    state.signal = signal
  }

  private mutating func setIdleStep(_ step: String) {
    stop(state.idleStep)
    state.idleStep = step == "off" ? nil : start(.idleMode, name: step)
  }

  private mutating func addPower() {
    state.power.time = time
    state.power.level = state.level.map { Double($0) }
    if state.power != recording.power.last { recording.power.append(state.power) }
  }

  private mutating func setActivity(_ item: BatteryHistoryRow.Item) {
    var (uid, text) = (item.uid, item.value ?? "")
    if item.value == nil, let last = state.texts[item.name] { (uid, text) = last }
    state.texts[item.name] = (uid, text)
    if item.name == "top" { return setFront(text, uid, item.sign) }

    let key = "\(item.name) \(uid) \(text)"
    guard item.sign != .off else {
      guard let index = state.running.removeValue(forKey: key) else {
        if item.name != "tmpwhitelist" { state.counts.unbegun += 1 }
        return
      }
      if let index, recording.activities[index].kind != .push { stop(index) }
      return
    }
    guard state.running[key] == nil else {
      state.counts.repeated += 1
      return
    }
    // An item without a sign went on when the history began.
    guard item.sign == .on else { return state.running[key] = .some(nil) }
    switch item.name {
    case "job":
      state.counts.jobs += 1
      let name = Self.nameWithoutAccount(text)
      let app = String(name.prefix { $0 != "/" })
      // The service that runs syncs is of the system.
      if !text.hasPrefix("@SyncManager@") { setPackage(app, of: uid) }
      state.running[key] = start(.job, app: app, name: name)
    case "sync":
      state.running[key] = start(.sync, app: uid, name: Self.nameWithoutAccount(text))
    default:
      // In front of the reason there can be the number of its object.
      let reason = text.split(separator: " ").last.map { String($0) } ?? ""
      guard reason.hasPrefix("push") || reason.contains("c2dm") else {
        state.counts.otherAllowances += 1
        return state.running[key] = .some(nil)
      }
      state.counts.pushes += 1
      let index = start(.push, app: uid, name: reason)
      recording.activities[index].outcome = .delivered
      state.running[key] = index
    }
  }

  private mutating func setFront(_ app: String, _ uid: String, _ sign: BatteryHistoryRow.Item.Sign) {
    setPackage(app, of: uid)
    if sign == .off {
      guard state.front == app else { return }
      append(.appBackground, app: app)
      state.front = nil
    } else if state.front != app {
      if let front = state.front { append(.appBackground, app: front) }
      // A trace can name no app that has no name.
      state.front = app.isEmpty ? nil : app
      if let front = state.front { append(.appForeground, app: front) }
    }
  }

  /// `AUTHORITY/ACCOUNT TYPE` of a sync, whose account stands behind them; `PACKAGE/CLASS` of a job, without the group in
  /// front of it.
  private static func nameWithoutAccount(_ text: String) -> String {
    var name = text[...]
    if name.hasPrefix("*sync*/") { name = name.dropFirst(7) }
    if name.hasPrefix("@"), let end = name.dropFirst().firstIndex(of: "@") {
      name = name[name.index(after: end)...]
    }
    return name.split(separator: "/").prefix(2).joined(separator: "/")
  }

  private mutating func setPackage(_ package: String, of uid: String) {
    if let known = state.packages[uid], known != package {
      state.packages[uid] = ""
    } else {
      state.packages[uid] = package
    }
  }

  private mutating func start(_ kind: Recording.Activity.Kind, app: String = "", name: String) -> Int {
    var activity = Recording.Activity(kind)
    activity.app = app
    activity.name = name
    activity.started = time
    recording.activities.append(activity)
    return recording.activities.count - 1
  }

  private mutating func stop(_ index: Int?) {
    guard let index, let started = recording.activities[index].started else { return }
    recording.activities[index].duration = max(0, time - started) / 1000
  }

  mutating func stopAll() {
    setScreen(false)
    if let front = state.front { append(.appBackground, app: front) }
    for case let index? in state.running.values where recording.activities[index].kind != .push {
      stop(index)
      recording.activities[index].outcome = .stopped
      recording.activities[index].reason = "reboot"
    }
    stop(state.idleStep)
    let last = state
    state = BatteryHistoryState()
    (state.level, state.plug, state.lowPower) = (last.level, last.plug, last.lowPower)
    (state.tellsAssociation, state.packages) = (last.tellsAssociation, last.packages)
    state.counts = last.counts
  }

  mutating func markRunning() {
    let open = state.running.values.compactMap(\.self) + [state.idleStep].compactMap(\.self)
    for index in open where recording.activities[index].kind != .push {
      recording.activities[index].outcome = .running
    }
  }

  /// Syncs and pushes name the user that they run for; its package is known at the end.
  mutating func nameApp(of index: Int) {
    let activity = recording.activities[index]
    guard activity.kind == .sync || activity.kind == .push else { return }
    recording.activities[index].app = state.packages[activity.app] ?? ""
  }

  mutating func addMissing() {
    func add(_ sentence: String) { recording.missing.append(sentence) }
    let counts = state.counts
    add("batterystats does not record lock state, job windows, or why jobs ended.")
    if counts.jobs == 0 { add("The history contains no jobs.") }
    if counts.charges == 0 {
      add("The history has no charge counter, so energy use is known only from the battery level.")
    }
    if !state.tellsAssociation {
      add("The history has no Wi-Fi association, so Wi-Fi counts as connected while it is on.")
    }
    if counts.pushes == 0 {
      add("The history has no pushes: no temporary allowance has a push as its reason.")
    }
    if counts.otherAllowances > 0 {
      add("\(counts.otherAllowances) temporary allowances for alarms, broadcasts, and services are ignored.")
    }
    if counts.repeated > 0 {
      add("\(counts.repeated) repeated starts of running jobs and syncs are ignored.")
    }
    if counts.unbegun > 0 { add("\(counts.unbegun) ends of jobs and syncs without a start are ignored.") }
    if let line = overflowLines.first {
      add("Line \(line): the device log was full; later events are recorded only partly.")
    }
  }
}
