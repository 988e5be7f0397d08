#pragma once
#include <stddef.h>
#include <stdint.h>

// The interposed functions of this library call these, which Swift defines.

/// A job of Swift concurrency, to run after a time in nanoseconds.
void art_enqueue_job(void *job, int is_main, int64_t after);
/// A function for a dispatch queue, to run after a time in nanoseconds, -1 for never; for the end of a sleep, with the
/// task that sleeps.
void art_enqueue(void *argument, void (*function)(void *), int64_t after, void *queue, void *sleeper);
/// The thread blocks for a time, or until `is_ready(argument)`; -1 for ever. Returns 0 once ready, 1 after the time.
int art_block(int64_t nanoseconds, int (*is_ready)(void *), void *argument);
/// Runs on a queue what is called at once.
void art_synchronize(void *queue, void (*function)(void *), void *argument);
/// The code leaves the simulation; does not return.
void art_escape(const char *what);

/// Whether a task that sleeps has been cancelled, so that its sleep is over before its time.
int art_is_cancelled(void *sleeper);
/// Whether it is the app that calls, whose escapes are named.
void art_enter(int is_inside);
/// The uptime of a phone at the midnight of day 0, in nanoseconds.
enum { art_uptime_origin = 1000000000 };
void art_set_now(int64_t unix_nanoseconds, int64_t uptime_nanoseconds);
void art_seed(uint64_t seed);
void art_set_queue(void *queue);
void *art_queue(void);
void *art_main_queue(void);
int art_take_dirty_preferences(void);

/// What a process of the app leaves for the one that waits for it.
struct art_turn {
  int is_awaiting, is_in_turn;
  enum art_ending { art_by_itself, art_terminated, art_handed_back } ending;
};
struct art_turn *art_turn(void);

/// Takes the standard input and output for lines, and gives the app others.
void art_open_channel(void);
/// Reads a line without its end; its length, or -1 at the end of the input. Valid until the next call.
int64_t art_read_line(const uint8_t **line);
void art_recover_input(void);
void art_unread_line(int64_t length);
/// Writes a line with its end; the next line read is its answer if it is a question.
void art_write(const uint8_t *bytes, size_t count, int is_question);

/// Starts once more with this home folder, and without random addresses where the system allows it.
void art_fix_process(const char *home, char **arguments);
int art_fork(void);
/// Waits for a process: its exit code, or 1000 and its signal.
int art_wait(int process);
/// Calls `escape` when so many seconds of processor time go by without a line.
void art_limit_processor(int seconds);
void art_complain(const char *text);
void art_time_output(void);
