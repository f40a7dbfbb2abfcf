import { newClientKey } from '../../api/new-client-key.ts';
import { forgetNote, keepNote, keptNote } from '../../channel/tab-note.ts';

const KEY = 'huimin-upgrade';

/** One key per choice: a repeated tap or a reloaded page is the same order, another choice is another one. */
export function upgradeKey(orderNo: string, policyNos: readonly string[]): string {
  const choice = [orderNo, ...[...policyNos].sort()].join(' ');
  const kept = keptNote(KEY) as { choice?: unknown; key?: unknown } | null;
  if (kept?.choice === choice && typeof kept.key === 'string') return kept.key;
  const key = newClientKey();
  keepNote(KEY, { choice, key });
  return key;
}

/** The order of the kept key was closed: the same choice is a new one. */
export function forgetUpgradeKey(): void {
  forgetNote(KEY);
}
