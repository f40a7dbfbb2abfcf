import type { ComponentType } from 'react';
import type { LaterRoute } from './route.ts';

/** Specification, section 9. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
/** A page that reloads itself does so once; a second failure within this time is shown instead. */
export const RELOAD_COOL_DOWN_MS = 5 * 60_000;
const RELOADED_AT_KEY = 'huimin-reloaded-for-chunk-at';

export interface ChunkLoaderParts {
  clock: { now(): number };
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  /** Session storage; may be missing. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  /** Whether the server answers now: tells a stale page from a lost network. */
  serverReachable: () => Promise<boolean>;
  reload: () => void;
}

/** Why a chunk is not there; `leaving`: the page reloads itself. */
export type ChunkFailure = 'offline' | 'stale' | 'leaving';

/**
 * Fetches a chunk. When it cannot be had although the server answers, the page is older than the server's files:
 * it is reloaded once (drafts live in storage, so nothing typed is lost), and again only after the cool-down.
 */
export function createChunkLoader(parts: ChunkLoaderParts) {
  return async <T extends object>(load: () => Promise<T>): Promise<T | ChunkFailure> => {
    let timer: unknown;
    const timeout = new Promise<never>((_, reject) => {
      timer = parts.timers.set(() => reject(new Error('chunk timeout')), CHUNK_LOAD_TIMEOUT_MS);
    });
    try {
      return await Promise.race([load(), timeout]);
    } catch {
      if (!(await parts.serverReachable())) return 'offline';
      return reloadOnce(parts) ? 'leaving' : 'stale';
    } finally {
      parts.timers.clear(timer);
    }
  };
}

/** Fetches a screen's component. */
export function createPageLoader(loadChunk: ReturnType<typeof createChunkLoader>) {
  return async (route: LaterRoute): Promise<ComponentType | ChunkFailure> => {
    const chunk = await loadChunk(route.load);
    return typeof chunk === 'string' ? chunk : chunk.default;
  };
}

function reloadOnce({ clock, storage, reload }: ChunkLoaderParts): boolean {
  // Without storage nothing would stop a page that reloads itself for ever.
  if (!storage) return false;
  const now = clock.now();
  const before = Number(storage.getItem(RELOADED_AT_KEY) ?? Number.NEGATIVE_INFINITY);
  if (now - before < RELOAD_COOL_DOWN_MS) return false;
  try {
    storage.setItem(RELOADED_AT_KEY, String(now));
  } catch {
    return false;
  }
  reload();
  return true;
}
