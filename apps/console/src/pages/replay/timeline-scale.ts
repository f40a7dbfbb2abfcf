import type { HappeningValue } from '@huimin/contract/console';

/** Where the visit is drawn, and beside it what came after. */
const AFTER_SHARE = 0.14;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

const two = (value: number): string => String(value).padStart(2, '0');

/** `02:36`, `1:02:36` from an hour on, `20 天后` from a day on. */
export const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds >= DAY_S) return `${Math.floor(seconds / DAY_S)} 天后`;
  const [hours, rest] = [Math.floor(seconds / HOUR_S), seconds % HOUR_S];
  const short = `${two(Math.floor(rest / 60))}:${two(rest % 60)}`;
  return hours === 0 ? short : `${hours}:${short}`;
};

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 8 * HOUR_S, DAY_S];
const MOST_STEPS = 8;

/** Times under a visit of this length, in ms from its beginning: round ones, no two of which read the same. */
export function ticksOf(lengthMs: number): number[] {
  const stepMs = (STEPS_S.find((step) => lengthMs / (step * 1_000) <= MOST_STEPS) ?? DAY_S) * 1_000;
  return Array.from({ length: Math.min(Math.floor(lengthMs / stepMs), MOST_STEPS) + 1 }, (_, tick) => tick * stepMs);
}

interface Drawing {
  readonly left: number;
  readonly width: number;
}

export interface TimelineScale {
  /** Where the visit ends. */
  readonly end: number;
  /** What the server added when the visit was over, in its order. */
  readonly later: readonly HappeningValue[];
  x(time: number): number;
  /** The moment of a place; places after the visit are its end. */
  timeAt(x: number): number;
}

/**
 * The visit to scale. A policy comes a minute later and a refund weeks later: to one scale with them the visit would be
 * a single stroke, so they stand behind its end, one after the other.
 */
export function timelineScale(
  { from, to }: { readonly from: number; readonly to: number },
  happenings: readonly HappeningValue[],
  { left, width }: Drawing,
): TimelineScale {
  const length = Math.max(1, to - from);
  const later = happenings.filter(({ at }) => at > to);
  const span = later.length === 0 ? width : width * (1 - AFTER_SHARE);
  const places = [...new Set(later.map(({ at }) => at))].sort((a, b) => a - b);
  const end = left + span;
  return {
    end,
    later,
    x(time) {
      const place = places.indexOf(time);
      if (place >= 0) return end + ((place + 1) / (places.length + 1)) * width * AFTER_SHARE;
      return left + (Math.min(Math.max(time - from, 0), length) / length) * span;
    },
    timeAt: (x) => from + Math.min(1, Math.max(0, (x - left) / span)) * length,
  };
}
