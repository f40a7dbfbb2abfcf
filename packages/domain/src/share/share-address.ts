import type { ShareWay } from './attribution.ts';
import { KEPT_PARAMETERS, keptQueryOf } from './kept-query.ts';

export interface SharedPage {
  /** Null: whoever shares has no code of their own. */
  readonly shareCode: string | null;
  readonly shareFrom: ShareWay;
  /** The edition that is shared, where it is not the one everybody sees. */
  readonly productId?: string | undefined;
  /** An article; without it the home page. */
  readonly articleId?: string | undefined;
}

/**
 * The address that a share hands on. Everything stands behind the `#`: the part before it stays what the messaging app's
 * signature is about. Whoever shares passes on their own code, never the one that brought them.
 */
export function shareAddress(origin: string, page: SharedPage): string {
  const query = new URLSearchParams();
  if (page.articleId !== undefined) query.set('id', page.articleId);
  if (page.shareCode !== null) {
    query.set('shareCode', page.shareCode);
    query.set('shareFrom', page.shareFrom);
  }
  if (page.productId !== undefined) query.set('productId', page.productId);
  const text = query.toString();
  return `${origin}/#/${page.articleId === undefined ? 'index' : 'link'}${text === '' ? '' : `?${text}`}`;
}

/**
 * A route in another edition's page: that edition's data come with a page of its own. What the present address (the query of its hash) hands
 * on goes along, all but the edition that it names.
 */
export function editionAddress(editionCode: string, route: string, presentSearch: string): string {
  const [path = '', search = ''] = route.split('?', 2);
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(keptQueryOf(presentSearch))) {
    if (!query.has(name)) query.set(name, value);
  }
  query.delete('productId');
  const text = query.toString();
  return `/?productId=${encodeURIComponent(editionCode)}#${path}${text === '' ? '' : `?${text}`}`;
}

const SHARED_ROUTES: readonly string[] = ['/index', '/link'];
const ARTICLE_ID = /^[a-z0-9-]{2,40}$/;

/**
 * The same address with nothing in it but what a share may carry, or null when it is no page of this shop that can be
 * shared. What a QR code leads to is made of this, never of what a browser sent.
 */
export function ownShareAddress(given: string, origin: string): string | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.pathname !== '/') return null;
  const [path = '', hashSearch = ''] = url.hash.replace(/^#/, '').split('?', 2);
  const route = path === '' || path === '/' ? '/index' : path;
  if (!SHARED_ROUTES.includes(route)) return null;
  const kept = { ...keptQueryOf(url.search), ...keptQueryOf(hashSearch) };
  const query = new URLSearchParams();
  const id = new URLSearchParams(hashSearch).get('id');
  if (route === '/link') {
    if (id === null || !ARTICLE_ID.test(id)) return null;
    query.set('id', id);
  }
  for (const name of KEPT_PARAMETERS) {
    const value = kept[name];
    if (value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return `${new URL(origin).origin}/#${route}${text === '' ? '' : `?${text}`}`;
}
