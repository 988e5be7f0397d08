/* PHONE: a phone with 40 apps that ask for background time in a loop, a user, a charger and daily budgets.
 *
 * - App: waits 1,800 s times a uniform number in (0.9, 1.1), then asks. Granted iff charging or level above
 *   20 %, budget of at least 1, and not (in use, below 40 % and unplugged). A grant costs one of the budget
 *   and 0.02 % of charge, and lasts a Gamma(2, 4 s) time; then, or when refused, the app waits again.
 * - User: sessions by thinning of 114 chances a day with intensity 1 - 0.9 cos(2 pi (h - 3) / 24); a chance
 *   during a session is lost. The app is Zipf(1) distributed, the length lognormal(4.3, 1).
 * - Charger: from 23:00 to 07:00, each end shifted by a uniform time within 30 min.
 * - Midnight: budgets are 24, 12, 6 and 2 for the four groups of ten apps.
 * - Level, in %, brought up to date when needed: +40/h charging, -9.6/h in use, -0.6/h idle, within 0 to 100.
 */
#include "event_list.h"
#include "philox.h"
#include <gsl/gsl_randist.h>
#include <math.h>

enum { APPS = 40 };
enum { ASK, RUN_END, CHANCE, SESSION_END, PLUG, UNPLUG, MIDNIGHT };
#define EVENT(kind, app) ((uint32_t)(kind) << 8 | (uint32_t)(app))
#define HOUR INT64_C(3600000000)
#define DAY (24 * HOUR)
static const double PI = 3.14159265358979323846;

typedef struct {
  gsl_rng *generator;
  event_list list;
  int budgets[APPS];
  int64_t opened[APPS];
  double zipf[APPS];
  double level;
  int64_t level_time;
  int charging, in_use;
} phone;

static int64_t microseconds(double seconds) { return (int64_t)round(seconds * 1e6); }

static int64_t wait_time(phone *p) {
  return microseconds(1800 * (0.9 + 0.2 * gsl_rng_uniform(p->generator)));
}

static void update_level(phone *p, int64_t now) {
  double hours = (double)(now - p->level_time) / 3.6e9;
  double rate = p->charging ? 40.0 : p->in_use ? -9.6 : -0.6;
  double level = p->level + rate * hours;
  p->level = level > 100 ? 100 : level < 0 ? 0 : level;
  p->level_time = now;
}

static void refill(phone *p) {
  static const int allowance[4] = {24, 12, 6, 2};
  for (int app = 0; app < APPS; app++) p->budgets[app] = allowance[app / 10];
}

static int64_t shifted(phone *p, int64_t time) {
  return time + microseconds(3600 * (gsl_rng_uniform(p->generator) - 0.5));
}

static int zipf_app(phone *p) {
  double u = gsl_rng_uniform(p->generator);
  int app = 0;
  while (app < APPS - 1 && u >= p->zipf[app]) app++;
  return app;
}

static double intensity(int64_t now) {
  double hour = (double)(now % DAY) / 3.6e9;
  return 1 - 0.9 * cos(2 * PI * (hour - 3) / 24);
}

static int granted(const phone *p, int app) {
  return (p->charging || p->level > 20) && p->budgets[app] >= 1 &&
         !(p->in_use && p->level < 40 && !p->charging);
}

reference_phone_result reference_phone(int64_t days, reference_stream_start stream) {
  phone state = {.generator = reference_philox(stream), .list = event_list_make(64), .level = 80};
  phone *p = &state;
  event_list *list = &p->list;
  reference_phone_result result = {0};
  double total = 0, mass = 0;
  for (int app = 0; app < APPS; app++) total += 1.0 / (app + 1);
  for (int app = 0; app < APPS; app++) p->zipf[app] = (mass += 1.0 / (app + 1)) / total;
  refill(p);
  for (int app = 0; app < APPS; app++) event_list_schedule(list, wait_time(p), EVENT(ASK, app));
  event_list_schedule(list, microseconds(gsl_ran_exponential(p->generator, 86400.0 / 114)), EVENT(CHANCE, 0));
  event_list_schedule(list, shifted(p, 7 * HOUR), EVENT(UNPLUG, 0));
  event_list_schedule(list, shifted(p, 23 * HOUR), EVENT(PLUG, 0));
  event_list_schedule(list, DAY, EVENT(MIDNIGHT, 0));
  for (;;) {
    event_key first = event_list_first(list);
    int64_t now = key_time(first);
    if (now > days * DAY) break;
    list->has_hole = 1;
    result.events++;
    result.time = now;
    uint32_t app = key_event(first) & 255;
    switch (key_event(first) >> 8) {
    case ASK:
      update_level(p, now);
      if (granted(p, (int)app)) {
        p->budgets[app]--;
        p->level -= 0.02;
        int64_t length = microseconds(gsl_ran_gamma(p->generator, 2, 4));
        result.grants++;
        result.time_in_runs += length;
        event_list_schedule(list, now + length, EVENT(RUN_END, app));
      } else {
        result.denials++;
        event_list_schedule(list, now + wait_time(p), EVENT(ASK, app));
      }
      break;
    case RUN_END:
      event_list_schedule(list, now + wait_time(p), EVENT(ASK, app));
      break;
    case CHANCE: {
      double gap = gsl_ran_exponential(p->generator, 86400.0 / 114);
      event_list_schedule(list, now + microseconds(gap), EVENT(CHANCE, 0));
      if (gsl_rng_uniform(p->generator) * 1.9 < intensity(now) && !p->in_use) {
        update_level(p, now);
        p->in_use = 1;
        p->opened[zipf_app(p)]++;
        result.sessions++;
        double length = gsl_ran_lognormal(p->generator, 4.3, 1);
        event_list_schedule(list, now + microseconds(length), EVENT(SESSION_END, 0));
      }
      break;
    }
    case SESSION_END:
      update_level(p, now);
      p->in_use = 0;
      break;
    case PLUG:
    case UNPLUG: {
      int plug = key_event(first) >> 8 == PLUG;
      update_level(p, now);
      p->charging = plug;
      int64_t next = (now / DAY + 1) * DAY + (plug ? 23 : 7) * HOUR;
      event_list_schedule(list, shifted(p, next), EVENT(plug ? PLUG : UNPLUG, 0));
      break;
    }
    case MIDNIGHT:
      refill(p);
      event_list_schedule(list, now + DAY, EVENT(MIDNIGHT, 0));
      break;
    }
  }
  result.level = p->level;
  for (int app = 0; app < APPS; app++) result.app_sum += app * p->opened[app];
  gsl_rng_free(p->generator);
  event_list_free(list);
  return result;
}
