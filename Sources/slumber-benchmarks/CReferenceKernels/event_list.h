/* An event list for the kernels: a four-way heap of 128-bit keys (time, sequence, event), families aligned to
 * cache lines, the least of four children chosen without branches. An event is an integer below 2^24. */
#ifndef SLUMBER_EVENT_LIST_H
#define SLUMBER_EVENT_LIST_H

#include <stdint.h>
#include <stdlib.h>

typedef unsigned __int128 event_key;
enum { EVENT_BITS = 24 };

typedef struct {
  event_key *keys; /* the root; three keys after the start of the block */
  size_t count;
  uint64_t sequence;
  int has_hole; /* the root has been taken and not yet replaced */
} event_list;

static inline event_list event_list_make(size_t capacity) {
  size_t bytes = ((capacity + 8) * sizeof(event_key) + 63) / 64 * 64;
  event_key *block = aligned_alloc(64, bytes);
  for (size_t i = 0; i < bytes / sizeof(event_key); i++) block[i] = ~(event_key)0;
  return (event_list){block + 3, 0, 0, 0};
}

static inline void event_list_free(event_list *list) { free(list->keys - 3); }

static inline int64_t key_time(event_key key) { return (int64_t)(uint64_t)(key >> 64); }
static inline uint32_t key_event(event_key key) { return (uint32_t)key & ((1u << EVENT_BITS) - 1); }

static inline event_key event_list_key(event_list *list, int64_t time, uint32_t event) {
  return (event_key)(uint64_t)time << 64 | (list->sequence++ << EVENT_BITS | event);
}

static inline size_t least_child(const event_key *keys, size_t first) {
  size_t left = first + (keys[first + 1] < keys[first]);
  size_t right = first + 2 + (keys[first + 3] < keys[first + 2]);
  return keys[right] < keys[left] ? right : left;
}

static inline void sift_down(event_list *list, event_key key) {
  event_key *keys = list->keys;
  size_t index = 0, end = list->count;
  for (size_t first; (first = 4 * index + 1) < end;) {
    size_t least = least_child(keys, first);
    if (key < keys[least]) break;
    keys[index] = keys[least];
    index = least;
  }
  keys[index] = key;
}

/* Adds an event, in the place of the one just taken if that is still open. */
static inline void event_list_schedule(event_list *list, int64_t time, uint32_t event) {
  event_key key = event_list_key(list, time, event);
  if (list->has_hole) {
    list->has_hole = 0;
    sift_down(list, key);
    return;
  }
  event_key *keys = list->keys;
  size_t index = list->count++;
  while (index > 0) {
    size_t parent = (index - 1) / 4;
    if (keys[parent] < key) break;
    keys[index] = keys[parent];
    index = parent;
  }
  keys[index] = key;
}

/* The least key, without taking it; all ones when the list is empty. */
static inline event_key event_list_first(event_list *list) {
  if (list->has_hole) {
    list->has_hole = 0;
    event_key last = list->keys[--list->count];
    list->keys[list->count] = ~(event_key)0;
    if (list->count > 0) sift_down(list, last);
  }
  return list->keys[0];
}

#endif
