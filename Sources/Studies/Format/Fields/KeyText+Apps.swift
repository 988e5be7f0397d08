import Workload

extension KeyText {
  static let apps = #"""
    # app; later: extension
    id | text | required | bundle id
    declarations | map of declarations | (all identifiers and modes of the app) | permitted identifiers and modes (default: all of the app)
    popularity | map of popularity | (not used by synthetic users) | how synthetic users use the app
    usage | map of usage | (no opens by scripted users) | app opens of a scripted user
    content | map of content | (none) | how the content of the app changes
    tasks | list of task, at most 100 | [] | background tasks
    pushes | map of pushes | (none) | silent pushes of the server, or alerts that wake the app (`userVisible: true`, `type: alert`)
    transfers | list of transfer, at most 100 | [] | files transferred in background sessions
    visiblePushes | map of visiblePushes | (none) | visible pushes of the server
    voipPushes | map of voipPushes | (none) | VoIP pushes of the server
    modes | map of modes | (none) | audio, location, and regions
    bluetooth | map of bluetooth | (none) | events of a Bluetooth accessory that wake the app; needs the mode `bluetooth-central`
    health | list of health, at most 100 | [] | observers of health data that wake the app; need `declarations.health`
    protection | one of \#(words(DataProtection.self)) | none | protection of the content that runs need; a run fails while the content is closed
    assertions | list of backgroundEntryWork, at most 100 | [] | work that remains when the app enters the background
    quality | text or map of quality | careful | code quality: a named profile, or a profile with changes
    command | list of word | (none) | program and arguments that implement the app, relative to this file; replaces tasks, transfers, assertions, modes, bluetooth, health, protection, and quality
    behavior | text | (none) | name of a behavior built into this executable, instead of `command`
    plist | text | (none) | for code: Info.plist that declares identifiers and modes, relative to this file
    sessions | list of word, at most 100 | [] | for code: identifiers of the background sessions
    settings | open | (none) | for `command`: settings passed to the program unchanged
    replyLimit | quantity s 0.001…3600 | 120 s | for `command`: longest wait for a line of output
    server | list of server, at most 100 | [] | for `command`: answers of servers; the first rule that matches an address applies
    heavy | boolean | false | whether the app causes memory pressure in the foreground
    # server
    url | text | required | pattern of addresses; `*` matches any characters
    down | distribution kB 0…10000000 | required | bytes received
    delay | distribution s 0…600 | 0 s | time until the bytes arrive
    status | integer 100…599 | 200 | HTTP status of the answer
    failures | quantity % | 0 % | share of answers that fail, without bytes
    failureStatus | integer 100…599 | 500 | HTTP status of failed answers
    # declarations
    permittedIdentifiers | list of identifier | (all identifiers of the app) | identifiers that the app may submit
    modes | list of mode | (all) | background modes: fetch, processing, remote-notification, audio, location, voip, bluetooth-central
    gpu | boolean | false | whether the app may use the GPU in the background
    health | boolean | false | whether the app has the entitlement for background delivery of health data; true without `declarations`
    # popularity
    installShare | quantity % | required | share of devices with the app
    weight | number 0…1000000 | required | weight of the app among the user's apps
    spread | number 0…5 | 0 | standard deviation of the log weight between users
    # usage
    opensPerDay | number 0…10000 | (the number of times in `at`) | mean number of opens per day
    at | list of time of day | [] | times of day when the user opens the app
    spread | quantity min 0…1440 | 0 min | standard deviation of the open times
    everyDays | integer 1…3660 | 1 | number of days from one day with opens to the next
    stay | quantity min 0…10080 | 1 min | length of a foreground session
    # content
    process | one of poisson, usageClock, fixed, none | required | arrival process of content changes
    perDay | number 0…10000 | 0 | mean number of changes per day
    freshWithin | quantity min | 0 min | greatest staleness that counts as fresh
    fetchOnOpen | boolean | true | whether every app open fetches the content
    # work; later: chunks
    \#(time)
    cpuShare | distribution % 1…100 | (100 %; 50 % for processing without its own `cpu`) | share of a core that the CPU work uses
    pace | map of pace | (none) | pauses between parts of the CPU work
    \#(bytes)
    perChange | map of growth | (none) | extra work per unfetched change
    perDay | map of growth | (none) | extra work per day since the last success
    # pace
    on | quantity s 0.1…3600 | required | time of computing before a pause
    off | quantity s 0.1…3600 | required | length of a pause
    # growth
    cpu | distribution s 0…86400 | (none) | CPU time
    wait | distribution s 0…86400 | (none) | waiting for servers
    up | distribution kB 0…10000000 | (none) | bytes sent
    down | distribution kB 0…10000000 | (none) | bytes received
    # eventWork; later: chunks
    \#(time)
    \#(bytes)
    # task
    id | text | required | identifier of the task
    kind | one of \#(taskKinds) | required | mechanism of the task
    earliestBegin | quantity min or time | (none) | earliestBeginDate: a delay after the submission, or the next such time of day
    requiresExternalPower | boolean | false | flag of a processing request
    requiresNetworkConnectivity | boolean | false | flag of a processing request
    work | map of work | (a small fetch; processing computes without transfers) | work of a run
    fetches | boolean | (true for a refresh, else false) | whether a successful run fetches the content
    submits | boolean | true | whether the app submits the task without a script
    alsoSubmits | list of furtherSubmission | [] | other tasks that runs of this task submit
    origin | one of \#(words(SubmissionOrigin.self)) | app | submitter outside of runs: the app, or an extension
    strategy | one of queue, fail | queue | behavior of a continued task while all slots are in use
    gpu | boolean | false | whether a continued task requests the GPU
    startsAfterOpen | quantity s 0…86400 | (never) | delay from each open until the user starts the continued task
    progress | map of progress | (its own) | source of the progress that a continued task reports
    failOn | list of number | (by `failureProbability`) | numbers of the runs that fail, counted from 1; replaces failureProbability
    protection | one of \#(words(DataProtection.self)) | (as the app) | protection of the content that a run needs
    deadline | quantity h 0…8760 | (1 d) | period in which `explain` expects a completed run; does not affect the simulation
    # furtherSubmission
    task | text | required | identifier of another task of the app
    when | one of start, end, success | start | time of the submission: start of the handler, reported end, or success
    # progress
    from | text | required | session whose transfers the task reports while the app is in the foreground
    # pushes
    on | one of contentChange, poisson, schedule | contentChange | trigger of the pushes
    perDay | number 0…10000 | 0 | mean number of Poisson pushes per day
    at | list of texts or maps of scheduledPush | [] | times of scheduled pushes, such as `2 d 12:00`, or mappings with expiration or priority
    expiration | quantity h | 24 h | time until the push expires at server and device
    priority | integer 1…10 | 5 | APNs priority header
    contentAvailable | boolean | true | whether the payload has `content-available: 1`
    userVisible | boolean | false | whether the payload has a user-visible key
    type | one of background, alert | background | APNs push type header; an `alert` with `userVisible: true` is visible and wakes the app
    work | map of work | (a small fetch) | work of a run
    fetches | boolean | true | whether a run fetches the content
    failOn | list of number | (by `failureProbability`) | numbers of the push runs that fail, counted from 1; replaces failureProbability
    # scheduledPush
    at | text | required | time from the start, such as `2 d 08:00`
    expiration | quantity h | (as in `pushes`) | time until the push expires at server and device
    priority | integer 1…10 | (as in `pushes`) | APNs priority header
    # transfer
    session | text | required | identifier of the background session
    files | integer 1…10000 | 1 | number of files that one trigger creates
    up | distribution MB 0…100000 | (0 MB) | bytes sent per file
    down | distribution MB 0…100000 | (0 MB) | bytes received per file
    discretionary | boolean | false | whether the system chooses the time of the transfer
    allowsCellular | boolean | true | whether the transfer may use the cellular network
    sendsLaunchEvents | boolean | true | whether the end of a batch relaunches the app
    chained | boolean | false | whether the app creates each file after the end of the previous file
    earliestBegin | quantity min or time | (none) | earliestBeginDate: a delay after the submission, or the next such time of day
    fetches | boolean | false | whether a finished batch fetches the content
    work | map of eventWork | (nothing) | work of the app in the relaunch after a batch
    on | one of open, background, success, script or rate | (script) | trigger of the transfers; with a rate, the next open after each demand of the user
    task | text | (none) | for `on: success`: identifier of the task whose successful runs create the transfers
    # backgroundEntryWork
    name | text | required | name in the event log
    length | distribution s | required | duration of the work without interruptions
    usesAssertion | boolean | true | whether the app requests background time; otherwise the work stops at suspension
    origin | one of \#(words(BackgroundEntryWork.Origin.self)) | app | process that does the work; an extension gets no background time
    cpuShare | quantity % 0…100 | 20 % | share of a core that the work uses
    # quality
    profile | one of \#(profiles) | careful | named profile that the other keys change
    setsExpirationHandler | boolean | true | whether the app sets an expiration handler
    expiryReaction | quantity s or never | 0.5 s | time from the expiry to the completion
    completesOn | list of path | [success, failure, expiry] | outcomes for which the app completes the task: success, failure, expiry
    checkpointInterval | quantity s 0.001…604800 or none | 5 s | time between two saves of the work
    resubmits | one of atStart, atEnd, onSuccess, never | atStart | time when the app submits the next request
    registration | one of \#(words(QualityProfile.Registration.self)) | atLaunch | how the app registers handlers; atUse: handlers of continued tasks before each submission
    identifierSpelling | one of exact, wrong | exact | spelling of the identifiers
    failureProbability | quantity % | 5 % | probability that the work fails
    movesFiles | boolean | true | whether the app moves finished downloads
    callsWakeCompletion | boolean | true | whether the app calls the completion handler after a batch
    completionStyle | one of \#(words(QualityProfile.CompletionStyle.self)) | explicit | explicit call, or implicit completion by return of a closure, which the app cannot forget
    completesEarly | boolean | false | whether the app reports success before the work is done
    doesNoWork | boolean | false | whether runs do no work
    rearmsOnBackground | boolean | false | whether the app submits again, with a new delay, each time it enters the background
    handlesSubmitError | boolean | true | whether the app notices refused submissions and retries
    checksLowPowerMode | boolean | false | whether the app submits only requests that Low Power Mode does not block
    checksRefreshStatus | boolean | false | whether the app submits only while background refresh is on
    endsAssertion | one of \#(words(QualityProfile.AssertionEnd.self)) | whenDone | time when the app ends its background time
    progressInterval | quantity s 0.1…604800 or none | 2 s | time between two progress reports of a continued task
    holdsLock | boolean | false | whether the app holds a file lock at suspension
    reportsCall | boolean | true | whether the app reports a call after a VoIP push
    enterBackgroundTime | quantity s 0…86400 | 0 s | duration of didEnterBackground
    launchTime | quantity s 0…86400 | 0 s | duration of a launch by the user
    """#

  static let modes = #"""
    # modes
    audio | map of modeUse | (none) | times when the app plays or records audio
    location | map of modeUse | (none) | times when the app uses standard location updates
    significantChanges | boolean | (true with `significantChange`) | whether the app requests significant-change events
    significantChange | map of significantChange | (none) | behavior of the app at each significant change
    regions | map of regions | (none) | regions that the app monitors
    work | map of eventWork | (nothing) | work of a run after a location event
    # significantChange
    assertion | quantity s | required | length of an assertion that begins at the event; its background time counts from the end of the event's time
    # modeUse
    at | list of time of day | [] | times of day when the use starts
    perDay | number 0…10000 | 0 | mean number of starts per day, if `at` is empty
    duration | distribution s | required | duration of the use
    # regions
    count | integer 1…256 | required | number of regions that the app registers
    perDay | number 0…10000 | 0 | mean number of visits per day
    stay | distribution s | (1 h) | length of a visit
    # bluetooth
    every | quantity min 0.01…10080 | required | time between two events of the accessory
    reach | text or map of network, at most 100 | always | when the accessory is in reach: always, or a list of daily spans
    restores | boolean | true | whether the app restores its Bluetooth state, so that an event can relaunch it
    accessorySetup | boolean | false | whether the app has set up the accessory with AccessorySetupKit
    work | map of eventWork | (nothing) | work of a run after an event
    # health
    type | one of \#(words(HealthType.self)) | required | type of the samples
    frequency | one of \#(words(HealthFrequency.self)) | immediate | highest frequency of deliveries that the app requests
    perDay | number 0…10000 | 24 | mean number of new samples per day, on the clock of the user
    work | map of eventWork | (nothing) | work of a run after a delivery
    # visiblePushes
    on | one of contentChange, poisson, schedule | contentChange | trigger of the pushes
    perDay | number 0…10000 | 0 | mean number of Poisson pushes per day
    at | list of time | [] | times of scheduled pushes, such as `2 d 12:00`
    expiration | quantity h | 24 h | time until the push expires at the server
    extension | map of serviceExtension | (none) | notification service extension that changes the content
    contentAvailable | boolean | false | whether each push also wakes the app, as an alert with `content-available: 1` does
    work | map of work | (a small fetch) | with `contentAvailable`: work of a run; with `pushes`, the work in `pushes` applies
    fetches | boolean | true | with `contentAvailable`: whether a run fetches the content
    # serviceExtension
    duration | distribution s | required | wall time of a run
    cpu | distribution s | (0.5 s) | CPU time of a run
    memory | quantity MB | 12 MB | memory that a run needs
    # voipPushes
    on | one of poisson, schedule | poisson | trigger of the pushes
    perDay | number 0…10000 | 0 | mean number of Poisson pushes per day
    at | list of time | [] | times of scheduled pushes, such as `2 d 12:00`
    expiration | quantity s | 0 s | time until the push expires at the server; 0: one attempt
    """#

  private static let time = """
    cpu | distribution s | (lognormal, median 1.5 s, sigma 0.6; processing: median 60 s, sigma 0.5; after transfers and location events: 0 s) | CPU time on an efficiency core
    wait | distribution s | (lognormal, median 2 s, sigma 0.7; processing: 0 s) | waiting for servers
    """
  private static let bytes = """
    up | distribution kB 0…10000000 | (10 kB; processing: none) | bytes sent
    down | distribution kB 0…10000000 | (lognormal, median 150 kB, sigma 1; processing: none) | bytes received
    """
  private static let profiles = QualityProfile.canned.map(\.name).joined(separator: ", ")
}
