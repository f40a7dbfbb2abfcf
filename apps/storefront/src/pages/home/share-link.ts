import { copyText } from '../../ui/index.ts';

/** The address of the home page to hand on: of this site, with the sharer's kept parameters, without their route. */
export function homeAddress(location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>): string {
  const at = location.hash.indexOf('?');
  const query = at < 0 ? '' : location.hash.slice(at);
  return `${location.origin}${location.pathname}${location.search}#/index${query}`;
}

/** Outside the messaging app there is no share menu to point at: the link goes to the clipboard. */
export function shareLink(location: Location): Promise<boolean> {
  return copyText(homeAddress(location));
}
