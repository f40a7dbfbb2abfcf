import type { ComponentType } from 'react';
import type { Navigator } from '../context/screen-context.ts';
import { findRoute, redirectFor } from './find-route.ts';
import { adoptOuterQuery, hashFor, parseHash } from './hash-location.ts';
import type { ChunkFailure } from './load-page.ts';
import type { LaterRoute, Route } from './route.ts';
import type { RouteBook } from './route-book.ts';

/** One shown screen. */
export interface Visit {
  readonly route: Route;
  readonly Page: ComponentType;
  readonly path: string;
  /** Query of the hash, without the question mark. */
  readonly search: string;
  /** One per history entry, the same again after going back. */
  readonly key: string;
  /** Whether the person came here by back or forward. */
  readonly returned: boolean;
}

export interface NavigationState {
  readonly visit: Visit | null;
  /** A screen is being fetched; the former stays until it is there. */
  readonly pending: boolean;
  /** The screen could not be fetched. */
  readonly failure: 'offline' | 'stale' | null;
}

/** The part of `window` that this needs. */
export interface NavigationHost {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string };
  readonly history: {
    readonly state: unknown;
    pushState(state: unknown, unused: string, url: string): void;
    replaceState(state: unknown, unused: string, url: string): void;
    back(): void;
  };
  addEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
}

export interface NavigationParts {
  host: NavigationHost;
  routes: RouteBook;
  /**
   * Before each screen, or while it `isShown` already: product data, authorisation. False when the browser is leaving for
   * another address.
   */
  guard: (route: Route, isShown: boolean) => Promise<boolean>;
  /** The screen's component; `stale` and `offline` when it cannot be fetched, `leaving` when the page reloads itself. */
  loadPage: (route: LaterRoute) => Promise<ComponentType | ChunkFailure>;
  newKey: () => string;
}

export interface Navigation {
  get(): NavigationState;
  subscribe(listener: () => void): () => void;
  /** Begins to follow the address. An eager first screen is shown at once. */
  start(): void;
  navigate(to: string, options?: { replace?: boolean }): void;
  /** Back if there is a screen to go back to in this visit, else to `fallback`. */
  goBack(fallback: string): void;
  /**
   * The same for one screen. While the next is fetched it is still there, and its answers still come: what would put another screen in
   * its place then would put it in the place of the one the person has gone to, and does nothing; no more does going back, which would take
   * them from there.
   */
  from(visit: Visit): Navigator;
  /** Tries the present address again. */
  retry(): void;
  /** Which screen the person is on or on the way to, counted from 1 each time it is another one; 0 before the first. */
  place(): number;
}

interface EntryState {
  readonly visitKey?: string;
  /** How many entries of this app lie before this one. */
  readonly depth?: number;
}

/** Follows the address's hash: redirects, kept parameters, guards, chunks. Holds no DOM and no React. */
export function createNavigation(parts: NavigationParts): Navigation {
  const { host, routes } = parts;
  const listeners = new Set<() => void>();
  const seenKeys = new Set<string>();
  let state: NavigationState = { visit: null, pending: false, failure: null };
  let turn = 0;
  let target = '';
  let heading: Route | undefined;
  let place = 0;

  const set = (next: NavigationState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const entry = () => (host.history.state ?? {}) as EntryState;
  const outer = () => host.location.pathname + host.location.search;

  /** Puts the address right (outer query, redirects, kept parameters, a key for the entry) without a new entry. */
  function settleAddress(): { route: Route; path: string; search: string; key: string } {
    const adopted = adoptOuterQuery(host.location.search, host.location.hash);
    const { path } = parseHash(adopted?.hash ?? host.location.hash);
    const redirect = redirectFor(routes.get(), path);
    let hash = adopted?.hash ?? host.location.hash;
    // A plain root is the index with whatever query the root had; an unknown address has no query worth keeping.
    if (redirect) {
      const { search } = parseHash(hash);
      hash = path === '/' && search ? `#${redirect}?${search}` : hashFor(redirect, hash);
    }
    if (state.visit) hash = hashFor(hash, `#/?${state.visit.search}`);
    const before = entry();
    const key = before.visitKey ?? parts.newKey();
    if (hash !== host.location.hash || before.visitKey === undefined) {
      const depth = before.depth ?? (state.visit ? depthOf(state.visit) + 1 : 0);
      const query = adopted ? adopted.search : host.location.search;
      host.history.replaceState({ ...before, visitKey: key, depth }, '', host.location.pathname + query + hash);
    }
    depths.set(key, entry().depth ?? 0);
    const settled = parseHash(hash);
    return { route: findRoute(routes.get(), settled.path) as Route, ...settled, key };
  }

  const depths = new Map<string, number>();
  const depthOf = (visit: Visit) => depths.get(visit.key) ?? 0;

  /** Whether the address can be followed; false: it was left meanwhile, or the table of screens cannot be had. */
  async function knowsScreen(): Promise<boolean> {
    turn += 1;
    const mine = turn;
    set({ ...state, pending: true });
    const loaded = await routes.load();
    if (mine !== turn || loaded === 'leaving') return false;
    if (loaded !== 'there') set({ ...state, pending: false, failure: loaded });
    return loaded === 'there';
  }

  async function follow(force = false): Promise<void> {
    const { path: asked } = parseHash(
      adoptOuterQuery(host.location.search, host.location.hash)?.hash ?? host.location.hash,
    );
    const isKnown = routes.isWhole() || asked === '/' || findRoute(routes.get(), asked) !== null;
    if (!isKnown && !(await knowsScreen())) return;
    const { route, path, search, key } = settleAddress();
    const address = `${key} ${path}?${search}`;
    if (address === target && !force) return;
    target = address;
    if (route !== heading) place += 1;
    heading = route;
    turn += 1;
    const mine = turn;
    const show = (Page: ComponentType) => {
      const returned = seenKeys.has(key);
      seenKeys.add(key);
      set({ visit: { route, Page, path, search, key, returned }, pending: false, failure: null });
    };
    if (state.visit === null && route.page) {
      show(route.page);
      await parts.guard(route, true);
      return;
    }
    set({ ...state, pending: true });
    const [goOn, page] = await Promise.all([
      parts.guard(route, false),
      route.page === undefined ? parts.loadPage(route) : route.page,
    ]);
    if (mine !== turn || !goOn || page === 'leaving') return;
    if (page === 'offline' || page === 'stale') set({ ...state, pending: false, failure: page });
    else show(page);
  }

  const navigator: Navigation = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      host.addEventListener('popstate', () => void follow());
      host.addEventListener('hashchange', () => void follow());
      void follow();
    },
    navigate(to, { replace = false } = {}) {
      const hash = hashFor(to, host.location.hash);
      const depth = entry().depth ?? 0;
      const next: EntryState = { visitKey: parts.newKey(), depth: replace ? depth : depth + 1 };
      if (replace) host.history.replaceState(next, '', outer() + hash);
      else host.history.pushState(next, '', outer() + hash);
      void follow();
    },
    goBack(fallback) {
      if ((entry().depth ?? 0) > 0) host.history.back();
      else navigator.navigate(fallback, { replace: true });
    },
    from({ key: own }) {
      let key: string | undefined = own;
      return {
        goBack(fallback) {
          if (entry().visitKey === key) navigator.goBack(fallback);
        },
        navigate(to, options) {
          if (options?.replace && entry().visitKey !== key) return;
          navigator.navigate(to, options);
          if (options?.replace) key = entry().visitKey;
        },
      };
    },
    retry() {
      void follow(true);
    },
    place: () => place,
  };
  return navigator;
}
