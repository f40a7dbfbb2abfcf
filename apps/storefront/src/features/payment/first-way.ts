import type { PayWay } from './pay-ways.ts';

/**
 * The way that stands chosen at first: the one that is asked for, `another` than that of the last try, that of the last try
 * (whoever comes back from a cashier finds the own choice), or simply the first. Null: there is none in this browser.
 */
export function firstWay(ways: readonly PayWay[], asked: string | null, lastMethod: string | null): PayWay | null {
  const wanted =
    asked === 'another'
      ? ways.find(({ value }) => value !== lastMethod)
      : (ways.find(({ value }) => value === asked) ?? ways.find(({ value }) => value === lastMethod));
  return wanted ?? ways[0] ?? null;
}
