import type { FoundPolicyValue } from '@huimin/contract';
import { whenPersonLeaves } from '../../channel/person-gone.ts';

/** What the last search without a login found. In memory only: it is gone with the tab, and after leaving for long. */
interface Found {
  readonly policies: readonly FoundPolicyValue[];
  readonly atMs: number;
}

/** As long as the papers can be opened. */
const SHOWN_MS = 15 * 60_000;

let found: Found | null = null;
whenPersonLeaves(() => keepFound(null, 0));

export function keepFound(policies: readonly FoundPolicyValue[] | null, nowMs: number): void {
  found = policies && { policies, atMs: nowMs };
}

export function keptFound(nowMs: number): readonly FoundPolicyValue[] | null {
  return found !== null && nowMs - found.atMs < SHOWN_MS ? found.policies : null;
}

/** Policies by year, newest year first. */
export function byYear(policies: readonly FoundPolicyValue[]): readonly (readonly [number, FoundPolicyValue[]])[] {
  const years = new Map<number, FoundPolicyValue[]>();
  for (const policy of policies) {
    const group = years.get(policy.editionYear);
    if (group) group.push(policy);
    else years.set(policy.editionYear, [policy]);
  }
  return [...years.entries()].sort(([a], [b]) => b - a);
}

/** Those whose cover touches the days from `from` to `to`; an open end takes everything on its side. */
export function coveredWithin(
  policies: readonly FoundPolicyValue[],
  from: string | null,
  to: string | null,
): FoundPolicyValue[] {
  return policies.filter(
    (policy) => (from === null || policy.invalidDate >= from) && (to === null || policy.validDate <= to),
  );
}
