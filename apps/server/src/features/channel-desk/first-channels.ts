import { SALE_CHANNEL_LABELS, type SaleChannelDraft, saleChannelProblem } from '@huimin/domain/share';
import type { Core } from '../../core.ts';
import { institutions, writeChange, writeChannel } from './channel-store.ts';
import { NAME_SEAL } from './show-channels.ts';

export interface FirstChannel extends SaleChannelDraft {
  readonly code: string;
  readonly name: string;
}

/** Puts channels down where there are none yet, institutions before whoever works for them. Throws what is wrong with one. */
export async function registerFirstChannels(
  { database, clock, vault }: Pick<Core, 'database' | 'clock' | 'vault'>,
  channels: readonly FirstChannel[],
  by: string,
): Promise<void> {
  if ((await institutions(database.query, null)).length > 0) return;
  const nowMs = clock.now();
  await database.transaction(async (query) => {
    for (const { code, name, ...draft } of channels) {
      const problem = saleChannelProblem(draft, nowMs);
      if (problem !== null) throw new Error(`${code}: ${problem}`);
      await writeChannel(query, { code, ...draft, nameSealed: vault.seal(NAME_SEAL, name), nowMs }, true);
      const what = `新加${SALE_CHANNEL_LABELS[draft.kind]}`;
      await writeChange(query, code, { at: nowMs, by, what, reason: '首次启动' });
    }
  });
}
