#include "event_list.h"
#include "indexed_list.h"
#include "reference_kernels.h"
#include <math.h>

void reference_fill_table(int64_t *table) {
  uint64_t state = 12345;
  for (int i = 0; i < REFERENCE_TABLE_LENGTH; i++) {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    z ^= z >> 31;
    double uniform = (double)(z >> 11) * 0x1p-53;
    table[i] = (int64_t)round(-log1p(-uniform) * 1e6);
  }
}

int64_t reference_hold(int64_t pending, int64_t holds, const int64_t *table) {
  event_list list = event_list_make((size_t)pending);
  uint32_t next = 0;
  for (int64_t i = 0; i < pending; i++)
    event_list_schedule(&list, table[next++ % REFERENCE_TABLE_LENGTH], (uint32_t)i);
  int64_t now = 0;
  for (int64_t i = 0; i < holds; i++) {
    event_key first = list.keys[0];
    now = key_time(first);
    sift_down(&list, event_list_key(&list, now + table[next++ % REFERENCE_TABLE_LENGTH], key_event(first)));
  }
  event_list_free(&list);
  return now;
}

int64_t reference_hold_indexed(int64_t pending, int64_t holds, const int64_t *table) {
  indexed_list list = indexed_list_make((size_t)pending);
  uint32_t next = 0;
  for (int64_t i = 0; i < pending; i++)
    indexed_list_insert(&list, table[next++ % REFERENCE_TABLE_LENGTH], (uint32_t)i);
  int64_t now = 0;
  for (int64_t i = 0; i < holds; i++) {
    event_key first = list.keys[0];
    now = key_time(first);
    event_key key = indexed_list_key(&list, now + table[next++ % REFERENCE_TABLE_LENGTH], key_event(first));
    indexed_sift_down(&list, key, 0);
  }
  __asm__ volatile("" : : "r"(list.places) : "memory"); /* nobody reads the places; keep them all the same */
  indexed_list_free(&list);
  return now;
}
