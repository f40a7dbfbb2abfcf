import type { Calls, InsuredConsentsValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { insuredConsentLabel, whyNotAsked } from '@huimin/domain/insured-consent';
import { relationshipLabel } from '@huimin/domain/order';
import { maskPhone } from '@huimin/domain/person';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { type InsuredRow, insuredDetails, insuredOfOrders, type OrderRow, orderOfOwner } from '../order/index.ts';
import type { ConsentDependencies } from './consent-deps.ts';
import { whyOver } from './consent-facts.ts';
import { askFor, type ConsentRow, consentsOfOrder } from './consent-store.ts';

/** Of one account in a day. */
const ASK_RULE: RateRule = { name: 'insured-ask', limit: 20, windowMs: 86_400_000 };
/** Nobody gets a second message right after the first. */
const AGAIN_AFTER_MS = 10 * 60_000;
const JUST_ASKED = '刚刚发过短信，10 分钟后可以再发';

interface Asked {
  readonly order: OrderRow;
  readonly rows: readonly InsuredRow[];
  readonly consents: ReadonlyMap<bigint, ConsentRow>;
}

/** Of an order that insures people; what is raised or bought by a company is confirmed in other ways. */
async function orderOf(deps: ConsentDependencies, user: SessionUser, orderNo: string): Promise<Asked | null> {
  const { query } = deps.database;
  const orderId = deps.numbers.orderId(orderNo);
  const order = orderId === null ? null : await orderOfOwner(query, user, orderId);
  if (order === null || order.kind !== 'purchase') return null;
  return {
    order,
    rows: await insuredOfOrders(query, order.shard, [order.id]),
    consents: await consentsOfOrder(query, order.shard, order.id),
  };
}

const absent = () => fail('not-found', '没有找到这笔订单');

export function queryInsuredConsents(deps: ConsentDependencies): Handler<Calls['queryInsuredConsents']> {
  return async ({ orderNo }, { user }) => {
    const asked = await orderOf(deps, user, orderNo);
    return asked === null ? absent() : ok(view(deps, user, asked));
  };
}

export function askInsured(deps: ConsentDependencies): Handler<Calls['askInsured']> {
  return async ({ orderNo, place }, { user }) => {
    if (!deps.asks) return fail('switched-off', '现在不能发短信请本人确认。本人可以打服务电话说，客服会记下');
    const asked = await orderOf(deps, user, orderNo);
    const row = asked?.rows[place - 1];
    if (!asked || !row) return absent();
    const why = whyNot(deps, user, asked, row);
    if (why !== null) return fail('order-state', why);
    if (!(await deps.limiter.allows(ASK_RULE, String(user.id)))) {
      return fail('too-many-requests', '今天发的短信太多，请明天再发');
    }
    const nowMs = deps.clock.now();
    const isAsked = await askFor(deps.database.query, {
      ...{ shard: asked.order.shard, id: row.id, orderId: asked.order.id, nowMs },
      askedBefore: new Date(nowMs - AGAIN_AFTER_MS),
    });
    if (!isAsked) return fail('order-state', JUST_ASKED);
    const now = await orderOf(deps, user, orderNo);
    return now === null ? absent() : ok(view(deps, user, now));
  };
}

function whyNot(
  deps: ConsentDependencies,
  user: SessionUser,
  { order, consents }: Asked,
  row: InsuredRow,
): string | null {
  const details = insuredDetails(deps, row);
  const consent = consents.get(row.id);
  const isOwnPhone = details.phone !== null && deps.index.phone(details.phone).equals(user.phoneIndex);
  const over = whyOver(deps, order, row);
  if (over !== null) return over;
  if (consent?.status === 'agreed') return '本人已经同意，不用再问';
  return whyNotAsked(
    {
      ...{ relationship: row.relationship, birthDate: details.birthDate, asks: consent?.asks ?? 0 },
      phone: details.phone === null ? 'none' : isOwnPhone ? 'own' : 'another',
    },
    deps.clock.now(),
  );
}

function view(deps: ConsentDependencies, user: SessionUser, asked: Asked): InsuredConsentsValue {
  const { order, rows, consents } = asked;
  return {
    productName: deps.editions.edition(order.edition_code)?.document.proName ?? '',
    people: rows.map((row, index) => {
      const { name, phone } = insuredDetails(deps, row);
      const consent = consents.get(row.id);
      const at = consent?.answered_at ?? consent?.asked_at;
      return {
        ...{ place: index + 1, name, relationLabel: relationshipLabel(row.relationship) },
        phoneMasked: phone === null ? null : maskPhone(phone),
        status: consent?.status ?? null,
        statusLabel: consent === undefined ? '' : insuredConsentLabel(consent.status),
        at: at === undefined ? null : formatDateTime(at),
        isBeingSent: consent?.ask_due_at != null,
        whyNot: whyNot(deps, user, asked, row),
        note: consent?.note ?? null,
      };
    }),
  };
}
