import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import RandomStreams
import Studies
import StudyTestSupport
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("A study with every key")
struct EveryKeyTests {
  static let folder = PackageRoot.path + "/Tests/StudiesTests/Format/Fixtures"
  let file: StudyFile
  var study: Study { file.study }

  init() throws { file = try StudyFile(path: "\(Self.folder)/every-key.yaml") }

  @Test("No key of the tables is missing from the fixture")
  func isComplete() throws {
    var seen: Set<String> = []
    for name in ["every-key", "every-key-base", "every-key-mix", "every-key-code"] {
      let path = "\(Self.folder)/\(name).yaml"
      collect(try YAMLReader.read(StudyFiles.bytes(of: path), file: path), "study", &seen)
    }
    let all = FieldTable.all.flatMap { table in table.fields.map { "\(table.name).\($0.key)" } }
    #expect(all.filter { !seen.contains($0) } == [])
  }

  /// Table and key of every entry below a mapping.
  private func collect(_ node: YAMLNode, _ name: String, _ seen: inout Set<String>) {
    if let elements = node.elements {
      for element in elements { collect(element, name, &seen) }
      return
    }
    guard let table = FieldTable.all.first(where: { $0.name == name }) else { return }
    for entry in node.entries ?? [] {
      guard let field = table.fields.first(where: { $0.key == entry.key }) else { continue }
      seen.insert("\(name).\(entry.key)")
      switch field.kind {
      case .list(let below), .map(let below), .textOrMap(let below), .listOfTextOrMap(let below):
        collect(entry.value, FieldTable.below(field)?.name ?? below, &seen)
      default: break
      }
    }
  }

  @Test("The head: the file itself wins over what it extends")
  func head() throws {
    #expect(study.name == "every-key")
    #expect(study.question == "Is every key read?")
    #expect(study.seed == .max)
    holds(
      study.horizon == .days(4) && study.horizonDays == 4 && study.warmUpDays == 1 && study.replications == 3)
    #expect(study.records == [.attempts, .energy, .timeseries, .regret])
    #expect(study.comparison.baseline == "hourly")
    #expect(
      study.comparison.metrics.map(\.name) == [
        "energy_j_per_day", "fresh_open_share", "staleness_at_open_s", "background_energy_j_per_day",
        "fresh_reachable_open_share",
      ])
    #expect(
      study.comparison.metrics.map(\.margin) == [
        .absolute(100), nil, .relative(0.1), .battery(0.001), .factor(1.1),
      ])
    holds(study.comparison.isOneFamily)
    #expect(study.comparison.front == ["wake_ups_per_day", "fresh_open_share"])
    #expect(try ComparisonSection(effectiveStudy: file.effectiveText) == study.comparison)
    #expect(study.comparison.confidence == 0.9)
  }

  @Test("The population and its trace")
  func population() throws {
    let desk = study.population.archetypes[0]
    let road = study.population.archetypes[1]
    #expect(study.population.devices == 5)
    holds(desk.name == "desk" && desk.share == 0.6 && desk.userModel == .scripted(ScriptedUser()))
    #expect(
      desk.charging
        == .scripted([
          DailyCharge(DailyInterval(.hours(23), .hours(7), on: [0, 4]), charger: .qi, screenOn: true)
        ]))
    #expect(desk.network == .scripted(wifi: [DailyInterval(.hours(18), .minutes(510), on: [5, 6])]))
    holds(desk.noNetwork == [DailyInterval(.hours(23), .hours(7))] && road.noNetwork.isEmpty)
    holds(desk.deviceProfile == "iphone-15-pro" && desk.stateOfHealth == 0.85)
    #expect(road.deviceProfile == "pixel-7")
    #expect(
      desk.start
        == StartState(
          charge: 0.4, isLocked: false, frontApp: "org.example.mail", isPlugged: true, path: .cellular,
          newApps: ["org.example.mail"]))
    #expect(road.start == StartState(charge: 0.6))
    holds(road.charging == .irregular && road.network == .commuting && road.userModel == .synthetic)
    holds(desk.cellularNetworks == NetworkShares(.lte2012) && road.cellularNetworks == nil)
    #expect(study.population.cellularNetworks?.shares == [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.72])
    let settings = try #require(study.population.settings)
    holds(settings.barOff == 0.01 && settings.barWifiOnly == 0.02)
    holds(settings.perAppOff == 0.03 && settings.manualLowPowerMode == 0.04)
    #expect(study.trace?.devices.map(\.id) == ["phone-1"])
    #expect(study.deviceCount == 1)
  }

  @Test("A mix comes with the program, and its apps are part of what a study is")
  func builtInMix() throws {
    let text = StudyText.minimal.replacing("  devices: 3\n", with: "  devices: 3\n  mix: everyday-apps\n")
      .replacing("org.example.mail", with: "org.example.own")
    let file = try StudyFolder().study(text)
    #expect(file.study.apps.count == 16)
    #expect(file.study.apps.first?.bundleID == "org.example.messenger")
    holds(
      file.effectiveText.contains("org.example.messenger") && !file.effectiveText.contains("everyday-apps"))
  }

  @Test("The apps: those of the mix first")
  func apps() {
    #expect(
      study.apps.map(\.bundleID) == [
        "org.example.mixed", "org.example.mail", "org.example.news", "org.example.bell", "org.example.chat",
      ])
    #expect(study.apps[0].usage == .popularity(installShare: 0.6, weight: 0.5, spread: 0.25))
    let mail = study.apps[1]
    #expect(mail.declarations.permittedIdentifiers == ["mail.refresh", "mail.index"])
    holds(mail.declarations.modes == .all && mail.declarations.hasGPUEntitlement)
    holds(!study.apps[2].declarations.hasGPUEntitlement)
    #expect(
      mail.usage
        == .scripted(
          ScriptedUse(
            opensPerDay: 3, times: [.hours(8), .hours(20) + .minutes(15) + .seconds(30)],
            spread: .minutes(10),
            everyDays: 2, stay: .seconds(90))))
    holds(mail.content.process == .poisson && mail.content.changesPerDay == 8)
    holds(mail.content.freshWithin == .minutes(5) && !mail.content.fetchOnOpen)
    holds(mail.isHeavy)
    #expect(study.apps[2].pushes?.trigger == .poisson(perDay: 6))
    #expect(study.apps[2].quality == .typo)
    #expect(study.apps[3].pushes?.trigger == .schedule([.day(1, .hours(12)), .day(1, .minutes(750))]))
    #expect(study.apps[3].pushes?.expiration == .hours(24))
    #expect(
      study.apps[3].pushes?.individual == [
        ScheduledPush(
          time: .day(1, .minutes(735) + .microseconds(1)), expiration: .minutes(2), priority: 1)
      ])
  }

  @Test("Tasks, pushes and work; bytes and seconds are base units")
  func tasks() throws {
    let mail = study.apps[1]
    let (refresh, index) = (mail.tasks[0], mail.tasks[1])
    holds(
      refresh.identifier == "mail.refresh" && refresh.mechanism == .refresh
        && refresh.floor == .after(.minutes(15)))
    holds(!refresh.fetches && !refresh.submitsAtFirstLaunch)
    holds(refresh.failOn == [1, 3] && index.failOn == nil && mail.pushes?.failOn == [2])
    holds(refresh.work.cpu.mean == 1.5 && refresh.work.wait.mean == 2)
    holds(refresh.work.up.mean == 10_000 && refresh.work.down.mean == 150_000)
    holds(
      index.mechanism == .processing && index.floor == .at(.hours(3)) && index.submitsAtFirstLaunch
        && !index.fetches)
    holds(index.requiresExternalPower && index.requiresNetworkConnectivity)
    #expect(index.work.cpu.canonicalText == "lognormal(median: 60, sigma: 0.5)")
    #expect(refresh.alsoSubmits.map(\.task) == ["mail.index", "mail.study"])
    holds(refresh.alsoSubmits.map(\.moment) == [.onSuccess, .atStart] && index.alsoSubmits.isEmpty)
    let (change, day) = (try #require(index.work.growth[.perChange]), index.work.growth[.perDay])
    holds(change.cpu.canonicalText == "exponential(mean: 0.2)" && change.wait.mean == 0.3)
    holds(change.up.mean == 1000 && change.down.mean == 2000)
    holds(day?.cpu.mean == 5 && day?.wait.mean == 0 && refresh.work.growth.isEmpty)
    #expect(index.continued == ContinuedRequest())
    let export = mail.tasks[2]
    holds(export.mechanism == .continued && mail.tasks[3].mechanism == .health)
    var request = ContinuedRequest(strategy: .fail, usesGPU: true, startsAfterOpen: .seconds(20))
    request.progressSession = "mail.outbox"
    #expect(export.continued == request)
    #expect(export.work.cpu.canonicalText == mail.tasks[3].work.cpu.canonicalText)
    let pushes = try #require(mail.pushes)
    holds(pushes.trigger == .contentChange && pushes.expiration == .hours(2) && pushes.priority == 4)
    holds(pushes.work.cpu.mean == 1 && !pushes.fetches)
  }

  @Test("Background sessions; what is left out is a single plain file")
  func transfers() throws {
    let transfers = study.apps[1].transfers
    try #require(transfers.count == 3)
    let attachments = transfers[0]
    holds(attachments.session == "mail.attachments" && attachments.files == 20)
    holds(attachments.up.mean == 1000 && attachments.down.mean == 100_000_000)
    holds(attachments.isDiscretionary && !attachments.sendsLaunchEvents && attachments.isChained)
    holds(
      attachments.floor == .after(.minutes(30)) && attachments.fetches && attachments.work.cpu.mean == 3)
    holds(attachments.trigger == .success(of: "mail.index") && attachments.demand == .share(0.2))
    let outbox = transfers[1]
    holds(outbox.files == 1 && outbox.up.mean == 2_000_000 && outbox.down.mean == 0)
    holds(!outbox.isDiscretionary && outbox.sendsLaunchEvents && !outbox.isChained && !outbox.fetches)
    holds(outbox.floor == nil && outbox.trigger == .exit && outbox.demand == .always)
    holds(transfers[2].trigger == .open && transfers[2].demand == .perDay(3))
  }

  @Test("Modes, visible pushes and VoIP pushes")
  func modes() throws {
    let (mail, bell) = (study.apps[1], study.apps[3])
    let pushes = try #require(mail.pushes)
    holds(!pushes.isContentAvailable && pushes.isUserVisible && !pushes.isOfTypeBackground)
    let visible = try #require(mail.visiblePushes)
    holds(visible.trigger == .poisson(perDay: 5) && visible.expiration == .hour)
    let service = try #require(visible.serviceExtension)
    holds(
      service.duration.mean == 20 && service.cpu.mean == 1 && service.memoryBytes == 16_000_000)
    holds(mail.voipPushes?.trigger == .poisson(perDay: 2) && mail.voipPushes?.expiration == .seconds(30))
    #expect(bell.visiblePushes?.trigger == .schedule([.day(1, .hours(13))]))
    holds(bell.visiblePushes?.expiration == .hours(24) && bell.visiblePushes?.serviceExtension == nil)
    holds(bell.visiblePushes?.launches == nil && visible.launches == nil)
    // PUSH-1: the same as `pushes` that are visible and of type `alert`.
    let launches = try #require(study.apps[4].pushes)
    holds(launches.isWakingAlert && launches.trigger == .poisson(perDay: 4) && launches.priority == 10)
    holds(launches.expiration == .hours(3) && launches.work.cpu.mean == 2 && !launches.fetches)
    #expect(study.apps[4].visiblePushes?.trigger == .schedule([]))
    #expect(bell.voipPushes?.trigger == .schedule([.day(1, .hours(14))]))
    #expect(bell.voipPushes?.expiration == .zero)
    holds(mail.modes.audio?.times == [.minutes(450)] && mail.modes.audio?.duration.mean == 1800)
    holds(mail.modes.location?.perDay == 0.5 && mail.modes.location?.duration.mean == 3600)
    holds(mail.modes.significantChanges && !bell.modes.significantChanges)
    #expect(mail.modes.significantChangeAssertion == .seconds(20))
    let regions = try #require(mail.modes.regions)
    holds(regions.count == 3 && regions.visitsPerDay == 4 && regions.stay.mean == 7200)
    let work = try #require(mail.modes.work)
    holds(work.cpu.mean == 1 && work.wait.mean == 2 && work.up.mean == 3000 && work.down.mean == 4000)
  }

  @Test("A quality profile with changes")
  func quality() {
    let quality = study.apps[1].quality
    holds(
      !quality.setsExpirationHandler && quality.expiryReaction == nil && quality.completesOn == .success)
    holds(quality.checkpointInterval == nil && quality.resubmits == .atEnd && quality.registration == .late)
    holds(quality.spelling == .wrong && quality.failureProbability == 0.25)
    holds(!quality.movesFiles && !quality.callsWakeCompletion)
    holds(quality.completionStyle == .implicit && quality.completesEarly && quality.doesNoWork)
    holds(quality.rearmsAtExit && !quality.handlesSubmitError && quality.holdsLock && !quality.reportsCall)
    holds(quality.checksLowPowerMode && quality.checksRefreshStatus)
    holds(quality.endsAssertion == .atExpiryOnly && quality.progressInterval == nil)
    holds(quality.enterBackgroundTime == .seconds(6) && quality.launchTime == .seconds(21))
    let bell = study.apps[3].quality
    holds(bell.name == "errorPathBug" && bell.completesOn == .success)
    #expect(bell.progressInterval == .seconds(4))
  }

  @Test("Work left at an exit, the share of a core, and who submits")
  func exitWork() throws {
    let mail = study.apps[1]
    try #require(mail.exitWork.count == 2)
    let (upload, save) = (mail.exitWork[0], mail.exitWork[1])
    holds(upload.name == "upload" && upload.length.mean == 20 && !upload.usesAssertion)
    holds(upload.origin == .extension && upload.cpuShare == 0.5)
    holds(save.name == "save" && save.length.mean == 3 && save.usesAssertion)
    holds(save.origin == .app && save.cpuShare == 0.2)
    holds(mail.tasks[0].origin == .extension && mail.tasks[1].origin == .app)
    holds(mail.tasks[0].work.cpuShare == nil && mail.tasks[1].work.cpuShare?.mean == 0.4)
  }

  @Test("Policies with parameters and gates of their own")
  func policies() {
    #expect(study.policies.map(\.label) == ["seven-factor", "hourly", "outside"])
    #expect(study.policies[1].name == "fixed-interval")
    #expect(study.policies[1].enforces.reasons.map(\.name).sorted() == ["energyBudget", "rateLimit"])
    #expect(study.policies[1].parameters.number("fixed.interval") == 45)
    #expect(study.policies[1].parameters.number("refresh.minGap") == 20)
    #expect(study.policies[0].parameters.number("fixed.interval") != 45)
    #expect(study.policies.map(\.onlyWhileCharging) == [false, true, false])
    #expect(study.policies.map(\.joulesPerDay) == [nil, 50, nil])
  }

  @Test("A policy that is a process: words with digests of the files that they name, settings as JSON")
  func process() throws {
    holds(study.policies.prefix(2).allSatisfy { $0.process == nil })
    let command = try #require(study.policies[2].process)
    let digest = SHA256.hexadecimal(try StudyFiles.bytes(of: "\(Self.folder)/every-key-base.yaml"))
    #expect(command.words.map(\.text) == ["sh", "every-key-base.yaml", "--quiet"])
    #expect(command.words.map(\.digest) == [nil, digest, nil])
    #expect(command.state?.text == #"{"thresholds":[0.25,0.5]}"#)
    holds(command.label == "outside" && command.folder == Self.folder && command.replyLimit == 2)
    #expect(
      command.settings
        == #"{"deep":{"flag":true,"text":"a \"b\""},"name":"fast","only":[1,"wifi"],"rate":0.5}"#)
  }

  @Test("What restricts a policy is part of its identity")
  func restrictions() {
    let policy = study.policies[1]
    var free = policy
    free.onlyWhileCharging = false
    var richer = policy
    richer.joulesPerDay = 60
    var unlimited = policy
    unlimited.joulesPerDay = nil
    #expect(Set([policy, free, richer, unlimited].map(\.canonicalText)).count == 4)
  }

  @Test("Arms times levels, the arm slowest")
  func design() {
    #expect(
      file.points.map(\.name) == [
        "plain;push.minGap=10 min", "plain;push.minGap=20 min", "gentle;push.minGap=10 min",
        "gentle;push.minGap=20 min",
      ])
    #expect(file.points.map { $0.study.apps[1].content.changesPerDay } == [8, 8, 2, 2])
    #expect(file.points.map { $0.study.parameters.number("push.minGap") } == [10, 20, 10, 20])
  }

  @Test("The script")
  func script() {
    let times: [Instant] = [
      .day(1, .hours(8)), .day(1, .minutes(481)), .day(1, .minutes(482)), .day(1, .minutes(483)),
      .day(1, .minutes(484)), .day(1, .minutes(485)), .day(1, .hours(9)),
      .day(1, .hours(10)),
      .day(1, .hours(11)), .day(1, .minutes(665)), .day(1, .minutes(670)), .day(1, .minutes(680)),
      .day(1, .minutes(690)),
      .day(1, .minutes(700)), .day(1, .minutes(710)), .day(1, .minutes(711)), .day(1, .minutes(712)),
      .day(1, .minutes(713)), .day(1, .minutes(714)), .day(1, .hours(12)), .day(1, .hours(13)),
      .day(1, .hours(14)),
      .zero + .hours(23), .zero + .hours(9),
    ]
    #expect(study.script.map(\.time) == times)
    #expect(study.script.suffix(3).map(\.days) == [nil, Array(0...6), [0, 5]])
    #expect(
      study.script.map(\.step) == [
        .script(.submit(app: 1, identifier: "mail.extra", mechanism: .processing, floor: .after(.hours(2)))),
        .script(.cancel(app: 1, identifier: "mail.extra")),
        .script(
          .submitFromExtension(
            app: 1, identifier: "mail.index", mechanism: .processing, floor: .after(.hour),
            origin: .limitedExtension)),
        .script(.simulateLaunch(app: 1, identifier: "mail.index")),
        .script(.simulateExpiration(app: 1, identifier: "mail.index")),
        .script(.cancelContinued(app: 1, identifier: "org.example.mail.export")),
        .script(.kill(app: 1, isCrash: true)),
        .event(.plug(.magSafe, hold: 0)), .event(.network(.none)),
        .event(.signal(.poor)),
        .event(.visiblePushSent(app: 1, expiration: nil, paging: 0.5)), .event(.audioStop(app: 1)),
        .event(.moved(meters: 800)), .event(.regionCrossed(app: 1, region: 2)),
        .event(.lock), .event(.unlock), .event(.screenOff), .event(.usualScreenOn),
        .event(.pushSent(app: 1, expiration: 300, priority: 1, paging: 0.5)),
        .event(.setting(.appRefresh, app: 1, value: 2)),
        .script(.transfer(app: 1, index: 1)),
        .script(
          .submit(
            app: 1, identifier: "mail.refresh", mechanism: .refresh,
            floor: .window(from: .day(1, .hours(15)), to: .day(1, .hours(17))))),
        .script(.submit(app: 1, identifier: "mail.refresh", mechanism: .refresh, floor: .at(.minute))),
        .event(.reboot),
      ])
  }

  @Test("What is expected")
  func expectations() {
    let first = study.expectations[0]
    holds(first.words == "few runs" && first.quantity == .metric("launches_per_day"))
    holds(first.arm == "gentle" && first.policy == "hourly" && first.app == "org.example.mail")
    holds(first.mechanism == "refresh" && first.relation == .equivalentTo)
    holds(
      first.side == .other(arm: "plain", policy: "seven-factor") && first.margin == 0.5 && first.factor == 2)
    #expect(study.expectations[1].quantity == .event("dropped", reason: "forceQuit"))
    #expect(study.expectations[2].quantity == .observation("maxLaunchesPerHour"))
    #expect(
      study.expectations.map(\.relation) == [
        .equivalentTo, .equals, .lessThan, .atMost, .atLeast, .greaterThan, .between,
        .increasesWith, .decreasesWith, .at, .observed, .observed,
      ])
    #expect(study.expectations[6].side == .numbers(0, 30))
    #expect(study.expectations[7].side == .levels(factor: "push.minGap"))
    #expect(
      study.expectations[9].side
        == .times([.day(1, .hour), .day(1, .hours(2))], within: .microseconds(2)))
  }
}
