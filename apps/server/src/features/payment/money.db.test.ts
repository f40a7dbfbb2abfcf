import type { OrderMoneyValue, OrderPaymentStateValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { expect, test } from 'vitest';
import type { FileReply, SessionUser } from '../../http/handler.ts';
import { readPdf } from '../../papers/read-pdf.ts';
import { paymentHandlers } from './index.ts';
import { settlePayment } from './settle-payment.ts';
import { newUser, requestOf, type TestOrder, WINDOW_MS } from './testing/payment-bench.ts';
import { fault, numberOf, orderOf, pay, setStage, stage, startJsapi, state } from './testing/payment-stage.ts';

setStage();

async function money(user: SessionUser, order: TestOrder): Promise<OrderMoneyValue> {
  const reply = await stage.server.call<OrderMoneyValue>(
    'queryOrderMoney',
    { orderNo: order.orderNo },
    requestOf(user),
  );
  if (!reply.ok) throw new Error(`queryOrderMoney: ${reply.name}`);
  return reply.value;
}

const titles = (told: OrderMoneyValue): string[] => told.entries.map(({ mark, title }) => `${mark} ${title}`);

/** What the messages wait for: none, later, or now. */
async function promised(order: TestOrder): Promise<'none' | 'later' | 'now'> {
  const [row] = await stage.server.deps.database.query<{ available_at: number }>(
    `select available_at from outbox where shard = $1 and order_id = $2 and kind = 'payment-result'`,
    [order.shard, order.id],
  );
  if (!row) return 'none';
  return row.available_at > stage.clock.now() ? 'later' : 'now';
}

async function waitingState(user: SessionUser, order: TestOrder): Promise<OrderPaymentStateValue> {
  const input = { orderNo: order.orderNo, waiting: true };
  const reply = await stage.server.call<OrderPaymentStateValue>('queryInsureOrder', input, requestOf(user));
  if (!reply.ok) throw new Error(`queryInsureOrder: ${reply.name}`);
  return reply.value;
}

test('nobody but its owner hears of an order’s money', async () => {
  const { order } = await orderOf();
  const reply = await stage.server.call('queryOrderMoney', { orderNo: order.orderNo }, requestOf(newUser()));
  expect(reply).toMatchObject({ ok: false, name: 'not-found' });
});

const squeezed = (text: string): string => text.replace(/[\s\u3000]/g, '');

/** What the paper says, without spaces. */
async function paper(user: SessionUser, order: TestOrder): Promise<string> {
  const reply = await stage.server.call<FileReply>(
    'downloadOrderMoney',
    { orderNo: order.orderNo, disposition: 'attachment' },
    requestOf(user),
  );
  if (!reply.ok) throw new Error(`downloadOrderMoney: ${reply.name}`);
  expect(reply.value).toMatchObject({
    contentType: 'application/pdf',
    fileName: `补充医疗保险 基础版 付款和退款记录 ${order.orderNo}.pdf`,
    disposition: 'attachment',
  });
  const pdf = await readPdf(reply.value.bytes as Buffer);
  expect(pdf.warnings).toEqual([]);
  return squeezed(pdf.text);
}

/** Everything the page shows is on the paper. */
function expectOnPaper(text: string, told: OrderMoneyValue): void {
  const amounts = [told.chargedFen, told.usedFen, told.returningFen, told.returnedFen].map((fen) => formatYuan(fen));
  const state = told.banner === null ? [told.lead] : [told.banner.title, told.banner.text];
  const lines = [...told.entries, ...told.next].flatMap((entry) => [
    ...[entry.title, entry.text, entry.at, entry.serial, entry.latest && `最晚 ${entry.latest}`],
    entry.amountFen === null ? null : `${formatYuan(entry.amountFen)} 元`,
  ]);
  for (const part of [told.orderNo, ...amounts, ...state, ...lines]) expect(text).toContain(squeezed(part ?? ''));
}

test('the paper is for the owner alone, and only as often as other papers', async () => {
  const { user, order } = await orderOf();
  const input = { orderNo: order.orderNo };
  const stranger = await stage.server.call('downloadOrderMoney', input, requestOf(newUser()));
  expect(stranger).toEqual(
    await stage.server.call('downloadOrderMoney', { orderNo: 'JS2600000000000000' }, requestOf(user)),
  );
  expect(stranger).toMatchObject({ ok: false, name: 'not-found', message: '没有找到这笔订单' });

  const asked: unknown[] = [];
  const limiter = {
    async allows(...question: unknown[]) {
      asked.push(question);
      return false;
    },
  };
  const { downloadOrderMoney } = paymentHandlers({ ...stage.server.deps, limiter });
  expect(await downloadOrderMoney?.(input, requestOf(user))).toMatchObject({ ok: false, name: 'too-many-requests' });
  expect(asked).toMatchObject([[{ name: 'paper-user' }, String(user.id)]]);
});

test('from saved to paid', async () => {
  const { user, order } = await orderOf();
  expect(await money(user, order)).toMatchObject({ chargedFen: 0, banner: null, moving: true, lead: '还没有扣钱' });
  await startJsapi(user, order);
  await pay(order);
  const told = await money(user, order);
  expect(titles(told)).toEqual(['done 下单', 'done 微信支付已扣']);
  expect(told).toMatchObject({ chargedFen: order.premiumFen, usedFen: order.premiumFen, returningFen: 0 });
  expect(told.entries[1]).toMatchObject({ amountFen: order.premiumFen, latest: null, text: '已收到付款' });
  expect(told.next[0]).toMatchObject({ title: '2 份电子保单办好', latest: expect.stringMatching(/ 18:00/) });
  expectOnPaper(await paper(user, order), told);
});

test('the lost notice of a payment is found by asking for the story', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  fault(order, 'notify_lost', { times: 100 });
  await pay(order);
  // The paper asks by itself, so it is as new as the page.
  expect(await paper(user, order)).toContain('微信支付已扣');
  expect(titles(await money(user, order))).toContain('done 微信支付已扣');
});

test('a second payment goes back, and the story follows it to its end', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  // The provider reports another payment of the same order, by an attempt of its own.
  const { deps } = stage.server;
  stage.clock.advance(1_000);
  await deps.database.query(
    `insert into payment_attempts (shard, id, order_id, attempt_no, provider, method, merchant_order_no, amount_fen, state,
       created_at, expires_at, closed_at)
     select shard, id + 1, order_id, 2, 'alipay', 'alipay', $3, amount_fen, 'CLOSED', created_at, expires_at, $4
     from payment_attempts where shard = $1 and order_id = $2`,
    [order.shard, order.id, numberOf(order, 2), new Date(stage.clock.now())],
  );
  stage.clock.advance(60_000);
  await settlePayment(deps, 'alipay', {
    merchantOrderNo: numberOf(order, 2),
    providerTxn: `second ${order.orderNo}`,
    amountFen: order.premiumFen,
    currency: 'CNY',
    paidAtMs: stage.clock.now(),
    payerId: null,
  });
  const told = await money(user, order);
  expect(titles(told)).toEqual([
    'done 下单',
    'done 微信支付已扣',
    'warn 支付宝没有返回结果',
    'warn 支付宝也扣了',
    'back 发现付了两次，自动退款',
    'now 正在把钱交给支付宝',
  ]);
  expect(told).toMatchObject({
    ...{ chargedFen: 2 * order.premiumFen, usedFen: order.premiumFen, returningFen: order.premiumFen },
    ...{ returnedFen: 0, moving: true, lead: '您付了两次，多的会自动退' },
  });
  expect(told.banner).toMatchObject({ title: '多付的 316.00 元正在退回支付宝' });
  expect(told.banner?.text).toMatch(/^不用申请，最晚 \d{4}\.\d\d\.\d\d 18:00/);
  expectOnPaper(await paper(user, order), told);

  const abnormal = `update refunds set state = 'ABNORMAL' where shard = $1 and order_id = $2`;
  await deps.database.query(abnormal, [order.shard, order.id]);
  const stuck = await money(user, order);
  expect(stuck.banner).toMatchObject({ tone: 'err', title: '多付的 316.00 元没有退成，人工处理中' });
  expect(stuck.entries.at(-1)).toMatchObject({ mark: 'bad', latest: expect.stringMatching(/ 18:00/) });
});

test('a payment after the close goes back in full, and is told as such', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  stage.clock.advance(WINDOW_MS);
  await stage.server.runJob('order-expiry');
  await pay(order, 1, 'force-pay');
  const told = await money(user, order);
  expect(titles(told)).toContain('void 超时没有付款，订单已关闭');
  expect(titles(told).slice(-3)).toEqual([
    'warn 订单关闭后，微信支付扣了款',
    'back 订单已关闭，自动退款',
    'now 正在把钱交给微信支付',
  ]);
  expect(told).toMatchObject({ usedFen: 0, returningFen: order.premiumFen });
  await stage.server.runJob('refunds');
  for (let round = 0; round < 6; round++) {
    stage.clock.advance(60_000);
    await stage.sandbox.control.settle();
    await stage.server.runJob('refunds');
  }
  expect(await money(user, order)).toMatchObject({ returnedFen: order.premiumFen, returningFen: 0, moving: false });
});

test('unclear: the story says so, and the payer is promised the result once', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  expect(await promised(order)).toBe('none');
  fault(order, 'http_500', { call: 'order.query', times: 1_000 });
  fault(order, 'notify_lost', { times: 100 });
  await pay(order);
  expect(await state(user, order)).toMatchObject({ payment: 'confirming', isTold: true, methodLabel: '微信支付' });
  const told = await money(user, order);
  expect(told.banner).toMatchObject({ title: '正在确认付款结果' });
  expect(told.entries.at(-1)).toMatchObject({ title: '等微信支付的结果', text: expect.stringContaining('发短信') });
  expect(await promised(order)).toBe('later');
  // Nothing is let go while nobody knows.
  await stage.server.runJob('payment-results');
  expect(await promised(order)).toBe('later');

  stage.sandbox.control.faults.remove();
  stage.clock.advance(60_000);
  expect(await state(user, order)).toMatchObject({ payment: 'paid', isTold: false });
  await Promise.all([stage.server.runJob('payment-results'), stage.other.runJob('payment-results')]);
  expect(await promised(order)).toBe('now');
});

test('who waits for a payment that never comes is told after the close; who does not wait is not', async () => {
  const [waits, leaves] = [await orderOf(), await orderOf()];
  for (const { user, order } of [waits, leaves]) await startJsapi(user, order);
  expect(await waitingState(waits.user, waits.order)).toMatchObject({ payment: 'unpaid', isTold: true });
  await waitingState(waits.user, waits.order);
  expect(await state(leaves.user, leaves.order)).toMatchObject({ payment: 'unpaid', isTold: false });
  stage.clock.advance(WINDOW_MS);
  await stage.server.runJob('order-expiry');
  await stage.server.runJob('payment-results');
  expect(await promised(waits.order)).toBe('now');
  expect(await promised(leaves.order)).toBe('none');
});

test('where no cashier was opened nothing is promised', async () => {
  const { user, order } = await orderOf();
  expect(await waitingState(user, order)).toMatchObject({ payment: 'unpaid', isTold: false });
  expect(await promised(order)).toBe('none');
});
