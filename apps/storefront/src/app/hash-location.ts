import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';

export interface HashLocation {
  /** Begins with `/`. */
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
}

/** Reads the route out of an address's hash: `#/pay?orderNo=1`. Anything that is not a route is `/`. */
export function parseHash(hash: string): HashLocation {
  const text = hash.replace(/^#!?/, '');
  if (!text.startsWith('/')) return { path: '/', search: '' };
  const at = text.indexOf('?');
  return at < 0 ? { path: text, search: '' } : { path: text.slice(0, at), search: text.slice(at + 1) };
}

/**
 * A route with the kept parameters of the address that is left: `/orders` becomes `#/orders?area=320500`. `to` may begin
 * with `#`.
 */
export function hashFor(to: string, currentHash: string): string {
  const path = to.replace(/^#/, '');
  return `#${mergeKeptQuery(path, keptQueryOf(parseHash(currentHash).search))}`;
}

/**
 * Takes the kept parameters out of the outer query and into the hash, where they live from then on. Null when the outer
 * query has none. A value that the hash has already stays.
 */
export function adoptOuterQuery(outerSearch: string, hash: string): { search: string; hash: string } | null {
  const kept = keptQueryOf(outerSearch);
  const names = Object.keys(kept);
  if (names.length === 0) return null;
  const left = new URLSearchParams(outerSearch);
  for (const name of names) left.delete(name);
  const { path, search } = parseHash(hash);
  const text = left.toString();
  return {
    search: text === '' ? '' : `?${text}`,
    hash: `#${mergeKeptQuery(search === '' ? path : `${path}?${search}`, kept)}`,
  };
}
