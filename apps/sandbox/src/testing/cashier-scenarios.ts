import { rsaVerify } from '../keys/rsa-sha256.ts';
import { noticeText, readAuthorization } from '../lakala/signing.ts';
import { rbText, rbVerify } from '../rb/signing.ts';
import { type FaultStage, type Scenario, seen } from './fault-stage.ts';
import { counterOrder, counterRefund, lklCall } from './lakala-shop.ts';
import { rbCall, rbOrder } from './rb-shop.ts';

const MINUTE = 60_000;

async function answer(
  stage: FaultStage,
  call: Promise<{ status: number; code?: string; data: unknown; signatureFits: boolean }>,
): Promise<unknown> {
  const given = await seen(stage, call);
  return given === 'no answer' ? given : [given.status, given.code, given.signatureFits, given.data];
}

async function press(stage: FaultStage, path: string, fields: Record<string, string>): Promise<unknown[]> {
  const body = new URLSearchParams({ ...fields, action: 'pay' });
  const left = await fetch(stage.sandbox.origin + path, { method: 'POST', body, redirect: 'manual' });
  return [left.status, left.headers.get('location')];
}

// Lakala

const counterStates = ({ sandbox }: FaultStage) =>
  sandbox.control.lakala.orders.list().map(({ outOrderNo, orderStatus }) => [outOrderNo, orderStatus]);

const open = ({ sandbox, url }: FaultStage, number = 'ORDER0001') =>
  lklCall(sandbox, 'create', counterOrder(sandbox, number, { notify_url: url }));

async function paidAtCounter(stage: FaultStage): Promise<void> {
  stage.answerWith('{"code":"SUCCESS"}');
  await open(stage);
  stage.sandbox.control.lakala.orders.act('ORDER0001', 'pay');
  await stage.sandbox.control.settle();
}

/** For every call of Lakala, how to see what a fault does to it. */
export const lakalaScenarios: Record<string, Scenario> = {
  'order.create': async (stage) => [await answer(stage, open(stage)), counterStates(stage)],
  'order.query': async (stage) => {
    await paidAtCounter(stage);
    return answer(stage, lklCall(stage.sandbox, 'query', { out_order_no: 'ORDER0001' }));
  },
  'order.close': async (stage) => {
    await open(stage);
    const closed = await answer(stage, lklCall(stage.sandbox, 'close', { out_order_no: 'ORDER0001' }));
    await stage.sandbox.clock.advance(MINUTE);
    return [closed, counterStates(stage)];
  },
  'refund.create': async (stage) => {
    const { sandbox } = stage;
    await paidAtCounter(stage);
    const taken = await answer(stage, lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001')));
    await sandbox.clock.advance(MINUTE);
    return [taken, sandbox.control.lakala.refunds.list().map(({ state }) => state)];
  },
  'refund.query': async (stage) => {
    const { sandbox } = stage;
    await paidAtCounter(stage);
    await lklCall(sandbox, 'refund', counterRefund(sandbox, 'ORDER0001'));
    const asked = { term_no: sandbox.keys.lakala.termNo, out_trade_no: 'RORDER0001' };
    return answer(stage, lklCall(sandbox, 'refundQuery', asked));
  },
  cashier: async (stage) => {
    await open(stage, 'ORDER0002');
    const { data } = await open(stage);
    return [await press(stage, '/r/lkl', { number: data.pay_order_no, payMode: 'ALIPAY' }), counterStates(stage)];
  },
  notify: async (stage) => {
    const { sandbox } = stage;
    await paidAtCounter(stage);
    await sandbox.clock.advance(30 * MINUTE);
    return stage.received.map(({ headers, body }) => {
      const {
        timestamp = '',
        nonce_str: nonce = '',
        signature = '',
      } = readAuthorization(headers.authorization ?? '') ?? {};
      const covered = noticeText(timestamp, nonce, body);
      return [timestamp, rsaVerify(sandbox.keys.lakala.platform.publicKeyPem, covered, signature), JSON.parse(body)];
    });
  },
};

// The insurer's cashier

const rbStates = ({ sandbox }: FaultStage) =>
  sandbox.control.rb.orders.list().map(({ outTradeNo, status }) => [outTradeNo, status]);

const ask = ({ sandbox, url }: FaultStage, number = 'ORDER0001') =>
  rbCall(sandbox, 'getPayUrl', rbOrder(sandbox, number, { notifyUrl: url }));

const REFUND = { outTradeNo: 'ORDER0001', refundNo: 'RORDER0001' };

async function paidAtInsurer(stage: FaultStage): Promise<void> {
  stage.answerWith('SUCCESS');
  await ask(stage);
  stage.sandbox.control.rb.orders.act('ORDER0001', 'pay');
  await stage.sandbox.control.settle();
}

/** For every call of the insurer's cashier, how to see what a fault does to it. */
export const rbScenarios: Record<string, Scenario> = {
  'order.create': async (stage) => [await answer(stage, ask(stage)), rbStates(stage)],
  'order.query': async (stage) => {
    await paidAtInsurer(stage);
    return answer(stage, rbCall(stage.sandbox, 'query', { outTradeNo: 'ORDER0001' }));
  },
  'order.close': async (stage) => {
    await ask(stage);
    const closed = await answer(stage, rbCall(stage.sandbox, 'close', { outTradeNo: 'ORDER0001' }));
    await stage.sandbox.clock.advance(MINUTE);
    return [closed, rbStates(stage)];
  },
  'refund.create': async (stage) => {
    await paidAtInsurer(stage);
    const taken = await answer(stage, rbCall(stage.sandbox, 'refund', { ...REFUND, refundAmount: 800 }));
    await stage.sandbox.clock.advance(MINUTE);
    return [taken, stage.sandbox.control.rb.refunds.list().map(({ status }) => status)];
  },
  'refund.query': async (stage) => {
    await paidAtInsurer(stage);
    await rbCall(stage.sandbox, 'refund', { ...REFUND, refundAmount: 800 });
    return answer(stage, rbCall(stage.sandbox, 'refundQuery', REFUND));
  },
  cashier: async (stage) => {
    await ask(stage, 'ORDER0002');
    const { data } = await ask(stage);
    const token = new URL(data.payUrl).pathname.split('/').at(-1) ?? '';
    return [await press(stage, '/rb/cashier', { token }), rbStates(stage)];
  },
  notify: async (stage) => {
    const { sandbox } = stage;
    await paidAtInsurer(stage);
    await rbCall(sandbox, 'refund', { ...REFUND, refundAmount: 800 });
    await sandbox.clock.advance(30 * MINUTE);
    return stage.received.map(({ headers, body }) => {
      const header = (name: string) => String(headers[`x-rb-${name}`]);
      const covered = rbText(header('timestamp'), header('nonce'), body);
      const fits = rbVerify(sandbox.keys.rb.secret, covered, header('sign'));
      return [header('channel'), header('timestamp'), fits, JSON.parse(body)];
    });
  },
};
