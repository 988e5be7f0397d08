CREATE TABLE PLStorageOperator_EventForward_TimeOffset (ID INTEGER PRIMARY KEY, timestamp REAL, system REAL);
INSERT INTO PLStorageOperator_EventForward_TimeOffset VALUES (1, 1635799000, -400);
CREATE TABLE PLLocaleAgent_EventForward_TimeZone (ID INTEGER PRIMARY KEY, timestamp REAL, SecondsFromGMT INTEGER);
INSERT INTO PLLocaleAgent_EventForward_TimeZone VALUES (1, 1635800000, 3600);
CREATE TABLE PLScreenStateAgent_EventPoint_BacklightEvent (ID INTEGER PRIMARY KEY, timestamp REAL, BacklightLevel INTEGER);
INSERT INTO PLScreenStateAgent_EventPoint_BacklightEvent VALUES (1, 1635801000, 100), (2, 1635801120, 0);
CREATE TABLE PLSpringBoardAgent_EventForward_SBLock (ID INTEGER PRIMARY KEY, timestamp REAL, Locked INTEGER);
INSERT INTO PLSpringBoardAgent_EventForward_SBLock VALUES (1, 1635801002, 0), (2, 1635801120, 1);
CREATE TABLE PLScreenStateAgent_EventForward_ScreenState (ID INTEGER PRIMARY KEY, timestamp REAL, bundleID TEXT);
INSERT INTO PLScreenStateAgent_EventForward_ScreenState VALUES (1, 1635801000, 'com.apple.lock-screen'),
  (2, 1635801003, 'org.example.alices-diary'), (3, 1635801050, 'com.apple.springboard.home-screen');
CREATE TABLE PLBatteryAgent_EventBackward_Battery (ID INTEGER PRIMARY KEY, timestamp REAL, Level REAL, RawLevel REAL,
  Voltage INTEGER, InstantAmperage INTEGER, Temperature REAL, AppleRawCurrentCapacity INTEGER, ExternalConnected INTEGER);
INSERT INTO PLBatteryAgent_EventBackward_Battery VALUES (1, 1635800000, 80, 79.6, 3999, 573, 21.5, 3196, 1),
  (2, 1635800020, 80, 79.7, 4001, 570, 21.5, 3199, 1), (3, 1635802000, 81, 80.9, 4010, -120, 22, 3250, 0);
CREATE TABLE PLSCDynamicStoreAgent_EventForward_WifiActive (ID INTEGER PRIMARY KEY, timestamp REAL, Active INTEGER);
INSERT INTO PLSCDynamicStoreAgent_EventForward_WifiActive VALUES (1, 1635800001, 1), (2, 1635801500, 0);
CREATE TABLE PLDuetService_EventForward_BatterySaverMode (ID INTEGER PRIMARY KEY, timestamp REAL, Mode TEXT, Value INTEGER);
INSERT INTO PLDuetService_EventForward_BatterySaverMode VALUES (1, 1635801600, 'com.apple.system.lowpowermode', 1);
CREATE TABLE PLDuetService_EventNone_DASActivity (ID INTEGER PRIMARY KEY, timestamp REAL, application TEXT, duration INTEGER,
  endTime REAL, networkTaskSize INTEGER, priority INTEGER, requiresDeviceInactivity INTEGER, requiresPlugin INTEGER,
  scoreApplicationPolicy REAL, scoreBatteryLevelPolicy REAL, scoreChargerPluggedInPolicy REAL,
  scoreDeviceActivityPolicy REAL, scoreEnergyBudgetPolicy REAL, scoreNetworkQualityPolicy REAL,
  startTime REAL, taskName TEXT, bundleID TEXT);
INSERT INTO PLDuetService_EventNone_DASActivity VALUES
  (1, 1635800500, NULL, 30, 1635803600, 5120, 30, NULL, 1, 0.5, -1, NULL, NULL, NULL, NULL, 1635800000,
    'com.apple.biomesyncd.periodic-sync', NULL),
  (2, 1635800450, 'com.apple.AppStore, org.example.alices-diary', 600, 1635810000, NULL, 5, 1, 0, NULL, NULL, NULL, NULL,
    NULL, NULL, 1635799000, 'bgRefresh-org.example.alices-diary', NULL);
CREATE TABLE PLDuetService_EventForward_DASEnergyBudgetAvailable (ID INTEGER PRIMARY KEY, timestamp REAL, energyAvailable INTEGER);
INSERT INTO PLDuetService_EventForward_DASEnergyBudgetAvailable VALUES (1, 1635800600, 70);
CREATE TABLE PLDuetService_EventBackward_DASEnergyBudgetReport (ID INTEGER PRIMARY KEY, timestamp REAL,
  CPUEnergyCurrent INTEGER, NetworkEnergyCurrent INTEGER);
INSERT INTO PLDuetService_EventBackward_DASEnergyBudgetReport VALUES (1, 1635800600, 15, NULL);
CREATE TABLE PLPushAgent_EventPoint_ReceivedPush (ID INTEGER PRIMARY KEY, timestamp REAL, BundleID TEXT, Topic TEXT,
  Priority INTEGER, IsDropped INTEGER, Size INTEGER);
INSERT INTO PLPushAgent_EventPoint_ReceivedPush VALUES (1, 1635800700, 'org.example.alices-diary', 'org.example.alices-diary', 5, NULL, 82),
  (2, 1635800760, 'com.apple.mobileme.fmip', 'com.apple.mobileme.fmip', 10, 1, 100);
CREATE TABLE PLXPCAgent_EventPoint_BackgroundTransfer (ID INTEGER PRIMARY KEY, timestamp REAL, bundleID TEXT, state INTEGER,
  taskKind INTEGER, taskUUID TEXT, bytesSent INTEGER, bytesReceived INTEGER, isDiscretionary INTEGER, errorCode INTEGER,
  willRetry INTEGER);
INSERT INTO PLXPCAgent_EventPoint_BackgroundTransfer VALUES
  (1, 1635800800, 'com.apple.cloudd:[com.apple.imagent:(null)]', 0, 3, '0', NULL, NULL, NULL, NULL, NULL),
  (2, 1635800801, 'com.apple.cloudd:[com.apple.imagent:(null)]', 0, 3, '0', NULL, NULL, NULL, NULL, NULL),
  (3, 1635800802, 'com.apple.cloudd:[com.apple.imagent:(null)]', 1, 3, '0', NULL, NULL, NULL, NULL, NULL),
  (4, 1635800810, 'com.apple.cloudd:[com.apple.imagent:(null)]', 3, 3, '0', 500, 1900, 1, NULL, NULL),
  (5, 1635800820, 'com.apple.cloudd:[com.apple.imagent:(null)]', 5, 3, '0', 0, 0, 0, 6, 1),
  (6, 1635800830, 'com.apple.appstored:[com.apple.AppStore:org.example.alices-diary]', 4, 3, '0', 10, 0, 0, NULL, NULL);
