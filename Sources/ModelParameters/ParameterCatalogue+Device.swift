/// Parameters of the device's energy models: battery and loads, radios by network, charging, power states.
extension ParameterCatalogue {
  static let device = definitions(
    #"""
    battery.capacity | Wh | 12.98 | 5–30 | 0.1–200 | A | battery | nominal energy of a new battery | iPhone 15, 3349 mAh: capacity lists [Capacities]
    battery.model | energy resistance thevenin | resistance | | | D | battery | energy: a store of energy without loss; resistance: a store with a resistance; thevenin: a store of charge with two resistances, a cut-off voltage, and charging by voltage and temperature | model assumption: the cell loses 0.4 % of its energy
    battery.cutOff | V | 3 | 2.7–3.3 | positive | D | battery | least voltage under load before the device shuts down | model assumption: end of the discharge curves of such cells
    battery.internalResistance | ohm | 0.08 | 0–0.3 | | B | battery | resistance of cell, connector and power management at 25 C | pulse on a simulated pouch cell scaled to 3.35 Ah, plus 40 to 60 mohm
    battery.openCircuitVoltage | V | 3.0549, 3.5902, 3.694, 3.7203, 3.7502, 3.7716, 3.788, 3.803, 3.8171, 3.8312, 3.8474, 3.8671, 3.8914, 3.9225, 3.9638, 4.0068, 4.0493, 4.0958, 4.1428, 4.1933, 4.2549 | | 0.5–20 | B | battery | open-circuit voltage at 0, 5, ... 100 % charge | half-cell data [Ai2020], shifted by 0.055 V
    battery.polarization | ohm | 0.03 | 0–0.1 | | B | battery | delayed part of the resistance, at 25 C | pulse on a simulated pouch cell scaled to 3.35 Ah; 0.055 ohm on a recorded iPhone [Miller2026]
    battery.polarizationTime | s | 50 | 20–600 | 1–100000 | B | battery | time constant of `battery.polarization` | pulse on a simulated pouch cell; 200 to 400 s on a recorded iPhone [Miller2026]
    battery.activationEnergy | kJ/mol | 40 | 20–60 | | B | battery | growth of both resistances in the cold (Arrhenius) | 46 kJ/mol fitted on a recorded iPhone from 10 to 38 C [Miller2026]; [Ai2020] 20
    thermal.model | scripted modeled | scripted | | | D | GATE-8, GATE-9 | source of the thermal state: the script, or the temperature of a device whose cell has a voltage | model assumption: Apple publishes no temperatures
    thermal.levels | degC | 39, 43, 46.5 | 36–41, 40–45, 44–48; from warm in the hand to the limit of the battery | 0–90 | D | GATE-8, GATE-9 | least temperatures of the thermal states fair, serious, and critical | model assumption: skin sensor of a Pixel 6, light 39, moderate 43, critical 46.5
    thermal.hysteresis | degC | 1.9 | 0.5–4 | 0–20 | D | GATE-8, GATE-9 | kelvins below its temperature before a thermal state ends | model assumption: skin sensor of a Pixel 6
    thermal.chargeShares | - | 1, 0.5, 0 | 0.5–1, 0.1–0.9, 0–0.5; charging continues, slows or stops | unit | D | charger, thermal | share of the charger's power that the cell gets in thermal states fair, serious, and critical | model assumption: charging slows and stops on a hot phone
    thermal.resistance | K/W | 4.1 | 3–6 | positive | D | thermal | steady rise of the device's temperature per watt of heat | model assumption: surface of a phone at 8 to 12 W/m²K
    thermal.timeConstant | min | 18 | 8–30 | positive | C | thermal | time constant of the device's temperature | fitted on a recorded iPhone [Miller2026]
    thermal.ambient | degC | 23 | -10–35 | -40–60 | D | thermal | mean temperature of the surroundings over a day | model assumption
    thermal.ambientSwing | degC | 0 | 0–10 | 0–40 | D | thermal | kelvins above `thermal.ambient` at `thermal.warmestHour`, and below it twelve hours later | model assumption: a phone indoors
    thermal.warmestHour | h | 15 | 13–17 | 0–24 | D | thermal | local time of the warmest surroundings | model assumption
    charger.heatShare | - | 0.45 | 0.1–0.7 | 0–5 | C | charger, thermal | share of the power into the cell that warms the device | fitted on a recorded iPhone at 4.1 K/W [Miller2026]; 0.39 of it is lost after the cable
    charger.holdTemperature | degC | 37 | 32–42 | 0–80 | C | charger, thermal | highest temperature of a charging device, which reduces its charging power to remain there | a recorded iPhone: 12.4 W for ten minutes, then 7 W [Miller2026]
    charger.slowLevel | % | 78 | 60–95 | | C | charger | level where the limit of the current begins | start of two top-ups on a recorded iPhone [Miller2026]
    charger.slowRate | 1/h | 0.36 | 0.1–1 | positive | C | charger | highest current above `charger.slowLevel`, in charges of the cell | two top-ups of a recorded iPhone, 1.38 A [Miller2026]
    charger.endRate | 1/h | 0.032 | 0.01–0.1 | positive | C | charger | current at constant voltage when the cell counts as full, in charges of the cell | 120 mA on a recorded iPhone [Miller2026]
    idle.system | mW | 20 | 5–60 | | D | idle | system at rest | model assumption: 47 mW in total, 0.36 % per hour
    idle.wifi | mW | 12 | 0–40 | | D | idle | Wi-Fi in power save | model assumption: anchored by 20 mW standby of a published profile
    idle.paging | mW | 15 | 0–40 | | D | idle | cellular paging | model assumption: Pixel 6 and 7 modems idle at 3.5 to 4.5 mA
    platform.awake | W | 0.18 | 0.12–0.3 | 0–10 | D | platform | platform awake, screen off, no load | model assumption without a measurement; Pixel profiles, idle plus active 0.12 to 0.17 W
    processor.efficiencyCore | W | 0.2 | 0.05–0.6 | 0–4 | A | processor | one efficiency core at work | A15 efficiency core at 2.02 GHz, kernel energy counters [ApplePower]
    processor.efficiencySpeed | - | 1 | 0.3–2 | 0.05–20 | D | processor | speed of an efficiency core; CPU times of studies refer to the standard device, whose speed is 1 | model assumption: clock over 2.016 GHz, equal work per cycle
    processor.performanceCore | W | 3.72 | 0.5–6 | | A | processor | one performance core at work for the user | A16 performance core, one thread at 3.47 GHz, kernel energy counters [ApplePower]
    processor.performanceSpeed | - | 3.44 | 1–6 | 0.05–50 | D | processor | speed of a performance core, relative to the standard device's efficiency core | model assumption: 3.466 over 2.016 GHz, and twice the work per cycle
    processor.wakeEnergy | J | 0.05 | 0–0.2 | 0–1000 | D | processor | wake-up from suspend | model assumption: 0.03 to 0.1 J
    display.base | W | 0.35 | 0.1–1 | 0–10 | D | display | display on at zero brightness | model assumption: Pixel 4 XL to 7 0.38 W
    display.full | W | 1.5 | 0.3–3 | | D | display | additional power at full brightness | model assumption: Pixel 4 XL to 7 1.81 W
    display.dayBrightness | - | 0.35 | 0–1 | unit | D | display | brightness by day | model assumption: screen-on power near the measured 1.3 W
    display.nightBrightness | - | 0.15 | 0–1 | unit | D | display | brightness by night | model assumption
    display.lockScreen | W | 0.5 | 0.1–1.5 | | D | notification | lock screen lit by a notification | model assumption
    display.lockScreenTime | s | 8 | 0–30 | | D | notification | time that a notification lights the lock screen | model assumption
    foreground.load | W | 0.35 | 0–2 | | D | foreground | CPU and remaining components in use | model assumption: screen-on power near the measured 1.3 W
    foreground.traffic | MB | 1 | 0–20 | 0–10000 | D | foreground | data received per minute of use | model assumption
    notification.radioBytes | kB | 4 | 0–100 | 0–1000000 | D | notification | data of a visible notification | model assumption
    ledger.tail | last first equal marginal | last | | | D | radio | app that pays for the tail of a radio: last or first app of the burst, all its apps in equal parts, or each app its marginal energy | model assumption: for `first`, the whole burst; for `marginal`, the energy that the absence of the app would save
    network.profileShares | - | 0, 20, 15, 15, 30, 5, 15, 0 | shares 0–10, 10–40, 7.5–30, 7.5–30, 15–60, 2.5–10, 7.5–30, 0–10; half to twice; networks of 2012 up to a tenth | | D | radio | shares of devices with synthetic users in the networks, in the order of `slumber networks` | model assumption: two in three on 5G, most of them on low band, a few on mmWave; 0 on the networks of 2012
    signal.rateFactors | - | 1, 0.6, 0.25 | 0.8–1, 0.3–0.8, 0.1–0.5; the spread of the measured networks | 0.01–1 | D | signal | factor on the rates of LTE and 5G with good, fair, and poor signal | model assumption within the rates of [Narayanan2021] by signal strength: T-Mobile SA 51 to 12 Mbit/s, mmWave 2,204 to 127 Mbit/s
    signal.powerFactors | - | 1, 1, 1.1 | 0.9–1.1, 0.9–1.2, 1–1.5; a few percent measured, more with poor signal | 0.1–3 | D | signal | factor on the power of LTE and 5G while bytes move, with good, fair, and poor signal | model assumption: measured power of [Narayanan2021] changes by a few percent with signal strength
    signal.shares | - | 0.6, 0.3, 0.1 | shares 0.3–0.9, 0.1–0.5, 0–0.3; town to country | | D | signal | shares of places whose usual signal is good, fair, and poor | model assumption
    signal.usualShare | - | 0.6 | 0–1 | unit | D | signal | share of spells with the usual signal of the place; `signal.shares` applies to the remaining spells | model assumption
    signal.spellMedian | min | 30 | 5–240 | 1–10000 | D | signal | median length of a spell of one signal | model assumption
    signal.spellSigma | - | 0.8 | 0–2 | 0–3 | D | signal | spread of the lengths of spells | model assumption
    radio.cellular.promotionPower | W | 1.21 | 0–3 | | D | radio | power while a connection is set up | model assumption: as on LTE in 2012
    radio.cellular.promotionTime | s | 0.26 | 0–2 | 0–3600 | D | radio | time to set up a connection | model assumption: as on LTE in 2012
    radio.cellular.continuousReception | s | 0.1 | 0–1 | 0–3600 | D | radio | reception without pauses at the start of a tail | model assumption: as on LTE in 2012
    radio.cellular.resumeShare | - | 0.5 | 0–1 | unit | D | radio | part of a promotion needed to leave RRC INACTIVE or FACH | model assumption
    radio.cellular.pagingCycle | s | 1.28 | 0–5.12 | 0–3600 | B | radio | longest wait of data that the network sends | idle paging cycle, round-trip probes [Narayanan2021]
    radio.lte2012.inactivityTimer | s | 11.576 | 0–30 | 0–86400 | C | radio | tail after the last byte | [Huang2012], table as recalled; [ARO] 10.12 s
    radio.lte2012.tailPower | mW | 1060 | 0–1500 | | C | radio | mean power of the tail, above idle | [Huang2012], table as recalled; with 2 ms in 40 at 1.68 W the mean would be 1.091 W
    radio.lte2012.downRate | Mbit/s | 13 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption: the rates of the table of task energies
    radio.lte2012.upRate | Mbit/s | 5 | 0.2–500 | positive | D | radio | rate of sending | model assumption: the rates of the table of task energies
    radio.lte2012.downSlope | mW | 51.97 | 0–150 | 0–500 | C | radio | power per Mbit/s received | [Huang2012], table as recalled; [ARO] 1.2 W at rate 0 (A)
    radio.lte2012.upSlope | mW | 438.39 | 0–500 | 0–500 | C | radio | power per Mbit/s sent | [Huang2012], table as recalled; [ARO] 1.2 W at rate 0 (A)
    radio.lte2012.downIntercept | mW | 1288.04 | 0–4000 | | C | radio | power while receiving at any rate, above idle | [Huang2012], table as recalled; [ARO] 1.2 W at rate 0 (A)
    radio.lte2012.upIntercept | mW | 1288.04 | 0–4000 | | C | radio | power while sending at any rate, above idle | [Huang2012], table as recalled; [ARO] 1.2 W at rate 0 (A)
    radio.lte2012.promotionPower | W | 1.21 | 0–3 | | A | radio | power while a connection is set up | [Huang2012], defaults of [ARO]
    radio.lte2012.promotionTime | s | 0.26 | 0–2 | 0–3600 | A | radio | time to set up a connection | [Huang2012], defaults of [ARO]
    radio.lte2012.continuousReception | s | 0.1 | 0–1 | 0–3600 | A | radio | reception without pauses at the start of a tail | [Huang2012], defaults of [ARO]
    radio.lte2012.pagingPower | mW | 20 | 0–40 | | B | radio | mean power of paging, instead of `idle.paging` | 43 ms at 0.594 W every 1.28 s: [Huang2012], defaults of [ARO]
    radio.lteVerizon.inactivityTimer | s | 10.2 | 0–30 | 0–86400 | B | radio | tail after the last byte | round-trip probes [Narayanan2021]
    radio.lteVerizon.tailPower | mW | 178 | 0–1500 | | C | radio | mean power of the tail, above idle | [Narayanan2021] as recalled
    radio.lteVerizon.downRate | Mbit/s | 20 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption
    radio.lteVerizon.upRate | Mbit/s | 8 | 0.2–500 | positive | D | radio | rate of sending | model assumption
    radio.lteVerizon.downSlope | mW | 13 | 0–150 | 0–500 | B | radio | power per Mbit/s received | fit of power traces [Narayanan2021], Verizon LTE, minus the phone's 2.36 W
    radio.lteVerizon.upSlope | mW | 77.8 | 0–500 | 0–500 | B | radio | power per Mbit/s sent | fit of power traces [Narayanan2021], Verizon LTE, minus the phone's 2.36 W
    radio.lteVerizon.downIntercept | mW | 330 | 0–4000 | | B | radio | power while receiving at any rate, above idle | fit of power traces [Narayanan2021], Verizon LTE, minus the phone's 2.36 W
    radio.lteVerizon.upIntercept | mW | 580 | 0–4000 | | B | radio | power while sending at any rate, above idle | fit of power traces [Narayanan2021], Verizon LTE, minus the phone's 2.36 W
    radio.lteTMobile.inactivityTimer | s | 5.1 | 0–30 | 0–86400 | B | radio | tail after the last byte | round-trip probes [Narayanan2021]
    radio.lteTMobile.tailPower | mW | 66 | 0–1500 | | C | radio | mean power of the tail, above idle | [Narayanan2021] as recalled
    radio.lteTMobile.downRate | Mbit/s | 20 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption
    radio.lteTMobile.upRate | Mbit/s | 8 | 0.2–500 | positive | D | radio | rate of sending | model assumption
    radio.lteTMobile.downSlope | mW | 13 | 0–150 | 0–500 | D | radio | power per Mbit/s received | model assumption: as Verizon LTE
    radio.lteTMobile.upSlope | mW | 77.8 | 0–500 | 0–500 | D | radio | power per Mbit/s sent | model assumption: as Verizon LTE
    radio.lteTMobile.downIntercept | mW | 330 | 0–4000 | | D | radio | power while receiving at any rate, above idle | model assumption: as Verizon LTE
    radio.lteTMobile.upIntercept | mW | 580 | 0–4000 | | D | radio | power while sending at any rate, above idle | model assumption: as Verizon LTE
    radio.nsaTMobile.inactivityTimer | s | 10.2 | 0–30 | 0–86400 | B | radio | tail after the last byte | round-trip probes [Narayanan2021]
    radio.nsaTMobile.tailPower | mW | 260 | 0–1500 | | C | radio | mean power of the tail, above idle | [Narayanan2021] as recalled
    radio.nsaTMobile.downRate | Mbit/s | 60 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption
    radio.nsaTMobile.upRate | Mbit/s | 15 | 0.2–500 | positive | D | radio | rate of sending | model assumption
    radio.nsaTMobile.downSlope | mW | 14.1 | 0–150 | 0–500 | D | radio | power per Mbit/s received | model assumption: as Verizon NSA low band
    radio.nsaTMobile.upSlope | mW | 32.4 | 0–500 | 0–500 | D | radio | power per Mbit/s sent | model assumption: as Verizon NSA low band
    radio.nsaTMobile.downIntercept | mW | 540 | 0–4000 | | D | radio | power while receiving at any rate, above idle | model assumption: as Verizon NSA low band
    radio.nsaTMobile.upIntercept | mW | 840 | 0–4000 | | D | radio | power while sending at any rate, above idle | model assumption: as Verizon NSA low band
    radio.nsaVerizon.inactivityTimer | s | 10.3 | 0–30 | 0–86400 | B | radio | tail after the last byte | round-trip probes [Narayanan2021]
    radio.nsaVerizon.tailPower | mW | 249 | 0–1500 | | C | radio | mean power of the tail, above idle | [Narayanan2021] as recalled
    radio.nsaVerizon.downRate | Mbit/s | 60 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption
    radio.nsaVerizon.upRate | Mbit/s | 15 | 0.2–500 | positive | D | radio | rate of sending | model assumption
    radio.nsaVerizon.downSlope | mW | 14.1 | 0–150 | 0–500 | B | radio | power per Mbit/s received | fit of power traces [Narayanan2021], Verizon NSA low band, minus the phone's 2.36 W
    radio.nsaVerizon.upSlope | mW | 32.4 | 0–500 | 0–500 | B | radio | power per Mbit/s sent | fit of power traces [Narayanan2021], Verizon NSA low band, minus the phone's 2.36 W
    radio.nsaVerizon.downIntercept | mW | 540 | 0–4000 | | B | radio | power while receiving at any rate, above idle | fit of power traces [Narayanan2021], Verizon NSA low band, minus the phone's 2.36 W
    radio.nsaVerizon.upIntercept | mW | 840 | 0–4000 | | B | radio | power while sending at any rate, above idle | fit of power traces [Narayanan2021], Verizon NSA low band, minus the phone's 2.36 W
    radio.mmWaveVerizon.inactivityTimer | s | 10.4 | 0–30 | 0–86400 | B | radio | tail after the last byte | round-trip probes [Narayanan2021]
    radio.mmWaveVerizon.tailPower | mW | 1092 | 0–1500 | | C | radio | mean power of the tail, above idle | [Narayanan2021] as recalled
    radio.mmWaveVerizon.downRate | Mbit/s | 800 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption: the rates of the table of task energies
    radio.mmWaveVerizon.upRate | Mbit/s | 100 | 0.2–500 | positive | D | radio | rate of sending | model assumption: the rates of the table of task energies
    radio.mmWaveVerizon.downSlope | mW | 1.74 | 0–150 | 0–500 | B | radio | power per Mbit/s received | fit of power traces [Narayanan2021], Verizon mmWave, minus the phone's 2.36 W
    radio.mmWaveVerizon.upSlope | mW | 9.15 | 0–500 | 0–500 | B | radio | power per Mbit/s sent | fit of power traces [Narayanan2021], Verizon mmWave, minus the phone's 2.36 W
    radio.mmWaveVerizon.downIntercept | mW | 2870 | 0–4000 | | B | radio | power while receiving at any rate, above idle | fit of power traces [Narayanan2021], Verizon mmWave, minus the phone's 2.36 W
    radio.mmWaveVerizon.upIntercept | mW | 3280 | 0–4000 | | B | radio | power while sending at any rate, above idle | fit of power traces [Narayanan2021], Verizon mmWave, minus the phone's 2.36 W
    radio.saTMobile.inactivityTimer | s | 10.4 | 0–30 | 0–86400 | B | radio | tail after the last byte | round-trip probes [Narayanan2021]
    radio.saTMobile.tailPower | mW | 593 | 0–1500 | | C | radio | mean power of the tail, above idle | [Narayanan2021] as recalled
    radio.saTMobile.downRate | Mbit/s | 60 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption
    radio.saTMobile.upRate | Mbit/s | 15 | 0.2–500 | positive | D | radio | rate of sending | model assumption
    radio.saTMobile.downSlope | mW | 14.1 | 0–150 | 0–500 | D | radio | power per Mbit/s received | model assumption: as Verizon NSA low band
    radio.saTMobile.upSlope | mW | 32.4 | 0–500 | 0–500 | D | radio | power per Mbit/s sent | model assumption: as Verizon NSA low band
    radio.saTMobile.downIntercept | mW | 540 | 0–4000 | | D | radio | power while receiving at any rate, above idle | model assumption: as Verizon NSA low band
    radio.saTMobile.upIntercept | mW | 840 | 0–4000 | | D | radio | power while sending at any rate, above idle | model assumption: as Verizon NSA low band
    radio.saTMobile.inactiveUntil | s | 15 | 0–60 | 0–3600 | A | radio | end of RRC INACTIVE after the last byte | annotation of the probes [Narayanan2021]
    radio.saTMobile.inactivePower | mW | 20 | 0–100 | | D | radio | mean power in RRC INACTIVE, above idle | model assumption: paging as often as in idle, with a context kept
    radio.umts2012.inactivityTimer | s | 8.0882 | 0–30 | 0–86400 | C | radio | tail after the last byte | [Huang2012], table as recalled: DCH
    radio.umts2012.tailPower | mW | 803.9 | 0–1500 | | C | radio | mean power of the tail, above idle | [Huang2012], table as recalled: DCH
    radio.umts2012.downRate | Mbit/s | 3 | 0.5–1000 | positive | D | radio | rate of receiving | model assumption
    radio.umts2012.upRate | Mbit/s | 1 | 0.2–500 | positive | D | radio | rate of sending | model assumption
    radio.umts2012.downSlope | mW | 122.12 | 0–150 | 0–900 | C | radio | power per Mbit/s received | [Huang2012], table as recalled
    radio.umts2012.upSlope | mW | 868.98 | 0–900 | 0–900 | C | radio | power per Mbit/s sent | [Huang2012], table as recalled
    radio.umts2012.downIntercept | mW | 817.88 | 0–4000 | | C | radio | power while receiving at any rate, above idle | [Huang2012], table as recalled
    radio.umts2012.upIntercept | mW | 817.88 | 0–4000 | | C | radio | power while sending at any rate, above idle | [Huang2012], table as recalled
    radio.umts2012.promotionPower | W | 0.6594 | 0–3 | | C | radio | power while a connection is set up | [Huang2012], table as recalled
    radio.umts2012.promotionTime | s | 0.5821 | 0–4 | 0–3600 | C | radio | time to set up a connection | [Huang2012], table as recalled
    radio.umts2012.fachTime | s | 0.8241 | 0–30 | 0–3600 | C | radio | time in FACH after the tail in DCH | [Huang2012], table as recalled
    radio.umts2012.fachPower | mW | 601.3 | 0–1500 | | C | radio | power in FACH, above idle | [Huang2012], table as recalled
    radio.has5G | switch | true | | | A | radio | the device has 5G | iPhone 12 and later
    radio.wifi.tailTime | s | 0.25 | 0–2 | 0–86400 | A | radio | time awake after the last byte | default of [ARO]
    radio.wifi.tailPower | W | 0.36 | 0–1 | | A | radio | power of the tail, above idle | receiver on, Pixel 7; 0.403 W in [ARO], 0.12 W recalled from 2012
    radio.wifi.receivePower | W | 0.36 | 0.05–2 | | A | radio | power while receiving, above idle | Pixel 7 [PowerProfiles], 98 mA
    radio.wifi.sendPower | W | 1.74 | 0.1–4 | | A | radio | power while sending, above idle | Pixel 7 [PowerProfiles], 470 mA
    radio.wifi.downRate | Mbit/s | 40 | 1–1000 | positive | D | radio | rate of receiving | model assumption
    radio.wifi.upRate | Mbit/s | 20 | 1–1000 | positive | D | radio | rate of sending | model assumption
    charger.wired20W.power | W | 12.9 | 1–30 | 0–100 | B | charger | 20 W adapter, power into the cell | 2.0 % per minute of a 10.78 Wh pack
    charger.magSafe.power | W | 6.5 | 1–25 | 0–100 | B | charger | MagSafe, power into the cell | 1.0 % per minute of a 10.78 Wh pack
    charger.qi.power | W | 3.9 | 1–15 | 0–100 | B | charger | Qi 7.5 W, power into the cell | 0.6 % per minute of a 10.78 Wh pack
    charger.wired5W.power | W | 4.5 | 1–5 | 0–100 | B | charger | 5 W adapter, power into the cell | 0.7 % per minute of a 10.78 Wh pack
    charger.usb.power | W | 2.5 | 0.5–15 | 0–100 | D | charger | USB port of a trace, power into the cell | model assumption
    charger.ac.power | W | 12.9 | 1–30 | 0–100 | D | charger | wall adapter of a trace, power into the cell | model assumption: as the 20 W adapter
    charger.adapterEfficiency | - | 0.88 | 0.74–0.93 | 0.5–1 | C | charger | energy out of any adapter / energy from the wall | recalled for 20 W; 10 CFR 430.32(w) asks at least for 0.855 of 20 W at 9 V, 0.736 of 5 W at 5 V
    charger.wiredEfficiency | - | 0.72 | 0.5–0.95 | 0.01–1 | B | charger | cell energy / adapter energy by cable | 12.9 W into the cell at a metered 18 W
    charger.wirelessEfficiency | - | 0.45 | 0.3–0.8 | 0.01–1 | D | charger | cell energy / adapter energy, wireless | model assumption: 0.4 to 0.5
    charge.taperStart | % | 50 | 20–95 | | D | charger | level where the charging power begins to fall | closed form fitted to charging tests [Charging]
    charge.taperAsymptote | % | 102 | 101–120 | 101–1000 | D | charger | level where the falling power would be zero | closed form fitted to charging tests [Charging]
    charge.optimized | switch | true | | | A | charger | optimized charging holds the charge on a learned night | description by the vendor
    charge.holdLevel | % | 80 | 50–100 | | A | PWR-5, charger | level of the hold of optimized charging | description by the vendor
    charge.learnedNights | - | 5 | 1–14 | whole 1–366 | D | charger | charged nights that a learned plug-in needs | model assumption
    charge.learningWindow | - | 14 | 1–28 | whole 1–366 | D | charger | past nights that count for learning | model assumption
    charge.nightStart | h | 21 | 12–24 | 0–24 | D | charger | earliest time of day of a learned plug-in | model assumption
    charge.nightEnd | h | 4 | 0–12 | 0–24 | D | charger | latest time of day of a learned plug-in | model assumption
    boot.level | % | 2 | 0–10 | | D | PWR-7 | level when a plugged device boots | model assumption
    boot.time | s | 30 | 0–120 | | D | PWR-7 | time to boot | model assumption
    boot.energy | J | 60 | 0–300 | | D | PWR-7 | energy to boot | model assumption
    lpm.foregroundFactor | - | 0.7 | 0–1 | unit | D | Low Power Mode | foreground load in Low Power Mode | model assumption
    lpm.brightnessFactor | - | 0.8 | 0–1 | unit | D | Low Power Mode | brightness in Low Power Mode | model assumption
    lpm.performanceCore | W | 0.53 | 0.2–1.5 | | A | Low Power Mode | one performance core at work in Low Power Mode | A16 performance core at 1.18 GHz, kernel energy counters [ApplePower]
    lpm.performanceSpeed | - | 1.17 | 0.5–3 | 0.05–50 | D | Low Power Mode | speed of a performance core in Low Power Mode, relative to the standard device's efficiency core | model assumption: 1.176 over 2.016 GHz, and twice the work per cycle
    lpm.disables5G | switch | true | | | D | Low Power Mode | no 5G in Low Power Mode | model assumption
    """#)
}
