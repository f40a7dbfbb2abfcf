import { HOME_ROUTE } from './home-route.ts';
import type { ChunkFailure, createChunkLoader } from './load-page.ts';
import type { Route } from './route.ts';

/** The screens that are known. Until the table's chunk is there: the landing page. */
export interface RouteBook {
  get(): readonly Route[];
  isWhole(): boolean;
  /** Fetches the rest; does nothing once it is there. */
  load(): Promise<'there' | ChunkFailure>;
}

export function createRouteBook(loadChunk: ReturnType<typeof createChunkLoader>): RouteBook {
  let routes: readonly Route[] | null = null;
  return {
    get: () => routes ?? [HOME_ROUTE],
    isWhole: () => routes !== null,
    async load() {
      if (routes) return 'there';
      const table = await loadChunk(() => import('./route-table.ts'));
      if (typeof table === 'string') return table;
      routes = table.ROUTES;
      return 'there';
    },
  };
}
