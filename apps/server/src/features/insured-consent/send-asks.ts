import { maskName } from '@huimin/domain/person';
import { isQuiet } from '@huimin/domain/text-message';
import { inParallel } from '../../coordination/in-parallel.ts';
import { newsOf, type SendResult, tellOnce } from '../../coordination/tell-once.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { newMessageLink } from '../message-link/index.ts';
import { insuredDetails, orderById, policyholderDetails } from '../order/index.ts';
import type { ConsentDependencies } from './consent-deps.ts';
import { insuredById, whyOver } from './consent-facts.ts';
import {
  type ConsentRow,
  endUnanswered,
  keepLink,
  noteAsked,
  takeDue,
  unansweredConsents,
  untoldConsents,
} from './consent-store.ts';

const PER_ROUND = 50;
const WIDTH = 5;
/** A message that was not surely sent is sent again after this, with another link. */
const RETRY_MS = 10 * 60_000;
const LINK_LIFE_MS = 15 * 24 * 3_600_000;
const POSITIONS = 16n;

/** Sends the messages that are due, by day only. Returns how many were handled. */
export async function askDueInsured(deps: ConsentDependencies): Promise<number> {
  const nowMs = deps.clock.now();
  if (isQuiet(nowMs)) return 0;
  const due = await takeDue(deps.database.query, nowMs, nowMs + RETRY_MS, PER_ROUND);
  await inParallel(
    due,
    WIDTH,
    (row) => ask(deps, row),
    (row, error) =>
      deps.log.error({ orderNo: deps.numbers.orderNo(row.order_id), problem: String(error) }, 'not asked yet'),
  );
  return due.length;
}

/** The link counts before the message goes out: one that arrives can always be used, and the one before ends. */
async function ask(deps: ConsentDependencies, row: ConsentRow): Promise<void> {
  const { query } = deps.database;
  const found = await insuredById(query, row.order_id, row.id);
  const edition = found && deps.editions.edition(found.order.edition_code);
  const phone = found && insuredDetails(deps, found.row).phone;
  if (!found || !edition || !phone || row.status === 'agreed' || whyOver(deps, found.order, found.row) !== null) {
    return noteAsked(query, row, { sentAtMs: null, note: null });
  }
  const link = newMessageLink(deps, row.shard);
  await keepLink(query, row, linkHash(deps, link), deps.clock.now() + LINK_LIFE_MS);
  const outId = `${deps.numbers.orderNo(row.order_id)}-${row.id % POSITIONS}`;
  const sent = await deps.sms.send({
    phone,
    template: 'family-ask',
    parameters: {
      name: maskName(policyholderDetails(deps, found.order).name),
      product: edition.document.proName,
      link,
    },
    outId,
  });
  if (sent.kind === 'limited' || sent.kind === 'unknown') return;
  const isSent = sent.kind === 'accepted';
  if (!isSent) deps.log.warn({ outId, result: sent.kind }, 'message not accepted');
  await noteAsked(query, row, {
    sentAtMs: isSent ? deps.clock.now() : null,
    note: isSent ? null : '这个手机号收不到短信。本人可以打服务电话说，客服会记下',
  });
}

/** Notes of whom no answer came until their last link ended. Returns how many. */
export async function endUnansweredAsks(deps: ConsentDependencies): Promise<number> {
  const { query } = deps.database;
  const rows = await unansweredConsents(query, deps.clock.now(), PER_ROUND);
  await inParallel(
    rows,
    WIDTH,
    (row) => endUnanswered(query, row, deps.clock.now()),
    (row, error) =>
      deps.log.error({ orderNo: deps.numbers.orderNo(row.order_id), problem: String(error) }, 'not ended yet'),
  );
  return rows.length;
}

export function linkHash({ index }: Pick<ConsentDependencies, 'index'>, link: string): Buffer {
  return index.of('insured-consent-link', link);
}

const NEWS: Readonly<Record<string, string>> = { agreed: '本人已同意', declined: '本人说不同意' };

/** Tells the payers what was answered. */
export async function tellConsents(deps: ConsentDependencies, send: SendResult): Promise<number> {
  const { query } = deps.database;
  return tellOnce(await untoldConsents(query, PER_ROUND), {
    nowMs: deps.clock.now(),
    change: newsOf(query, 'insured_consents'),
    async send(row, kind) {
      const order = await orderById(query, shardOfOrder(row.order_id), row.order_id);
      const found = await insuredById(query, row.order_id, row.id);
      const phone = order && policyholderDetails(deps, order).phone;
      // Its people are not known any more.
      if (!order || !found || !phone) return true;
      const account = { id: order.user_id, shard: order.shard };
      const name = maskName(insuredDetails(deps, found.row).name);
      return send({
        editionCode: order.edition_code,
        outId: deps.numbers.orderNo(row.order_id),
        phone,
        account,
        result: `${name}${NEWS[kind] ?? '已答复'}`,
      });
    },
  });
}
