#ifndef SLUMBER_PROCESS_H
#define SLUMBER_PROCESS_H

#include <sys/types.h>

/// A process with pipes to its standard input and from its standard output.
struct slumber_process {
  pid_t pid;
  /// Writes to its standard input; does not block.
  int input;
  /// Reads its standard output; does not block.
  int output;
};

/// Starts a program in a folder, with the environment and the standard error of this process and in a process
/// group of its own, so that an interrupt at the terminal is left to this process. Nothing else is inherited.
///
/// `words` ends with a null pointer; a program without a slash is looked up in the path. From the first call on
/// this process ignores SIGPIPE, so that writing to a process that has ended is an error and no death.
///
/// Returns 0 or an error number.
int slumber_process_start(char *const words[], const char *folder, struct slumber_process *process);

#endif
