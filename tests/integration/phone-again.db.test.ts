import { MESSAGES_KEPT_MS } from '@huimin/domain/text-message';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownCopy } from './own-copy.ts';
import { eventually, loggedIn, newestCode, openShop, pay, placeOrder, resident, type Shop } from './shop.ts';

/** Whoever has a phone next, or once more after an account was closed, finds nothing there of the one before. */
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
});
afterAll(() => shop?.close());

/** A phone gets one code a minute. */
const later = () => shop.clock.advance(61_000);
const told = async (phone: string, event: RegExp) => {
  await shop.runJob('account-notices');
  return shop.sandbox.control.sms(phone).filter(({ params }) => event.test(params.event ?? '')).length;
};

test('an account that begins anew on the phone of a closed one is told nothing of it, and buys as anybody does', async () => {
  const person = resident(860);
  const former = await loggedIn(shop, person);
  const { rowsOf: before } = await ownCopy(shop, former, person);
  expect(before('短信记录')).toHaveLength(2);
  shop.clock.advance(20 * 60_000);
  await former.value('sendOwnDataCode');
  await former.value('closeAccount', { code: newestCode(shop.sandbox, person.phone) });

  // Back again before the message of the closing has gone out.
  later();
  const anew = await loggedIn(shop, person);
  expect(await told(person.phone, /已注销/)).toBe(1);
  expect((await anew.value('queryInbox', {})).messages).toEqual([]);
  const { orderNo } = await placeOrder(anew, [person]);
  await pay(anew, orderNo, shop.sandbox);
  await eventually(
    async () => {
      await shop.sandbox.control.settle();
      return (await anew.value('queryOrders', {})).orders;
    },
    (orders) => orders.length === 1 && orders[0]?.paidAt !== null,
  );
  const { rowsOf } = await ownCopy(shop, anew, person);
  // The code of this login, what went out of the closing after it, and the code of the copy; none of the account before.
  expect(rowsOf('短信记录')?.map(({ 短信 }) => 短信)).toEqual(['验证码', '账户安全', '验证码']);
  expect(rowsOf('登录和账户记录')).toMatchObject([{ 事项: '验证码登录' }]);
});

test('who gets a number that an account has left sees none of the messages that went to it before', async () => {
  const [from, to] = [resident(862).phone, resident(864).phone];
  const owner = await loggedIn(shop, { phone: from });
  // Somebody had the new number before, too, and was sent a code half an hour ago.
  await shop.visitor().value('sendSmsCode', { phone: to, purpose: 'login' });
  shop.clock.advance(30 * 60_000);
  await owner.value('verification', { purpose: 'change-phone' });
  const code = newestCode(shop.sandbox, from);
  const { proofToken } = await owner.value('verification', { purpose: 'change-phone', code });
  await owner.value('sendSmsCode', { phone: to, purpose: 'new-phone' });
  await owner.value('updatePhone', { phone: to, code: newestCode(shop.sandbox, to), proofToken: proofToken ?? '' });
  shop.clock.advance(1_000);
  expect(await told(from, /手机号已更换/)).toBe(1);
  shop.clock.advance(30 * 60_000);
  const next = await loggedIn(shop, { phone: from });
  const { rowsOf } = await ownCopy(shop, next, { phone: from });
  expect(rowsOf('短信记录')?.map(({ 短信 }) => 短信)).toEqual(['验证码', '验证码']);
  expect((await next.value('queryInbox', {})).messages).toEqual([]);
  // Its own on both numbers, and the news of the change that went to the former one; not what either was sent for somebody else.
  const copy = await ownCopy(shop, owner, { phone: to });
  expect(copy.rowsOf('短信记录')?.map(({ 短信 }) => 短信)).toEqual([
    '验证码',
    '验证码',
    '验证码',
    '账户安全',
    '验证码',
  ]);
  const kept = () => shop.servers[0]?.deps.database.query('select 1 from former_phones') ?? expect.fail();
  expect(await kept()).toHaveLength(1);
  expect((await owner.value('queryInbox', {})).messages).toMatchObject([{ text: expect.stringContaining('尾号') }]);
  // As long as messages are kept, and no longer.
  await shop.runJob('old-text-messages');
  expect(await kept()).toHaveLength(1);
  shop.clock.advance(MESSAGES_KEPT_MS);
  await shop.runJob('old-text-messages');
  expect(await kept()).toEqual([]);
});
