#ifndef SLUMBER_GUARD_H
#define SLUMBER_GUARD_H

/// Everything that a guard needs, with the ends of the pipes that are its own or the program's.
struct slumber_guard {
  char *const *words;
  const char *folder;
  char *const *environment;
  int input, output;
  /// Reads the end of file when the program has to end.
  int control;
  /// Takes the program's wait status.
  int status;
  /// Takes the reason why the program could not be loaded; loading closes it.
  int loading;
};

/// Starts the program and waits for its end or for that of `control`. To be called in a new process; it uses only
/// functions that may be called between fork and exec.
_Noreturn void slumber_guard_run(const struct slumber_guard *guard);

#endif
