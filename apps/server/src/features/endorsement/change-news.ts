import { changeFieldLabel } from '@huimin/domain/endorsement';
import type { Core } from '../../core.ts';
import { orderById, policyholderDetails } from '../order/index.ts';
import { changeById, eventById } from './change-store.ts';
import { itemsOf } from './change-view.ts';

interface ChangeMessage {
  readonly phone: string;
  readonly result: string;
  /** In whose inbox it lies too. */
  readonly account: { readonly id: bigint; readonly shard: number } | null;
  readonly screen: string;
}

export interface ChangeNews {
  readonly editionCode: string;
  readonly outId: string;
  /** To whom what is said. */
  readonly messages: readonly ChangeMessage[];
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
  const changeNo = core.numbers.changeNo(change.id);
  const place = new URLSearchParams({ orderNo: core.numbers.orderNo(order.id), changeNo });
  if (change.subject !== 'payer') place.set('policyNo', core.numbers.policyNo(change.insuredId));
  const screen = `/${change.subject === 'payer' ? 'update' : 'fixInfoDetail'}?${place}`;
  const account = { id: change.userId, shard: change.shard };
  const messages: ChangeMessage[] = [];
  if (phone) messages.push({ phone, result, account, screen });
  if (left) messages.push({ phone: left, result, account: null, screen });
  return { editionCode: order.edition_code, outId: changeNo, messages };
}
