CREATE TABLE battery_event (timestamp_millis INTEGER PRIMARY KEY DESC, battery_level INTEGER, charge_type INTEGER,
  battery_saver INTEGER, timezone TEXT);
INSERT INTO battery_event VALUES (1685400000000, 50, 0, 2, 'UTC'), (1685401000000, 49, 0, 2, 'UTC'),
  (1685402000000, 49, 2, 2, 'UTC'), (1685402600000, 51, 2, 2, 'UTC'), (1685403600000, 52, 0, 2, 'UTC');
