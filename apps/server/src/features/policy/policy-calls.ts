import type { Calls } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { amountInCapitals } from '@huimin/domain/money';
import { maskMiddle } from '@huimin/domain/person';
import { policyStatusAt } from '@huimin/domain/policy';
import { regionDisplayText } from '@huimin/domain/region';
import type { RateLimiter } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { DRAWING_LIMIT, drawPdf } from '../../papers/index.ts';
import { orderIdOf, positionId } from '../../security/order-ids.ts';
import type { EditionDocument } from '../configuration/index.ts';
import {
  editionOfOrder,
  type InsuredRow,
  insuredDetails,
  insuredOfOrders,
  type OrderRow,
  type Owner,
  orderOfOwner,
  planNameOf,
} from '../order/index.ts';
import {
  labelOf,
  methodLabel,
  paperFileName,
  personDrawing,
  signingNow,
  verification,
  voucherNo,
} from './paper-content.ts';
import { type PaperDependencies, type PaperFacts, paperFacts } from './paper-facts.ts';

const DEFAULT_PAGE_SIZE = 20;
const NOT_READY = '保单正在生成，一般几分钟就好，请稍后再看';

export interface PaperCallDependencies extends PaperDependencies {
  readonly limiter: RateLimiter;
}

interface PolicyListRow {
  id: bigint;
  order_id: bigint;
  edition_code: string;
  cover_from: string | null;
  edition_year: number;
  status: number;
  premium_fen: number;
  plan_code: string;
}

/** By the owner's index only, from the cursor on: as fast on the last page as on the first. */
export const POLICY_LIST = `
select p.id, p.order_id, p.edition_code, o.cover_from, p.edition_year, p.status, p.premium_fen, o.plan_code
from policies p join orders o on o.shard = p.shard and o.id = p.order_id
where p.shard = $1 and p.user_id = $2 and p.issued_at is not null and p.id < coalesce($3, 9223372036854775807)
order by p.id desc limit $4`;

/** The plan by which a policy covers now, where the edition sells several. */
function planOfPolicy(document: EditionDocument, planCode: string, person: InsuredRow): { planName?: string } {
  const planName = planNameOf(document, person.upgrade_plan ?? planCode);
  return planName === null ? {} : { planName };
}

/** Issued policies of the policyholder, newest first, by cursor. */
export function selectListPolicy(deps: PaperDependencies): Handler<Calls['selectListPolicy']> {
  return async (input, request) => {
    const beforeId = input.cursor ? deps.numbers.policyId(input.cursor) : null;
    if (input.cursor && beforeId === null) return fail('bad-input', '翻页位置不对，请从第一页重新看');
    const limit = input.limit ?? DEFAULT_PAGE_SIZE;
    const { query } = deps.database;
    const rows = await query<PolicyListRow>(POLICY_LIST, [request.user.shard, request.user.id, beforeId, limit + 1]);
    const shown = rows.slice(0, limit);
    const insured = await insuredOfOrders(query, request.user.shard, [...new Set(shown.map((row) => row.order_id))]);
    const last = shown.at(-1);
    return ok({
      policies: shown.flatMap((row) => {
        const person = insured.find((entry) => entry.id === row.id);
        const edition = editionOfOrder(deps.editions, row);
        if (!person || !edition) return [];
        const details = insuredDetails(deps, person);
        const { proName, validDate, invalidDate } = edition.document;
        return {
          policyNo: deps.numbers.policyNo(row.id),
          orderNo: deps.numbers.orderNo(row.order_id),
          productName: proName,
          editionCode: row.edition_code,
          editionYear: row.edition_year,
          insuredName: details.name,
          relationship: person.relationship as '00',
          idNumberMasked: maskMiddle(details.idNumber),
          regionText: regionDisplayText(person.region_code) ?? '',
          status: policyStatusAt(row.status as 0, edition.document, deps.clock.now()),
          validDate,
          invalidDate,
          premiumFen: row.premium_fen + (person.upgrade_fen ?? 0),
          ...planOfPolicy(edition.document, row.plan_code, person),
        };
      }),
      nextCursor: rows.length > limit && last ? deps.numbers.policyNo(last.id) : null,
    });
  };
}

/** The asker's order whose papers are meant: an upgrade has none of its own, it is told on those of the order it belongs to. */
export async function paperOrder(deps: PaperDependencies, owner: Owner, orderId: bigint): Promise<OrderRow | null> {
  const order = await orderOfOwner(deps.database.query, owner, orderId);
  if (order?.kind !== 'upgrade' || order.base_order_id === null) return order;
  return orderOfOwner(deps.database.query, owner, order.base_order_id);
}

/** The e-policy or the payment voucher of one insured person as PDF. */
export function downloadPolicy(deps: PaperCallDependencies): Handler<Calls['downloadPolicy']> {
  return async (input, request) => {
    const orderId = deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await paperOrder(deps, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    if (!(await deps.limiter.allows(DRAWING_LIMIT, String(request.user.id)))) return fail('too-many-requests');
    const policyId = input.policyNo ? deps.numbers.policyId(input.policyNo) : null;
    if (input.policyNo && (policyId === null || orderIdOf(policyId) !== order.id))
      return fail('not-found', '没有找到这份保单');
    const position = policyId === null ? (input.position ?? 1) : Number(policyId & 15n);
    const facts = await paperFacts(deps, order, position);
    const kind = input.paper ?? 'policy';
    if (!facts || (kind === 'policy' && !facts.policy)) {
      if (facts?.voided) return fail('paper-not-ready', `没有这份保单：${facts.voided.reason}`);
      return fail('paper-not-ready', order.paid_at ? NOT_READY : '付款后才能看保单');
    }
    return ok({
      bytes: await drawPdf(personDrawing(deps, facts, kind), signingNow(deps)),
      contentType: 'application/pdf',
      fileName: paperFileName(facts, kind),
      disposition: input.disposition ?? 'inline',
    });
  };
}

/** What the payment voucher page shows. */
export function queryCertificate(deps: PaperDependencies): Handler<Calls['queryCertificate']> {
  return async (input, request) => {
    const orderId = deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await paperOrder(deps, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const all = await Promise.all(
      Array.from({ length: order.insured_count }, (_, index) => paperFacts(deps, order, index + 1)),
    );
    const people = all.filter((facts): facts is PaperFacts => facts !== null);
    const [first] = people;
    if (!first) return fail('paper-not-ready', '付款后才有凭证');
    const { document } = first.edition;
    const totalFen = people.reduce((sum, facts) => sum + facts.premiumFen, 0);
    return ok({
      orderNo: deps.numbers.orderNo(order.id),
      productName: document.proName,
      policyholderName: first.policyholder.name,
      policyholderIdNumberMasked: maskMiddle(first.policyholder.idNumber),
      people: people.map((facts) => {
        const verified = verification(deps, facts, 'voucher');
        return {
          position: facts.position,
          name: facts.insured.name,
          idNumberMasked: maskMiddle(facts.insured.idNumber),
          relationship: facts.insuredRow.relationship as '00',
          policyNo: facts.policy ? deps.numbers.policyNo(positionId(order.id, facts.position)) : null,
          voucherNo: voucherNo(deps, facts),
          premiumFen: facts.premiumFen,
          ...(facts.upgrade && facts.planName
            ? {
                upgrade: {
                  planName: facts.planName,
                  premiumFen: facts.upgrade.amountFen,
                  endorsementNo: facts.upgrade.endorsementNo,
                  methodLabel: labelOf(facts.upgrade.method),
                  providerTransactionNo: facts.upgrade.providerTxn,
                  paidAt: formatDateTime(facts.upgrade.paidAtMs),
                },
              }
            : {}),
          premiumInCapitals: amountInCapitals(facts.premiumFen),
          verificationCode: verified.code,
          verificationUrl: verified.url,
          voided: facts.voided && { at: formatDateTime(facts.voided.voidedAtMs), reason: facts.voided.reason },
        };
      }),
      totalFen,
      totalInCapitals: amountInCapitals(totalFen),
      methodLabel: methodLabel(first),
      providerTransactionNo: first.payment.providerTxn,
      paidAt: formatDateTime(first.payment.paidAtMs),
      validDate: document.validDate,
      invalidDate: document.invalidDate,
      insurers: document.insuranceCompany.map((company) => company.name),
      isDemonstration: document.isDemonstration,
    });
  };
}
