import Workload

extension KeyText {
  static let apps = #"""
    # app; later: extension
    id | text | required | bundle id
    declarations | map of declarations | (all of its own identifiers and modes) | permitted identifiers and modes; all its own if left out
    popularity | map of popularity | (not used by synthetic users) | how a synthetic user comes to use it
    usage | map of usage | (no opens by scripted users) | opens of a scripted scenario
    content | map of content | (none) | how its content changes
    tasks | list of task, at most 100 | [] | series of background tasks
    pushes | map of pushes | (none) | silent pushes of its server, or alerts that wake it (`userVisible: true`, `type: alert`)
    transfers | list of transfer, at most 100 | [] | files moved through background sessions
    visiblePushes | map of visiblePushes | (none) | visible pushes of its server
    voipPushes | map of voipPushes | (none) | VoIP pushes of its server
    modes | map of modes | (none) | audio, location and regions
    assertions | list of exitWork, at most 100 | [] | work that is left at each exit from the foreground
    quality | text or map of quality | careful | a canned profile, or one with changes
    command | list of word | (none) | the program that the app is, and its arguments, seen from this file; replaces tasks, transfers, assertions, modes and quality
    behavior | text | (none) | the same as the name of a behavior that is built into this executable
    plist | text | (none) | of code: the Info.plist that declares its identifiers and modes, relative to this file
    sessions | list of word, at most 100 | [] | of code: identifiers of its background sessions
    settings | open | (none) | of `command`: what the program is given as it is
    replyLimit | quantity s 0.001…3600 | 120 s | of `command`: longest wait for a line of its output; 120 s
    server | list of server, at most 100 | [] | of `command`: what servers answer, the first rule that fits an address
    heavy | boolean | false | whether it puts memory under pressure when in front
    # server
    url | text | required | addresses, where `*` stands for anything
    down | distribution kB 0…10000000 | required | bytes received
    delay | distribution s 0…600 | 0 s | time until they come
    status | integer 100…599 | 200 | status of the answer
    failures | quantity % | 0 % | share of answers that fail, without those bytes
    failureStatus | integer 100…599 | 500 | status of an answer that fails
    # declarations
    permittedIdentifiers | list of identifier | (all of its own) | identifiers that may be submitted
    modes | list of mode | (all) | fetch, processing, remote-notification, audio, location, voip
    gpu | boolean | false | whether it is entitled to the GPU in the background
    # popularity
    installShare | quantity % | required | share of devices that have it
    weight | number 0…1000000 | required | weight in the user's list of apps
    spread | number 0…5 | 0 | log deviation of the weight between users
    # usage
    opensPerDay | number 0…10000 | (the number of times in `at`) | mean opens a day
    at | list of time of day | [] | times of day of the opens
    spread | quantity min 0…1440 | 0 min | standard deviation about the time
    everyDays | integer 1…3660 | 1 | days between opens
    stay | quantity min 0…10080 | 1 min | time in the foreground
    # content
    process | one of poisson, usageClock, fixed, none | required | how changes arrive
    perDay | number 0…10000 | 0 | mean changes a day
    freshWithin | quantity min | 0 min | staleness that still counts as fresh
    fetchOnOpen | boolean | true | whether every open fetches
    # work; later: chunks
    \#(time)
    cpuShare | distribution % 1…100 | (100 %; 50 % where processing has no `cpu` of its own) | share of a core that the processor work takes; 100 % if left out
    \#(bytes)
    perChange | map of growth | (none) | more work for each change not yet fetched
    perDay | map of growth | (none) | more work for each day since the last success
    # growth
    cpu | distribution s 0…86400 | (none) | processor time
    wait | distribution s 0…86400 | (none) | waiting for servers
    up | distribution kB 0…10000000 | (none) | bytes sent
    down | distribution kB 0…10000000 | (none) | bytes received
    # eventWork; later: chunks
    \#(time)
    \#(bytes)
    # task
    id | text | required | identifier
    kind | one of \#(taskKinds) | required | mechanism
    floor | quantity min or time | (none) | earliestBeginDate: a delay, or the next such time of day after the submission
    requiresExternalPower | boolean | false | flag of a processing request
    requiresNetworkConnectivity | boolean | false | flag of a processing request
    work | map of work | (a small fetch; processing computes and moves no bytes) | what a run has to do
    fetches | boolean | (true for a refresh, else false) | whether a successful run brings content
    submits | boolean | true | whether the app submits it by itself
    alsoSubmits | list of furtherSubmission | [] | other tasks that its runs submit
    origin | one of \#(words(SubmissionOrigin.self)) | app | who submits where no run does: the app, or one of its extensions
    strategy | one of queue, fail | queue | what a continued task does while every slot is taken
    gpu | boolean | false | whether a continued task asks for the GPU
    startsAfterOpen | quantity s 0…86400 | (never) | the user starts a continued task so long after each open
    progress | map of progress | (its own) | whose progress a continued task reports
    failOn | list of number | (by `failureProbability`) | the runs of the series that fail, counted from 1, and no others; replaces failureProbability
    deadline | quantity h 0…8760 | (1 d) | length of the periods in each of which `explain` expects a completed run; no effect on the simulation
    # furtherSubmission
    task | text | required | identifier of another task of the app
    when | one of start, end, success | start | start of the handler, end that the app reports, or success
    # progress
    from | text | required | session whose transfers it shows while the app is in front
    # pushes
    on | one of contentChange, poisson, schedule | contentChange | what triggers a push
    perDay | number 0…10000 | 0 | rate of Poisson pushes
    at | list of texts or maps of scheduledPush | [] | instants of scheduled pushes, such as `2 d 12:00`, or mappings with a life or priority of their own
    expiration | quantity h | 24 h | life at server and device
    priority | integer 1…10 | 5 | APNs priority header
    contentAvailable | boolean | true | whether the payload has `content-available: 1`
    userVisible | boolean | false | whether the payload has a key that the user would see
    type | one of background, alert | background | APNs push type header; `alert` with `userVisible: true` is shown and wakes the app
    work | map of work | (a small fetch) | what a run has to do
    fetches | boolean | true | whether a run brings content
    failOn | list of number | (by `failureProbability`) | the push runs that fail, counted from 1, and no others; replaces failureProbability
    # scheduledPush
    at | text | required | instant from the start: `2 d 08:00`
    expiration | quantity h | (that of `pushes`) | life at server and device; that of the app's pushes if left out
    priority | integer 1…10 | (that of `pushes`) | APNs priority header; that of the app's pushes if left out
    # transfer
    session | text | required | identifier of the background session
    files | integer 1…10000 | 1 | files that one trigger creates; 1 if left out
    up | distribution MB 0…100000 | (0 MB) | bytes sent per file
    down | distribution MB 0…100000 | (0 MB) | bytes received per file
    discretionary | boolean | false | whether the system chooses the time
    allowsCellular | boolean | true | whether bytes may move over cellular
    sendsLaunchEvents | boolean | true | whether a finished batch relaunches the app
    chained | boolean | false | whether each file is created when the app is told of the one before
    floor | quantity min or time | (none) | earliestBeginDate: a delay, or the next such time of day after the submission
    fetches | boolean | false | whether a finished batch brings content
    work | map of eventWork | (nothing) | what the app does in the relaunch after a batch; nothing if left out
    on | one of open, exit, success, script or rate | (script) | when the app creates them; at a rate, at the open that follows each demand of the user
    task | text | (none) | identifier of the task whose successful runs create them, for `on: success`
    # exitWork
    name | text | required | name in the event log
    length | distribution s | required | how long the work takes while it goes on
    usesAssertion | boolean | true | whether extra time is asked for; otherwise it stops at suspension
    origin | one of \#(words(ExitWork.Origin.self)) | app | an extension gets no extra time
    cpuShare | quantity % 0…100 | 20 % | share of a core that it takes while it goes on
    # quality
    profile | one of \#(profiles) | careful | canned profile that is changed
    setsExpirationHandler | boolean | true | whether an expiration handler is set
    expiryReaction | quantity s or never | 0.5 s | time from expiry to completion
    completesOn | list of path | [success, failure, expiry] | success, failure, expiry
    checkpointInterval | quantity s 0.001…604800 or none | 5 s | work is saved so often
    resubmits | one of atStart, atEnd, onSuccess, never | atStart | when the next request is submitted
    registration | one of \#(words(QualityProfile.Registration.self)) | atLaunch | how handlers are registered; atUse: those of continued tasks before each submission
    identifierSpelling | one of exact, wrong | exact | how identifiers are written
    failureProbability | quantity % | 5 % | chance that the work fails
    movesFiles | boolean | true | whether finished downloads are kept
    callsWakeCompletion | boolean | true | whether the relaunch after a batch reports its completion
    completionStyle | one of \#(words(QualityProfile.CompletionStyle.self)) | explicit | an implicit completion, the return of a closure, cannot be missed
    completesEarly | boolean | false | whether success is reported before the work is done
    doesNoWork | boolean | false | whether runs do nothing at all
    rearmsAtExit | boolean | false | whether every exit submits again, with a fresh floor
    handlesSubmitError | boolean | true | whether a refused submission is noticed, and tried again
    checksLowPowerMode | boolean | false | whether nothing is submitted that Low Power Mode holds back
    checksRefreshStatus | boolean | false | whether nothing is submitted while background refresh is off
    endsAssertion | one of \#(words(QualityProfile.AssertionEnd.self)) | whenDone | when extra time is given back
    progressInterval | quantity s 0.1…604800 or none | 2 s | a continued task reports progress so often
    holdsLock | boolean | false | whether a lock on a shared file is held at suspension
    reportsCall | boolean | true | whether a VoIP push is followed by a reported call
    enterBackgroundTime | quantity s 0…86400 | 0 s | time that didEnterBackground takes
    launchTime | quantity s 0…86400 | 0 s | time that a launch by the user takes
    """#

  static let modes = #"""
    # modes
    audio | map of modeUse | (none) | when the user wants the app to play or record
    location | map of modeUse | (none) | when the app uses standard location updates
    significantChanges | boolean | (true with `significantChange`) | whether the app asks for significant-change events
    significantChange | map of significantChange | (none) | what the app does at each of them
    regions | map of regions | (none) | regions that the app monitors
    work | map of eventWork | (nothing) | what a run after a location event has to do; nothing if left out
    # significantChange
    assertion | quantity s | required | length of an assertion that begins at the event; its allowance counts from the end of the event's time
    # modeUse
    at | list of time of day | [] | times of day of the starts
    perDay | number 0…10000 | 0 | mean starts a day on the user's clock, where no times are given
    duration | distribution s | required | length of a span
    # regions
    count | integer 1…256 | required | regions that the app registers
    perDay | number 0…10000 | 0 | mean visits a day
    stay | distribution s | (1 h) | length of a visit
    # visiblePushes
    on | one of contentChange, poisson, schedule | contentChange | what triggers a push
    perDay | number 0…10000 | 0 | rate of Poisson pushes
    at | list of time | [] | instants of scheduled pushes, such as `2 d 12:00`
    expiration | quantity h | 24 h | life at the server
    extension | map of serviceExtension | (none) | the notification service extension that changes the content
    contentAvailable | boolean | false | whether each push also wakes the app, as an alert with `content-available: 1` does
    work | map of work | (a small fetch) | with `contentAvailable`: what a run has to do; with `pushes`, the work stated there
    fetches | boolean | true | with `contentAvailable`: whether a run brings content
    # serviceExtension
    duration | distribution s | required | wall time of a run
    cpu | distribution s | (0.5 s) | processor time within it
    memory | quantity MB | 12 MB | memory that it needs from its start on
    # voipPushes
    on | one of poisson, schedule | poisson | what triggers a push
    perDay | number 0…10000 | 0 | rate of Poisson pushes
    at | list of time | [] | instants of scheduled pushes, such as `2 d 12:00`
    expiration | quantity s | 0 s | life at the server; one attempt if left out
    """#

  private static let time = """
    cpu | distribution s | (lognormal, median 1.5 s, sigma 0.6; processing: median 60 s, sigma 0.5; after transfers and location events: 0 s) | processor time on an efficiency core
    wait | distribution s | (lognormal, median 2 s, sigma 0.7; processing: 0 s) | waiting for servers
    """
  private static let bytes = """
    up | distribution kB 0…10000000 | (10 kB; processing: none) | bytes sent
    down | distribution kB 0…10000000 | (lognormal, median 150 kB, sigma 1; processing: none) | bytes received
    """
  private static let profiles = QualityProfile.canned.map(\.name).joined(separator: ", ")
}
