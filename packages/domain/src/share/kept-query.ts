/** Query parameters that survive every navigation (specification, section 2). */
export const KEPT_PARAMETERS = ['shareCode', 'shareFrom', 'agentCode', 'productId', 'area', 'area1'] as const;

export type KeptParameter = (typeof KEPT_PARAMETERS)[number];

export type KeptQuery = Partial<Record<KeptParameter, string>>;

/** Longer values come from nobody's share link; carrying them along would only grow every address. */
const MAX_VALUE_LENGTH = 128;

/** Picks the kept parameters out of a query (`?a=1&b=2`, with or without the question mark); empty values do not count. */
export function keptQueryOf(search: string): KeptQuery {
  const query = new URLSearchParams(search);
  const kept: KeptQuery = {};
  for (const name of KEPT_PARAMETERS) {
    const value = query.get(name);
    if (value && value.length <= MAX_VALUE_LENGTH) kept[name] = value;
  }
  return kept;
}

/** Kept parameters of an address whose query stands before and inside the hash; the hash's own values win. */
export function adoptKeptQuery(outerSearch: string, hashSearch: string): KeptQuery {
  return { ...keptQueryOf(outerSearch), ...keptQueryOf(hashSearch) };
}

/**
 * Adds the kept parameters to a path (`/pay?orderNo=1#part`). What the path itself says wins; all its other parameters
 * and its fragment stay as they are. A hash route (`#/login`) carries them in the hash's own query.
 */
export function mergeKeptQuery(path: string, kept: KeptQuery): string {
  if (path.startsWith('#')) return `#${mergeKeptQuery(path.slice(1), kept)}`;
  const hashAt = path.indexOf('#');
  const fragment = hashAt < 0 ? '' : path.slice(hashAt);
  const beforeHash = hashAt < 0 ? path : path.slice(0, hashAt);
  const queryAt = beforeHash.indexOf('?');
  const ownQuery = queryAt < 0 ? '' : beforeHash.slice(queryAt + 1);
  const own = new URLSearchParams(ownQuery);
  const added = new URLSearchParams();
  for (const name of KEPT_PARAMETERS) {
    const value = kept[name];
    if (value && !own.has(name)) added.set(name, value);
  }
  const query = [ownQuery, added.toString()].filter((part) => part !== '').join('&');
  return (queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt)) + (query ? `?${query}` : '') + fragment;
}
