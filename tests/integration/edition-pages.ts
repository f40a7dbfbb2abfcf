import type { Desk } from './desk.ts';
import type { Shop } from './shop.ts';

/** Who takes the pages of an edition to its residents: whoever writes, and the two who agree. */
interface Desks {
  readonly operations: Desk;
  readonly compliance: Desk;
  readonly broker: Desk;
}

/** `2026-01-01 08:00`, Beijing time. */
export const beijing = (ms: number): string =>
  new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** Takes every page of an edition to its residents as it was the year before, two people behind each. */
export async function publishPages(shop: Shop, { operations, compliance, broker }: Desks, edition: string) {
  const { pages } = await operations.value('listPages', { edition });
  const at = beijing(shop.clock.now() + 60_000);
  for (const { key } of pages) {
    await operations.value('beginPageDraft', { edition, key });
    const { draft } = await operations.value('showPage', { edition, key });
    const text = { source: draft?.source ?? '', changeReason: '新的一年要有自己的条款' };
    const { revision } = await operations.value('savePageDraft', { edition, key, revision: 1, ...text });
    await operations.value('submitPageDraft', { edition, key, revision });
    await compliance.value('decidePageDraft', { edition, key, revision, agree: true });
    await broker.value('decidePageDraft', { edition, key, revision, agree: true });
    await operations.value('schedulePage', { edition, key, revision, at });
  }
  shop.clock.advance(60_000);
  await shop.runJob('page-publishing');
}
