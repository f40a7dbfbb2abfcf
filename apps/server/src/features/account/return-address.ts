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
  const address = `${url.pathname}${url.search}${url.hash}`;
  // A path of two slashes would lead elsewhere when it is sent as a Location.
  return address.startsWith('//') ? null : address;
}
