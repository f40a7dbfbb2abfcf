import type { PayWay } from './pay-ways.ts';

/**
 * The way that stands chosen at first: the one that is asked for, `another` than that of the last try, or simply the first.
 * Null: there is none in this browser.
 */
export function firstWay(ways: readonly PayWay[], asked: string | null, lastMethod: string | null): PayWay | null {
  const wanted =
    asked === 'another' ? ways.find(({ value }) => value !== lastMethod) : ways.find(({ value }) => value === asked);
  return wanted ?? ways[0] ?? null;
}
