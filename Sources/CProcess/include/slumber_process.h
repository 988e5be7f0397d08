#ifndef SLUMBER_PROCESS_H
#define SLUMBER_PROCESS_H

#include "slumber_affinity.h"
#include "slumber_environment.h"

#include <stdint.h>
#include <sys/types.h>

/// A program with pipes to its standard input and from its standard output, and the guard that ends it.
///
/// The guard is a child of this process and the parent of the program. It ends the program with everything that the
/// program has started as soon as `control` is closed, also because this process has died in whatever way. The
/// program's process identifier is known to the guard alone, which uses it only until it has reaped the program.
struct slumber_process {
  /// The guard; to be reaped by the caller.
  pid_t guard;
  /// Writes to the program's standard input; does not block.
  int input;
  /// Reads the program's standard output; does not block.
  int output;
  /// Closing it makes the guard end the program and then itself.
  int control;
  /// Yields the program's wait status, an int32_t, once it has ended; does not block.
  int status;
};

/// Starts a program in a folder and in a process group of its own, so that an interrupt at the terminal is left to
/// this process. The program has the given environment and the standard error of this process; nothing else is
/// inherited.
///
/// `words` and `environment` end with a null pointer; a program without a slash is looked up in the PATH of the given
/// environment. From the first call on this process ignores SIGPIPE, so that writing to a program that has ended is
/// an error and no death.
///
/// Returns 0 or an error number, ETIMEDOUT where the program has not been loaded after `milliseconds`.
int slumber_process_start(
    char *const words[], const char *folder, char *const environment[], int milliseconds,
    struct slumber_process *process);

#endif
