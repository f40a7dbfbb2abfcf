import { useSyncExternalStore } from 'react';
import { whenPersonLeaves } from '../../channel/person-gone.ts';

/** Somebody who was just taken off the list; the removal can be undone for a while. */
export interface RemovedMember {
  readonly memberId: string;
  readonly name: string;
  readonly removedAtMs: number;
}

/** As long as the server keeps them. */
const UNDO_MS = 10 * 60_000;

let removed: RemovedMember | null = null;
const listeners = new Set<() => void>();
whenPersonLeaves(() => noteRemoved(null));

/** In memory only: after a reload nobody is offered to come back. */
export function noteRemoved(member: RemovedMember | null): void {
  removed = member;
  for (const listener of listeners) listener();
}

export function useRemovedMember(nowMs: number): RemovedMember | null {
  const last = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => removed,
  );
  return last !== null && nowMs - last.removedAtMs < UNDO_MS ? last : null;
}
