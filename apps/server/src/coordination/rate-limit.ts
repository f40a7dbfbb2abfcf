import type { Query } from '../db/database.ts';
import type { Clock } from '../ports/outside.ts';
import type { BlindIndex } from '../security/vault.ts';
import { plainAddress } from './plain-address.ts';

/** At most `limit` hits of one subject within any `windowMs`. */
export interface RateRule {
  /** Unique among rules; part of the stored key. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /** Counts one hit of `subject` (an address, a session …; stored as keyed hash) and says whether it may go on. */
  allows(rule: RateRule, subject: string): Promise<boolean>;
  /** The same for a browser's address: one subscriber's whole IPv6 network counts as one. */
  allowsAddress(rule: RateRule, clientAddress: string): Promise<boolean>;
}

export interface RateLimiterDeps {
  readonly query: Query;
  readonly index: BlindIndex;
  readonly clock: Clock;
}

/**
 * A sliding window shared by all replicas: the hits of the running window plus the part of the previous window that
 * still lies within `windowMs`. A refused hit is not counted, so knocking on does not lengthen the wait.
 */
export function createRateLimiter({ query, index, clock }: RateLimiterDeps): RateLimiter {
  async function allows(rule: RateRule, subject: string): Promise<boolean> {
    const nowMs = clock.now();
    const startMs = Math.floor(nowMs / rule.windowMs) * rule.windowMs;
    const key = [index.of('rate-subject', subject), rule.name];
    const [previous] = await query<{ hits: number }>(
      `select hits from rate_windows where subject = $1 and rule = $2 and window_start = $3`,
      [...key, new Date(startMs - rule.windowMs)],
    );
    const shareLeft = 1 - (nowMs - startMs) / rule.windowMs;
    const free = Math.floor(rule.limit - (previous?.hits ?? 0) * shareLeft);
    if (free < 1) return false;
    const counted = await query(
      `insert into rate_windows as kept (subject, rule, window_start, hits) values ($1, $2, $3, 1)
       on conflict (subject, rule, window_start) do update set hits = kept.hits + 1 where kept.hits < $4
       returning 1 as counted`,
      [...key, new Date(startMs), free],
    );
    return counted.length === 1;
  }
  return { allows, allowsAddress: (rule, clientAddress) => allows(rule, networkOf(clientAddress)) };
}

const NETWORK_GROUPS = 4;

/** An IPv4 address as it is; of an IPv6 address the 64 bits that a provider gives to one subscriber. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().replace(/%.*$/, '').split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** Removes windows that no rule looks at any more (rules reach back two windows of at most a day). */
export async function deleteOldRateWindows(query: Query, nowMs: number): Promise<void> {
  await query(`delete from rate_windows where window_start < $1`, [new Date(nowMs - 3 * 86_400_000)]);
}
