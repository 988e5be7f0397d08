/* The event list of event_list.h with a table from event to place, so that any event can be moved or removed. */
#ifndef SLUMBER_INDEXED_LIST_H
#define SLUMBER_INDEXED_LIST_H

#include "event_list.h"

typedef struct {
  event_key *keys;
  uint32_t *places;
  size_t count;
  uint64_t sequence;
} indexed_list;

static inline indexed_list indexed_list_make(size_t capacity) {
  event_list list = event_list_make(capacity);
  return (indexed_list){list.keys, calloc(capacity, sizeof(uint32_t)), 0, 0};
}

static inline void indexed_list_free(indexed_list *list) {
  free(list->keys - 3);
  free(list->places);
}

static inline event_key indexed_list_key(indexed_list *list, int64_t time, uint32_t event) {
  return (event_key)(uint64_t)time << 64 | (list->sequence++ << EVENT_BITS | event);
}

static inline void indexed_put(indexed_list *list, event_key key, size_t index) {
  list->keys[index] = key;
  list->places[key_event(key)] = (uint32_t)index;
}

static inline void indexed_sift_down(indexed_list *list, event_key key, size_t index) {
  size_t end = list->count;
  for (size_t first; (first = 4 * index + 1) < end;) {
    size_t least = least_child(list->keys, first);
    event_key below = list->keys[least];
    if (key < below) break;
    indexed_put(list, below, index);
    index = least;
  }
  indexed_put(list, key, index);
}

static inline void indexed_sift_up(indexed_list *list, event_key key, size_t index) {
  while (index > 0) {
    size_t parent = (index - 1) / 4;
    event_key above = list->keys[parent];
    if (above < key) break;
    indexed_put(list, above, index);
    index = parent;
  }
  indexed_put(list, key, index);
}

static inline void indexed_list_insert(indexed_list *list, int64_t time, uint32_t event) {
  list->count++;
  indexed_sift_up(list, indexed_list_key(list, time, event), list->count - 1);
}

static inline void indexed_replace(indexed_list *list, event_key key, size_t index) {
  if (index > 0 && key < list->keys[(index - 1) / 4])
    indexed_sift_up(list, key, index);
  else
    indexed_sift_down(list, key, index);
}

static inline void indexed_list_move(indexed_list *list, int64_t time, uint32_t event) {
  indexed_replace(list, indexed_list_key(list, time, event), list->places[event]);
}

static inline void indexed_list_remove_first(indexed_list *list) {
  event_key last = list->keys[--list->count];
  list->keys[list->count] = ~(event_key)0;
  if (list->count > 0) indexed_sift_down(list, last, 0);
}

#endif
