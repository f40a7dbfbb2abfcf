import { changeFieldLabel } from '@huimin/domain/endorsement';
import type { Core } from '../../core.ts';
import { orderById, policyholderDetails } from '../order/index.ts';
import { changeById, eventById } from './change-store.ts';
import { itemsOf } from './change-view.ts';

export interface ChangeNews {
  readonly editionCode: string;
  readonly outId: string;
  /** To whom what is said. */
  readonly messages: readonly { readonly phone: string; readonly result: string }[];
}

/** What the policyholder is told about an event; also the phone that is no longer theirs, so that nobody is replaced unseen. */
export async function changeNews(core: Core, shard: number, eventId: bigint): Promise<ChangeNews | null> {
  const { query } = core.database;
  const event = await eventById(query, shard, eventId);
  const change = event && (await changeById(query, shard, event.changeId));
  const order = change && (await orderById(query, shard, change.orderId));
  if (!event || !change || !order) return null;
  const items = itemsOf(core, change);
  const { phone } = policyholderDetails(core, order);
  const made = event.event === 'DoneAtOnce' || event.event === 'Approved';
  const left = change.subject === 'payer' && made ? items.find(({ field }) => field === 'phone')?.before : null;
  const labels = items.map(({ field }) => changeFieldLabel(field));
  const what = labels.length > 2 ? `${labels[0]}等${labels.length}项` : labels.join('和');
  const result = {
    DoneAtOnce: `${what}已修改`,
    Approved: `${what}更正已通过`,
    Rejected: `${what}更正没有通过`,
    PapersAsked: `${what}更正还缺材料`,
  }[event.event as string];
  if (result === undefined) return null;
  const messages = [phone, left].flatMap((to) => (to ? [{ phone: to, result }] : []));
  return { editionCode: order.edition_code, outId: core.numbers.changeNo(change.id), messages };
}
