/// Parameters of the scheduling policies, of apps and notifications, and of the system's own work.
extension ParameterCatalogue {
  static let policies = definitions(
    #"""
    work.bytesFirst | switch | false | | | D | runs | all bytes of a run move at its start, before the wait for its server; otherwise the received bytes follow the wait | a server answers after it received the request; true is the model of earlier versions
    mix.earliestBeginFactor | - | 1 | 0.1–10 | 0.001–1000 | D | mix | factor on earliest begin dates that are durations | apps differ; no data
    mix.bytesFactor | - | 1 | 0.1–10 | 0.001–1000 | D | mix | factor on bytes of work and transfers | apps differ; no data
    mix.pushFactor | - | 1 | 0.1–10 | 0.001–1000 | D | mix | factor on the rates of pushes | apps differ; no data
    mix.changeFactor | - | 1 | 0.1–10 | 0.001–1000 | D | mix | factor on the rates of changes of content | apps differ; no data
    random.probability | - | 0.1 | 0.01–1 | unit | D | random | start probability per periodic decision point | mean wait 2.5 h
    exponential.mean | min | 60 | 1–2880 | 0.05–5270400 | D | exponential-delay | mean delay from the opening of the window to the start | one hour, as `fixed.interval`
    fixed.interval | min | 60 | 15–1440 | 0.05–5270400 | D | fixed-interval | legacy minimum fetch interval | hourly, as developers request
    predictive.threshold | - | 0.3 | 0.05–0.9 | unit | D | usage-predictive | likelihood that starts a refresh | starts before even odds
    deadline.slack | min | 15 | 1–120 | | D | deadline | time before the deadline of the latest start | one evaluation interval
    energyBudget.priorCost | J | 3 | 1–50 | | D | energy-budget | first cost estimate of a run | small Wi-Fi transfer plus launch; replace by the energy model's figure
    energyBudget.learningRate | - | 0.2 | 0.05–1 | unit | D | energy-budget | weight of the newest cost | memory of about five runs
    aligned.tolerance | min | 30 | 5–240 | | D | aligned | longest postponement for alignment | two evaluation intervals
    clairvoyant.lead | min | 2 | 1–15 | | D | clairvoyant | time from a start to the known use | longer than a refresh run
    learned.horizon | min | 60 | 15–240 | | D | learned | time to a use that counts as a reward | equals the look-ahead
    learned.costRatio | - | 0.2 | 0.05–0.8 | unit | D | learned | sampled probability needed to start | price of a run relative to a fresh open
    learned.priorStrength | - | 2 | 0.5–20 | 0.001–1000000 | D | learned | pseudo-counts of the Beta prior | weak prior (1, 1)
    """#)

  /// The comparison with Android. Lists of five go by standby bucket: active, working set, frequent, rare, restricted.
  static let android = definitions(
    #"""
    android.bucketAges | h | 12, 24, 48, 192 | 6–24, 12–48, 24–96, 96–384; half to twice | positive | D | AND-2 | time since use when an app leaves active, working set, frequent, rare | round numbers; vary by a factor of 2 either way
    android.quotaProfile | aosp docs | aosp | | | A | AND-3 | published code or published documentation | [AOSP]; [AndroidPower]
    android.window | min | 10, 120, 480, 1440, 1440 | | positive | A | AND-3 | rolling window of the quotas by bucket, profile aosp | [AOSP], quotas
    android.runtime | min | 10, 10, 10, 10, 10 | | | A | AND-3 | run time on battery per window by bucket, profile aosp | [AOSP], quotas
    android.docs.window | min | 60, 240, 720, 1440, 1440 | | positive | A | AND-3 | rolling window of the quotas by bucket, profile docs | [AndroidPower]
    android.docs.runtime | min | 20, 10, 10, 10, 10 | | | A | AND-3 | run time on battery per window by bucket, profile docs | [AndroidPower]
    android.maxJobs | - | 75, 120, 200, 48, 10 | | whole 0–100000 | A | AND-3 | starts on battery per window by bucket | [AOSP], quotas
    android.maxSessions | - | 75, 10, 8, 3, 1 | | whole 0–100000 | A | AND-3 | sessions on battery per window by bucket | [AOSP], quotas
    android.sessionMerge | s | 5 | 0–60 | | A | AND-3 | gap below which runs form one session | [AOSP], quotas
    android.burstLimit | - | 20 | 5–100 | whole 0–100000 | A | AND-3 | starts, and sessions, of an app per minute on battery | [AOSP], quotas
    android.lightDoze | min | 4, 5, 15, 1, 5 | | positive | A | AND-6 | entry, first and longest pause, first and longest window of light Doze | [AOSP], Doze; window budgets of 1 to 5 min
    android.deepDoze | min | 30, 30, 4.5, 60, 360, 5, 10 | | positive | A | AND-6 | at rest before sensing, at rest after it, sensing, first and longest pause, first and longest window | [AOSP], Doze
    android.dozeFactor | - | 2 | 1–4 | whole 1–100 | A | AND-6 | growth of pauses and windows of Doze, up to their longest | [AOSP], Doze; for light windows an assumption (D)
    """#)

  static let applications = definitions(
    #"""
    content.fetchMedian | kB | 150 | 10–2000 | 0.001–1000000 | D | content | median bytes of the fetch that an open starts, if no task sets them | model assumption: a page of news
    content.fetchSigma | - | 1 | 0–2 | 0–5 | D | content | log standard deviation of the bytes of such a fetch | model assumption: a page of news
    content.openSettle | min | 10 | 0–60 | | D | content | time out of the foreground before an open counts for freshness | a short return is not a new visit
    push.payload | kB | 4 | 0.1–4 | 0–1000 | A | pushes | bytes that an arriving silent push moves | payload limit [AppleAPNs]
    display.nightStart | h | 22 | 18–24 | 0–24 | D | display | hour when night brightness begins | round number
    display.nightEnd | h | 7 | 4–10 | 0–24 | D | display | hour when night brightness ends | round number
    life.residentLimit | - | 30 | 5–100 | whole 1–10000 | D | LIFE-6 | largest number of processes in memory | model assumption
    usage.deadDayLimit | h | 12 | 1–24 | 0–24 | D | USE-1 | powered-off hours above which usage learning skips the day | model assumption
    """#)

  /// With the idle powers of 47 mW a night without apps draws 76 mW, which a recorded iPhone draws in its quiet hours.
  static let systemWork = definitions(
    #"""
    systemWork.period | min | 30 | 1–60 | 0–1000000 | D | system wakes | mean time from one wake of the system to the next; 0 means no wakes | model assumption: fitted to 76 mW in quiet hours of a recorded iPhone [Miller2026]; keep-alives of push connections come every 15 to 30 min
    systemWork.activityFactor | - | 2 | 0–5 | 0–100 | D | system wakes | rate of wakes that follow the user's activity, relative to wakes at all hours | model assumption: fitted to a loss of 2.8 % of the charge per hour by day; with the screen off, a recorded device draws four times as much by day as in quiet hours
    systemWork.awakeTime | s | 160 | 5–600 | 0.001–86400 | D | system wakes | mean time that a system wake keeps the device awake | model assumption: fitted to 76 mW in quiet hours of a recorded iPhone [Miller2026]
    systemWork.awakeSigma | - | 0.7 | 0–1.5 | 0–3 | D | system wakes | log standard deviation of `systemWork.awakeTime` | model assumption
    systemWork.processorLoad | - | 0.7 | 0–2 | 0–16 | D | system wakes | CPU time of a system wake / its time awake | model assumption: fitted to 76 mW in quiet hours of a recorded iPhone [Miller2026]; CPU and memory use a third of the power of its quiet hours
    systemWork.networkShare | % | 40 | 0–100 | | D | system wakes | share of the system wakes that use the network | model assumption
    systemWork.bytes | kB | 120 | 0–2000 | 0–10000000 | D | system wakes | mean data that a system wake receives | model assumption
    systemWork.scriptedPhones | switch | false | | | D | system wakes | devices of scripted users also have system wakes | a reader can compute the results of scripted devices by hand
    """#)

  private static let ofPolicies = Set(policies.map(\.name))

  /// Whether a parameter is a setting of a policy. The user of the policy chooses it; it is not an unknown
  /// property of phones.
  ///
  /// The weights and thresholds of policies that imitate a platform's scheduler are unknown, because the
  /// vendors do not publish them.
  public static func isPolicySetting(_ name: String) -> Bool { ofPolicies.contains(name) }
}
