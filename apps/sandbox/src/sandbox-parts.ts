import type { VirtualClock } from './clock/virtual-clock.ts';
import type { FaultBook } from './faults/fault-book.ts';
import type { RequestLog } from './http/request-log.ts';
import type { SandboxKeys } from './keys/sandbox-keys.ts';
import type { Journal } from './state/journal.ts';
import type { Random } from './state/random.ts';

/** What every provider of the sandbox is given. */
export type SandboxParts = {
  /** `http://host:port` as browsers reach the sandbox; known once it listens. */
  origin(): string;
  clock: VirtualClock;
  keys: SandboxKeys;
  random: Random;
  faults: FaultBook;
  journal: Journal;
  log: RequestLog;
  /** Host names (or host:port) of shops besides the loopback ones. */
  shopHosts: readonly string[];
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
};

/** Whether `address` is an http(s) address on a shop host: loopback, or one the sandbox was told of. */
export function isShopAddress(parts: Pick<SandboxParts, 'shopHosts'>, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  return isLoopbackName(url.hostname) || parts.shopHosts.includes(url.hostname) || parts.shopHosts.includes(url.host);
}

/** localhost and the loopback addresses. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
