/**
 * The address to come back to, as path with query and hash route, or null when it is not one of this shop's own:
 * the allow-list against open redirects. What an earlier authorisation left in the outer query is taken out.
 */
export function ownReturnAddress(given: string, publicOrigin: string): string | null {
  if (!URL.canParse(given, publicOrigin)) return null;
  const url = new URL(given, publicOrigin);
  // "//other.example" and "/\other.example" resolve to another origin; "javascript:" has none.
  if (url.origin !== new URL(publicOrigin).origin || url.username !== '' || url.password !== '') return null;
  url.searchParams.delete('code');
  url.searchParams.delete('state');
  const address = `${url.pathname}${url.search}${withoutOutcome(url.hash)}`;
  // A path of two slashes would lead elsewhere when it is sent as a Location.
  return address.startsWith('//') ? null : address;
}

const OUTCOME = 'wxauth';

/** What an earlier round trip has said is not said again after this one. */
function withoutOutcome(hash: string): string {
  const [path = '', search] = hash.split('?', 2);
  if (search === undefined) return hash;
  const query = new URLSearchParams(search);
  if (!query.has(OUTCOME)) return hash;
  query.delete(OUTCOME);
  return query.size === 0 ? path : `${path}?${query}`;
}

/**
 * The address with the outcome behind its route. Without a fragment of its own, it would inherit the #wechat_redirect of the
 * one before.
 */
export function withOutcome(address: string, outcome: string | null): string {
  const whole = address.includes('#') ? address : `${address}#/`;
  if (outcome === null) return whole;
  const [before = '', hash = ''] = whole.split('#', 2);
  const route = hash.startsWith('/') ? hash : '/';
  return `${before}#${route}${route.includes('?') ? '&' : '?'}${OUTCOME}=${outcome}`;
}
