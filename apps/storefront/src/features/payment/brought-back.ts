import type { BroughtBack } from './use-medical-permission.ts';

const NAMES = ['appId', 'encData'] as const;

/** What the bureau's page sent along in an address's query; null when this is no way back from there. */
export function broughtBack(query: URLSearchParams): BroughtBack | null {
  const [appId, encData] = NAMES.map((name) => query.get(name));
  return appId && encData ? { appId, encData } : null;
}

/** A route without it, so that going back or reloading does not follow it once more. */
export function withoutBroughtBack(hash: string): string {
  const [path = '', search = ''] = hash.split('?');
  const query = new URLSearchParams(search);
  for (const name of NAMES) query.delete(name);
  return query.size > 0 ? `${path}?${query}` : path;
}
