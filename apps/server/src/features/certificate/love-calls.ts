import type { Calls } from '@huimin/contract';
import { checkNickname } from '@huimin/domain/love';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { orderOfOwner } from '../order/index.ts';
import { giveShareCode } from '../sharing/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { ownOrder } from './find-paper.ts';
import { donationPossible, loveFacts, loveView, withoutPolicies } from './love-paper.ts';
import { issuedOrderIds, NICKNAME_PURPOSE, saveLove } from './love-store.ts';

const DEFAULT_PAGE_SIZE = 20;
/** Enough to try names; each change makes pictures that were sent known as replaced. */
const CHANGE_LIMIT = { name: 'love-change', limit: 20, windowMs: 3_600_000 };
const NO_ORDER = '没有找到这笔订单';

/** The love certificate of an order, or that it can be made. */
export function getOrderLove(deps: CertificateDependencies): Handler<Calls['getOrderLove']> {
  return async ({ orderNo }, request) => {
    const order = await ownOrder(deps, request.user, orderNo);
    const [facts] = order ? await loveFacts(deps, [order]) : [];
    if (!order || !facts) return fail('not-found', NO_ORDER);
    // Nothing is being made for it yet.
    if (order.paid_at === null) return fail('order-state', '订单没有付款，不能做爱心证书');
    return ok(loveView(deps, facts));
  };
}

/** The love certificates of all orders with issued policies, newest first. */
export function listOrderLoves(deps: CertificateDependencies): Handler<Calls['listOrderLoves']> {
  return async ({ cursor, limit = DEFAULT_PAGE_SIZE }, { user }) => {
    const beforeId = cursor ? deps.numbers.orderId(cursor) : null;
    if (cursor && beforeId === null) return fail('bad-input', '翻页位置不对，请从第一页重新看');
    const { query } = deps.database;
    const ids = await issuedOrderIds(query, user, beforeId, limit + 1);
    const shown = ids.slice(0, limit);
    const orders = await Promise.all(shown.map((id) => orderOfOwner(query, user, id)));
    const facts = await loveFacts(
      deps,
      orders.filter((order) => order !== null),
    );
    const last = shown.at(-1);
    return ok({
      certificates: facts.map((one) => loveView(deps, one)),
      nextCursor: ids.length > limit && last !== undefined ? deps.numbers.orderNo(last) : null,
    });
  };
}

/** Makes the love certificate of an order, or changes what it says. */
export function saveOrderLove(deps: CertificateDependencies): Handler<Calls['saveOrderLove']> {
  return async (input, { user }) => {
    const order = await ownOrder(deps, user, input.orderNo);
    const [facts] = order ? await loveFacts(deps, [order]) : [];
    if (!order || !facts) return fail('not-found', NO_ORDER);
    const checked = checkNickname(input.nickname);
    if (!checked.ok) {
      return fail('bad-input', checked.message, { fields: [{ path: 'nickname', message: checked.message }] });
    }
    if (!facts.counts) {
      return withoutPolicies(order) === 'uncovered'
        ? fail('order-state', '这笔订单没能承保，不能做爱心证书')
        : fail('paper-not-ready', '保单生成后才能做爱心证书');
    }
    if (facts.counts.standing === 0) return fail('order-state', '这笔订单已经退保，爱心证书已作废');
    if (input.gift === 'donation' && !donationPossible(facts)) {
      const message = '这笔订单里有家人，证书只能是“守护”';
      return fail('bad-input', message, { fields: [{ path: 'gift', message }] });
    }
    const before = loveView(deps, facts);
    const isSame =
      before.nickname === checked.nickname &&
      before.gift === input.gift &&
      before.withShareCode === input.withShareCode;
    if (isSame) return ok(before);
    if (!(await deps.limiter.allows(CHANGE_LIMIT, String(user.id)))) return fail('too-many-requests');
    if (input.withShareCode) await giveShareCode(deps, user.id);
    const isSaved = await saveLove(deps.database.query, {
      shard: order.shard,
      orderId: order.id,
      userId: user.id,
      nicknameSealed: deps.vault.seal(NICKNAME_PURPOSE, checked.nickname),
      gift: input.gift,
      withShareCode: input.withShareCode,
      at: new Date(deps.clock.now()),
    });
    if (!isSaved) return fail('order-state', '这张证书改的次数太多，不能再改了');
    const [saved] = await loveFacts(deps, [order]);
    return saved ? ok(loveView(deps, saved)) : fail('not-found', NO_ORDER);
  };
}
