/// The first format of results files, which had no digests.
enum OlderFormat {
  /// Makes a file of the first format of one of the second.
  static let conversion =
    "DROP TABLE digests; DELETE FROM study WHERE key = 'digest'; "
    + "INSERT INTO study VALUES ('effective_study_file', 'study.json'); PRAGMA user_version = 1"
}
