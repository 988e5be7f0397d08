#ifndef SLUMBER_REFERENCE_KERNELS_H
#define SLUMBER_REFERENCE_KERNELS_H

/* The benchmark workloads in plain C, as a measure of what is possible: the event list is written out in
 * each kernel's loop, events are integers, and nothing is checked. Times are whole microseconds. */

#include <stdint.h>

/* A table of interval lengths, read in a circle. */
enum { REFERENCE_TABLE_LENGTH = 16384 };

/* Fills the table with exponential variates of mean one second, by inversion from SplitMix64(12345). */
void reference_fill_table(int64_t *table);

/* HOLD: `pending` events; take the least, schedule it again a table entry later; `holds` times.
 * Returns the last time. The indexed variant also knows where each event's key is, as canceling needs. */
int64_t reference_hold(int64_t pending, int64_t holds, const int64_t *table);
int64_t reference_hold_indexed(int64_t pending, int64_t holds, const int64_t *table);

/* CANCEL: each of `entities` has an activity timer (a table entry) and a timeout of 5 s which every activity
 * moves; a timeout that has fired is set again by the next activity. */
typedef struct {
  int64_t time;
  int64_t timeouts;
  int64_t most_pending;
} reference_cancel_result;
reference_cancel_result reference_cancel(int64_t entities, int64_t events, const int64_t *table);

/* The start of a sequential Philox4x32-10 stream: two key words and the counter of the first block. */
typedef struct {
  uint32_t key[2];
  uint32_t counter[4];
} reference_stream_start;

/* M/M/1 with arrival rate 0.8/s and service rate 1/s, first in first out; GSL exponentials. */
typedef struct {
  int64_t time;
  int64_t total_wait;
  int64_t events;
} reference_queue_result;
reference_queue_result reference_queue(int64_t customers, reference_stream_start arrivals,
                                       reference_stream_start services);

/* PHONE: one phone with 40 apps; see phone.c. */
typedef struct {
  int64_t events;
  int64_t grants;
  int64_t denials;
  int64_t sessions;
  int64_t time_in_runs;
  int64_t app_sum; /* of the numbers of the apps opened */
  int64_t time;
  double level;
} reference_phone_result;
reference_phone_result reference_phone(int64_t days, reference_stream_start stream);

#endif
