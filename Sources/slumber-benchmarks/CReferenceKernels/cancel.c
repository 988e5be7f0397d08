#include "indexed_list.h"
#include "reference_kernels.h"

enum { TIMEOUT = 5000000 };

/* Entity e has the activity event e and the timeout event entities + e. */
reference_cancel_result reference_cancel(int64_t entities, int64_t events, const int64_t *table) {
  indexed_list list = indexed_list_make((size_t)(2 * entities));
  uint8_t *armed = malloc((size_t)entities);
  uint32_t next = 0, count = (uint32_t)entities;
  reference_cancel_result result = {0, 0, 0};
  for (uint32_t e = 0; e < count; e++) {
    indexed_list_insert(&list, table[next++ % REFERENCE_TABLE_LENGTH], e);
    indexed_list_insert(&list, TIMEOUT, count + e);
    armed[e] = 1;
  }
  for (int64_t i = 0; i < events; i++) {
    event_key first = list.keys[0];
    int64_t now = key_time(first);
    uint32_t event = key_event(first);
    if (event < count) {
      event_key key = indexed_list_key(&list, now + table[next++ % REFERENCE_TABLE_LENGTH], event);
      indexed_sift_down(&list, key, 0);
      if (armed[event]) {
        indexed_list_move(&list, now + TIMEOUT, count + event);
      } else {
        indexed_list_insert(&list, now + TIMEOUT, count + event);
        armed[event] = 1;
      }
    } else {
      indexed_list_remove_first(&list);
      armed[event - count] = 0;
      result.timeouts++;
    }
    result.time = now;
    if ((int64_t)list.count > result.most_pending) result.most_pending = (int64_t)list.count;
  }
  indexed_list_free(&list);
  free(armed);
  return result;
}
