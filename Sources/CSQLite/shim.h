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

/* Swift cannot call a function with a variable number of arguments. */
static inline int slumber_sqlite3_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/* Nor does it import sums of constants. */
static const int slumber_sqlite3_write_error = SQLITE_IOERR_WRITE;
#endif
