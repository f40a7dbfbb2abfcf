import { isKnownLoggedOut } from '../features/account/login-memory.ts';
import { HOME_ROUTE } from './home-route.ts';
import type { Navigation } from './navigation.ts';
import type { Route } from './route.ts';
import type { RouteBook } from './route-book.ts';

/**
 * Fetches the chunks of the likely next screens while the present one is looked at. On the landing page only once the
 * person does anything there: what somebody fetches who only looks and leaves stays within its byte goal. Not at all when
 * the phone saves data. A failure is left to the navigation itself.
 */
export function prefetchNextScreens(navigation: Pick<Navigation, 'get' | 'subscribe'>, routes: RouteBook): void {
  if (savesData()) return;
  const fetched = new Set<Route>();
  const fetchNext = async () => {
    // Who is on the way to a screen has that one first.
    if ((await routes.load()) !== 'there' || navigation.get().pending) return;
    for (const name of navigation.get().visit?.route.next ?? []) {
      const route = routes.get().find((candidate) => candidate.name === name);
      if (!route?.load || fetched.has(route)) continue;
      fetched.add(route);
      route.load().catch(() => fetched.delete(route));
    }
  };
  whenUsed(() => {
    // What the first tap leads to comes beside the table of screens instead of after it.
    if (navigation.get().visit?.route === HOME_ROUTE) fetchFirst().catch(() => {});
    void fetchNext();
  });
  const follow = () => {
    const { visit, pending } = navigation.get();
    if (visit && !pending && !visit.route.page) afterLoadAndIdle(() => void fetchNext());
  };
  navigation.subscribe(follow);
  follow();
}

export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** The screen of the people to insure; whoever is not logged in is sent on from it. */
const fetchFirst = (): Promise<unknown> =>
  Promise.all([
    import('../pages/insure/choose-insured-page.tsx'),
    isKnownLoggedOut() && import('../pages/login/login-page.tsx'),
  ]);

/**
 * Runs once, as soon as the person does anything at all on the page. A pointer's moves do not count: a browser also tells of
 * one that lies still, over which a page was laid.
 */
export function whenUsed(run: () => void): void {
  const signs = ['scroll', 'touchstart', 'mousedown', 'keydown'];
  const begin = () => {
    for (const sign of signs) window.removeEventListener(sign, begin);
    run();
  };
  for (const sign of signs) window.addEventListener(sign, begin, { passive: true });
}

/** Runs once after the load event when the browser has nothing better to do. iOS has no idle callback. */
export function afterLoadAndIdle(run: () => void): void {
  const whenIdle = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 3_000 });
    else setTimeout(run, 500);
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
