#ifndef SLUMBER_CSQLITE_SHIM_H
#define SLUMBER_CSQLITE_SHIM_H
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast that Swift cannot import. */
static inline int slumber_sqlite3_bind_text(sqlite3_stmt *s, int i, const char *text, int n) {
  return sqlite3_bind_text(s, i, text, n, SQLITE_TRANSIENT);
}

static inline int slumber_sqlite3_bind_blob(sqlite3_stmt *s, int i, const void *bytes, int n) {
  return n > 0 ? sqlite3_bind_blob(s, i, bytes, n, SQLITE_TRANSIENT) : sqlite3_bind_zeroblob(s, i, 0);
}

/* For a file that anybody may have made: its triggers, views and functions do nothing, its values have at most this length, and it
   opens no other file. */
static inline void slumber_sqlite3_distrust(sqlite3 *database, int length) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, length);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
}

/* Nor does it import sums of constants. */
static const int slumber_sqlite3_write_error = SQLITE_IOERR_WRITE;
#endif
