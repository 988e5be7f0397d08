CREATE TABLE packages (_id INTEGER PRIMARY KEY, package_name TEXT);
INSERT INTO packages VALUES (1, 'android'), (2, 'org.example.alices-diary'), (3, 'com.google.android.gm');
CREATE TABLE events (_id INTEGER PRIMARY KEY, timestamp INTEGER, type INTEGER, package_id INTEGER);
INSERT INTO events VALUES (1, 1685400000000, 12, 3), (2, 1685400100000, 1, 2), (3, 1685400100600, 18, 1),
  (4, 1685400160000, 2, 2), (5, 1685400161000, 1, 3), (6, 1685400170000, 2, 3), (7, 1685400200000, 12, 3),
  (8, 1685403000000, 1, 3), (9, 1685403000700, 18, 1), (10, 1685403030000, 2, 3), (11, 1685403100000, 23, 3);
