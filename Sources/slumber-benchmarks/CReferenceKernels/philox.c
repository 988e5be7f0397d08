#include "philox.h"

typedef struct {
  uint32_t key[2];
  uint32_t counter[4];
  uint32_t block[4];
  uint32_t used;
} philox_state;

static void refill(philox_state *state) {
  uint32_t c0 = state->counter[0], c1 = state->counter[1], c2 = state->counter[2], c3 = state->counter[3];
  uint32_t k0 = state->key[0], k1 = state->key[1];
  for (int round = 0; round < 10; round++) {
    uint64_t even = (uint64_t)c0 * 0xD2511F53u, odd = (uint64_t)c2 * 0xCD9E8D57u;
    c0 = (uint32_t)(odd >> 32) ^ c1 ^ k0;
    c1 = (uint32_t)odd;
    c2 = (uint32_t)(even >> 32) ^ c3 ^ k1;
    c3 = (uint32_t)even;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  state->block[0] = c0;
  state->block[1] = c1;
  state->block[2] = c2;
  state->block[3] = c3;
  state->counter[0]++;
  state->used = 0;
}

static unsigned long get(void *memory) {
  philox_state *state = memory;
  if (state->used == 4) refill(state);
  return state->block[state->used++];
}

static double get_double(void *memory) {
  uint64_t low = get(memory);
  uint64_t pair = low | (uint64_t)get(memory) << 32;
  return ((double)(pair >> 12) + 0.5) * 0x1p-52;
}

static void set(void *memory, unsigned long seed) {
  (void)seed;
  *(philox_state *)memory = (philox_state){.used = 4};
}

static const gsl_rng_type philox_type = {
    "philox4x32-10", UINT32_MAX, 0, sizeof(philox_state), set, get, get_double};

gsl_rng *reference_philox(reference_stream_start start) {
  gsl_rng *generator = gsl_rng_alloc(&philox_type);
  philox_state *state = gsl_rng_state(generator);
  *state = (philox_state){.used = 4};
  for (int i = 0; i < 2; i++) state->key[i] = start.key[i];
  for (int i = 0; i < 4; i++) state->counter[i] = start.counter[i];
  return generator;
}
