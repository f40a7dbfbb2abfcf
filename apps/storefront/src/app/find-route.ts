import type { Route } from './route.ts';

/** The route of a path, or null for one that no screen has. `/Login` and `/login` are one by their alias. */
export function findRoute(routes: readonly Route[], path: string): Route | null {
  const wanted = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return routes.find((route) => route.path === wanted || route.aliases?.includes(wanted)) ?? null;
}

/** The route's own path when the address holds none, the root or an unknown one; null when it may stay. */
export function redirectFor(routes: readonly Route[], path: string): string | null {
  return path === '/' || findRoute(routes, path) === null ? '/index' : null;
}
