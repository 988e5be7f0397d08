/// Parameters of the models of people, charging, networks, movement and traces.
///
/// Lists with one entry for each charging habit are in the order night, top-up, docked, irregular, scattered.
extension ParameterCatalogue {
  static let usage = definitions(
    #"""
    user.sessionsPerDayMedian | 1/d | 51 | 10–200 | 0.001–2000 | B | sessions | median over users of the mean screen-ons per day | fitted to 56 to 61 sessions per powered day [Hintze2014; Hintze2017]
    user.sessionsPerDaySigma | - | 0.48 | 0–1 | 0–5 | D | sessions | log standard deviation over users of the mean screen-ons per day | 2,000 users minus the spread of days; 0.5 to 0.6 among 255 users [Falaki2010]
    user.sessionsPerDayMin | 1/d | 8 | 1–20 | 0.001–2000 | B | sessions | least mean of screen-ons per day of a user | 10 to 200 among 255 users [Falaki2010]
    user.sessionsPerDayMax | 1/d | 250 | 100–400 | 0.001–2000 | B | sessions | largest mean of screen-ons per day of a user | 10 to 200 among 255 users [Falaki2010]
    user.dayFactorShape | - | 8 | 2–50 | 0.01–10000 | C | sessions | gamma shape of the factor of a day, mean 1 | spread of days of a recorded phone [niimpy]
    user.hourProfile | - | 0.0159, 0.01028, 0.00623, 0.00447, 0.00312, 0.0068, 0.01244, 0.03497, 0.04725, 0.05518, 0.0584, 0.06205, 0.06424, 0.06415, 0.05987, 0.05818, 0.06109, 0.06481, 0.0719, 0.0656, 0.05692, 0.04797, 0.03938, 0.02877 | | | A | activity clock | share of a day's activity per local hour, from 00 to 23 | requests of 2,000 users by hour, with 30 % of recorded phones [niimpy; Miller2026]
    user.phaseDeviation | h | 2 | 0–3 | 0–12 | D | activity clock | spread of users' clocks around the mean | hours of activity of 1,393 users, minus the spread of days
    user.nightFloor | - | 0, 1 | 0–0.5, 0.5–1; half of the interval for each | unit | D | activity clock | least and largest factor on a user's night activity | model assumption
    user.nightFloorUntil | h | 5 | 3–7 | 0–24 | D | activity clock | hours after midnight when `user.nightFloor` ends | model assumption
    user.sleepStart | h | 0 | -3–3 | -12–12 | C | activity clock | start of sleep on the user's clock, relative to midnight | fitted, with its length, to a median of 8 to 10 h for the longest gap of a day (8.8 h on android-A)
    user.sleepLength | h | 7.25, 0.8, 5, 11 | 6–8.5, 0.4–1.6, 4–6, 9–12; about an hour either way; deviation half to twice | 0–20 | C | activity clock | mean, deviation, least and largest length of sleep over users | as the start of sleep
    user.sleepActivity | - | 0.03 | 0–1 | unit | D | activity clock | factor on activity during sleep | gives about one session in ten nights
    user.weekendShift | h | 1 | 0–3 | 0–12 | D | activity clock | weekend delay of the clock | model assumption
    user.weekendShiftUntil | h | 12 | 9–14 | 0–24 | D | activity clock | hour when the weekend delay ends | model assumption
    user.gapShape | - | 0.52 | 0.4–1 | 0.1–10 | C | sessions | Weibull shape of screen-off gaps in operational time | gaps of a recorded phone [niimpy]
    user.gapLeastShare | - | 0.2 | 0.05–0.5 | 0.001–1 | D | sessions | least mean gap as a share of the mean cycle, for users who are busy all day | keeps the rate correction positive
    user.unlockedBeta | - | 10, 11 | | 0.01–10000 | B | sessions | Beta distribution over users of the unlocked share of sessions | 0.46 of 52 million sessions [Hintze2017], 0.61 and 0.68 on two phones [niimpy; UsageLogger]
    user.glanceLength | - | 0.955, 1.2, 0.9, 4.9, 1.2 | 0.9–0.99, 0.7–1.7, 0.6–1.2, 4.2–5.6, 0.6–1.6; one phone: medians by a factor of 1.6 to 2 | -10–10 | C | sessions | weight, log-mean, log-deviation of short and log-mean, log-deviation of long glances in seconds | fitted to 404 glances of a recorded phone [niimpy]: 1 % are longer than five minutes
    user.unlockedLength | - | 0.68, 3.4, 0.91, 5.01, 1.34 | 0.5–0.85, 2.9–3.9, 0.6–1.3, 4.5–5.5, 0.9–1.8; one phone: medians by a factor of 1.6 | 0–10 | C | sessions | weight, log-mean, log-deviation of short and log-mean, log-deviation of long unlocked sessions in seconds | sessions of a recorded phone [niimpy]
    user.lengthScale | - | 1.85 | 0.7–2.5 | 0.01–100 | C | sessions | factor on the lengths of all sessions, relative to the phone that they were fitted to | fitted to 110 to 150 screen-on minutes per day [Hintze2014]
    user.lengthFactorSigma | - | 0.25 | 0–1 | 0–5 | D | sessions | log-deviation over users of the length of unlocked sessions | model assumption
    user.sessionLongest | s | 15280 | 3600–43200 | 1–86400 | B | sessions | longest session | longest of 76,247 sessions [LSApp]
    user.screenIntensity | - | 0.1, 0.22, 0.75, 2.5, 3.2 | 0.05–0.2, 0.15–0.4, 0.5–1, 1.8–3, 2.6–5; one phone | 0–20 | C | screen power | 0, 10, 50, 90 and 100 % quantiles over a user's sessions of the power of display and foreground app, relative to the usual power | telemetry of an iPhone [Miller2026]: 0.53, 1.26 and 3.63 W (10, 50, 90 %) and 1.59 W in the mean with the screen on, minus 0.23 W of the awake platform; ends: assumption
    user.intensitySigma | - | 0.3 | 0–0.6 | 0–2 | D | screen power | log-deviation over users of the power of display and foreground app | no data of several users
    user.notificationsPerDayMedian | 1/d | 56 | 0–200 | | B | notifications | median over users of visible notifications per day | 278 users [Pielot2018]
    user.notificationsPerDaySigma | - | 0.7 | 0–1.5 | 0–5 | D | notifications | log standard deviation over users of visible notifications per day | model assumption
    user.notificationOpenShare | - | 0 | 0–0.33 | unit | C | USE-8 | share of visible notifications after which the user opens the app | two recorded phones: opened within 5 min after 35 and 10.8 % of notifications, and after 2.1 and 1.8 % of other moments [UsageLogger]
    user.appsPerSessionMean | - | 2.2 | 1–6 | 1–100 | B | app choice | mean app visits of an unlocked session | 2.18 in 292 users [LSApp]
    user.appsPerSessionMax | - | 12 | 1–50 | whole 1–1000 | D | app choice | largest number of app visits of a session | model assumption
    user.visitShareSigma | - | 1.5 | 0–3 | 0–5 | D | app choice | log-deviation of the shares of app visits in a session | model assumption
    user.appsInUseMedian | - | 30 | 5–80 | 1–1000 | C | app choice | median over users of the number of apps in use | 957 users [Frappe], 292 users [LSApp]
    user.appsInUseSigma | - | 0.6 | 0–1.2 | 0–5 | C | app choice | log standard deviation over users of the number of apps in use | 957 users [Frappe]
    user.appsInUseLimits | - | 5, 190 | 2–10, 100–300; about half to twice | whole 1–1000 | D | app choice | least and largest number of apps in use | largest user of several logs; least number so that recency has a meaning
    user.zipfExponent | - | 1.4, 0.3, 0.8, 2.2 | 1.1–1.7, 0.15–0.6, 0.4–1, 1.8–3; one deviation of users; deviation half to twice | 0–10 | C | app choice | mean, deviation, least and largest exponent of a user's app weights | 957 users [Frappe]
    user.favoriteFactor | - | 2.7 | 1–10 | 1–1000 | C | app choice | factor on the weight of the user's most popular app | fitted to a share of 0.28 to 0.40 of all visits; median 0.33 in [Frappe]
    user.returnToSecond | - | 0.4 | 0–0.8 | unit | C | app choice | probability that the next app is the second most recent | 0.36 to 0.80 in three logs [UsageLogger; LSApp]
    user.returnToThirdToFifth | - | 0.15 | 0–0.4 | unit | C | app choice | probability that the next app is the third to fifth most recent | recency of the next app in 300 windows of a log
    population.everydayShares | - | 0.2, 0.5, 0.2, 0.1, 0 | shares 0–0.5, 0.3–0.9, 0–0.5, 0–0.3, 0–0.2; mixtures that agree with the facts of the fit | unit | C | population | shares of the charging habits in `everyday` | mean of the mixtures that charge like three recorded phones [niimpy; Miller2026] and, by night, as 1,000 owners report, in round numbers
    population.survey2020Shares | - | 0.06, 0.03, 0.03, 0.13, 0.75 | shares 0–0.4, 0–0.2, 0–0.1, 0.05–0.3, 0.3–0.9; up to the shares before the fit | unit | C | population | shares of the charging habits in `survey-2020` | fitted to the curve of 723 phones that are idle, plugged, and on Wi-Fi [Yang2021]
    battery.health | - | 0.87, 0.06, 0.7, 1 | 0.8–0.95, 0.03–0.12, 0.6–0.78, 0.96–1; a year younger or older | unit | D | population | mean, deviation, least and largest state of health over the devices of drawn users | iPhones in use are two to three years old; 80 % after 500 to 1,000 cycles
    settings.barOff | - | 0.1 | 0–0.5 | unit | D | settings | share of users with Background App Refresh off | model assumption
    settings.barWifiOnly | - | 0.1 | 0–0.5 | unit | D | settings | share of users with Background App Refresh on Wi-Fi only | model assumption
    settings.perAppOff | - | 0.15 | 0–0.5 | unit | D | settings | share of apps whose Background App Refresh is off | model assumption
    settings.manualLowPowerMode | - | 0.05 | 0–0.5 | unit | D | settings | share of users who keep Low Power Mode on | model assumption
    initial.charge | % | 40, 100 | 20–80, 80–100; round numbers | | D | initial state | least and largest charge at the start, unplugged | model assumption
    charge.night.probability | - | 0.94, 0.77, 0.79, 0.25, 0.05 | 0.8–1, 0.5–0.95, 0.5–0.95, 0.1–0.5, 0–0.2; three phones only | unit | C | charging | share of nights on the charger | fitted to three recorded phones [niimpy; Miller2026]; irregular, scattered: assumption
    charge.night.start | h | 0.5, -0.8, 1.7, -0.8, -0.8 | -1–2, -2.3–0.7, 0.2–3.2, -2.3–0.7, -2.3–0.7; 1.5 h either way | -12–12 | C | charging | mean start of night charging, relative to the midnight that ends the day | fitted to three recorded phones [niimpy; Miller2026]
    charge.night.startDeviation | h | 1.3, 0.9, 0.8, 0.9, 1.5 | 0.65–2.6, 0.45–1.8, 0.4–1.6, 0.45–1.8, 0.75–3; half to twice | 0–12 | C | charging | standard deviation of the start of night charging | fitted to three recorded phones [niimpy; Miller2026]
    charge.night.durationLogMean | - | 6.44, 6.2, 6.32, 6.2, 6.2 | 6.14–6.74, 5.9–6.5, 6.02–6.62, 5.9–6.5, 5.9–6.5; a third either way | -5–10 | C | charging | log-mean of the duration of night charging in minutes | fitted to three recorded phones [niimpy; Miller2026]
    charge.night.durationLogDeviation | - | 0.28, 0.17, 0.29, 0.17, 0.28 | 0.14–0.56, 0.085–0.34, 0.145–0.58, 0.085–0.34, 0.14–0.56; half to twice | 0–5 | C | charging | log standard deviation of the duration of night charging | fitted to three recorded phones [niimpy; Miller2026]
    charge.day.chances | 1/d | 38, 39, 5.3, 18, 7 | 19–76, 19.5–78, 2.65–10.6, 9–36, 3.5–14; half to twice | | D | charging | chances to charge by day | calibrated under the policy `never` with the everyday apps to 0.8, 1.35, 1, 1 and 1.1 day charges
    charge.day.chanceCeiling | - | 1, 1, 1, 1, 1 | 0.8–1, 0.8–1, 0.8–1, 0.8–1, 0.8–1; higher chances rarely matter | unit | D | charging | chances whose uniform number is above this value are omitted from the timeline | saves events: if these chances mattered, the remaining chances would follow each other within half an hour; 1 keeps all
    charge.day.midLevel | % | 50, 30, 85, 30, 48 | 35–65, 15–45, 70–95, 15–45, 33–63; 15 points either way | | D | charging | battery level when a user takes a chance with probability one half | fitted to three recorded phones [niimpy; Miller2026]
    charge.day.levelWidth | % | 8 | 2–20 | 0.01–100 | D | charging | width of this logistic function, in points of charge | model assumption
    charge.day.durationLogMean | - | 3.8, 2.05, 5.07, 3.8, 4.4 | 3.3–4.3, 1.55–2.55, 4.57–5.57, 3.3–4.3, 3.9–4.9; a factor of 1.6 either way | -5–10 | C | charging | log-mean of the duration of day charging in minutes | fitted to three recorded phones [niimpy; Miller2026]
    charge.day.durationLogDeviation | - | 1.14, 0.86, 1.44, 1.14, 0.9 | 0.57–1.71, 0.43–1.29, 0.72–2.16, 0.57–1.71, 0.45–1.35; half either way | 0–5 | C | charging | log standard deviation of the duration of day charging | fitted to three recorded phones [niimpy; Miller2026]
    charge.night.chargers | - | 0.3, 0.15, 0.15, 0.4 | shares 0.1–0.6, 0–0.4, 0–0.4, 0.1–0.7; a third to twice | unit | D | charging | shares of 20 W wired, MagSafe, Qi and 5 W wired at night | model assumption
    charge.day.chargers | - | 0.7, 0.1, 0.1, 0.1 | shares 0.4–0.95, 0–0.3, 0–0.3, 0–0.3; up to three times | unit | D | charging | shares of 20 W wired, MagSafe, Qi and 5 W wired by day | model assumption; the remaining chargers in equal parts
    charge.holdLength | h | 4.5, 5.5 | 3–5.5, 4.5–8; one phone | 0–24 | C | charging | shortest and longest hold of optimized charging after plug-in | 19 nights of a recorded iPhone [Miller2026]
    charge.holdLead | min | 30 | 0–120 | | D | charging | least time from the end of a hold to the unplugging | model assumption
    network.wifiWhereCharging | - | 0.7 | 0.55–0.75 | unit | C | network | share of users with Wi-Fi where they charge | fitted to the 29 % of 723 phones that were never idle, plugged, and on Wi-Fi [Yang2021]
    network.leave | h | 8.25, 1 | 7–9.5, 0.5–2; about an hour either way; deviation half to twice | 0–24 | D | network | mean and deviation of the time of leaving home on weekdays | model assumption
    network.return | h | 18, 1.5 | 16–20, 0.75–3; two hours either way; deviation half to twice | 0–24 | D | network | mean and deviation of the time of coming home on weekdays | model assumption
    network.weekdayAway | - | 0.8 | 0–1 | unit | D | network | probability of leaving home on a weekday | model assumption
    network.weekendAway | - | 0.5 | 0–1 | unit | D | network | probability of leaving home on a day of the weekend | model assumption
    network.weekendLeave | h | 13, 2 | 10–16, 1–4; three hours either way; deviation half to twice | 0–24 | D | network | mean and deviation of the time of leaving home at weekends | early afternoon: no data
    network.weekendAwayMedian | h | 3 | 0.5–10 | 0.01–24 | D | network | median time away at weekends | model assumption
    network.weekendAwaySigma | - | 0.6 | 0–1.5 | 0–5 | D | network | log standard deviation of the time away at weekends | model assumption
    network.awayWifiBeta | - | 2, 3 | 1–4, 1.5–6; half to twice | 0.01–10000 | D | network | Beta distribution over users of the Wi-Fi share away from home | model assumption
    network.spellMedian | h | 1 | 0.1–5 | 0.01–240 | D | network | median length of a spell on one path away from home | model assumption
    network.spellSigma | - | 0.6 | 0–1.5 | 0–5 | D | network | log standard deviation of the length of such a spell | as for weekends: no data
    network.noPathShare | - | 0.01 | 0–0.2 | unit | D | network | share of spells away from home without any path | model assumption
    trace.plugMergeGap | min | 2 | 0–10 | 0–1440 | C | traces | longest interruption of charging that is ignored | rules of reading the recordings
    trace.notificationBurst | s | 10 | 0–60 | 0–86400 | C | traces | posts of an app closer than this count as one notification | 68 % of posts follow within 10 s [UsageLogger]
    trace.lockDelay | s | 30 | 0–300 | 0–86400 | D | traces | time from screen off to a lock that was not recorded | model assumption
    trace.powerMax | W | 12 | 5–30 | 0.1–40 | D | traces | power above which a fall of the level is spread over a longer time | above a phone's sustained power; late readings look like jumps
    trace.unlockSlack | s | 5 | 0–30 | 0–86400 | D | traces | longest time from an unlock to the screen-on that it belongs to | order of events in logs varies by seconds
    audio.power | W | 0.12 | 0.02–0.5 | 0–10 | D | MODE-1 | power of playing or recording audio with the screen off | rated 0.16 to 0.18 W of the whole phone, minus 47 mW at rest
    location.receiverPower | mW | 50 | 10–300 | | B | MODE-2 | power of the satellite receiver | Pixel 7 profile 12.8 to 14.3 mA; up to 0.28 W in older models
    voip.reportTime | s | 1 | 0–10 | | D | MODE-5 | time from the start of a VoIP push's handler to the reported call, or to the kill | the handler must report before it returns: round number
    modes.startStay | s | 20 | 1–300 | 0–86400 | D | MODE-1, MODE-2 | time in the app to start audio or a recorded route | round number
    movement.tripsPerDay | 1/d | 3 | 0–20 | 0–1000 | D | MODE-3 | mean trips of a user | travel surveys give about three trips a day
    movement.tripMedian | min | 20 | 1–120 | 0.1–1440 | D | MODE-3 | median length of a trip | travel surveys: about an hour of travel a day
    movement.tripSigma | - | 0.6 | 0–1.5 | 0–5 | D | MODE-3 | log standard deviation of the length of a trip | as for other durations: no data
    movement.distancePerMinute | m | 400 | 50–2000 | | D | MODE-3 | distance covered in a minute of a trip | 24 km/h, between walking and driving
    movement.reportInterval | min | 5 | 1–30 | 0.1–1440 | D | MODE-3 | time between followed positions of a trip | the least time between significant changes
    """#)
}
