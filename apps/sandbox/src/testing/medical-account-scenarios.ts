import { type FaultStage, type Scenario, seen } from './fault-stage.ts';
import {
  authoriseData,
  centreCall,
  opened,
  openMedicalOrder,
  orderData,
  PAYER,
  permission,
  pressMedical,
  pushData,
} from './medical-account-shop.ts';

const MINUTE = 60_000;
const NEXT_DAY = Date.parse('2026-11-21T10:30:00+08:00');

async function answer(stage: FaultStage, call: ReturnType<typeof centreCall>): Promise<unknown> {
  const given = await seen(stage, call);
  if (given === 'no answer') return given;
  return [given.status, given.text.slice(0, 1), given.code, given.signed, given.data];
}

const states = ({ sandbox }: FaultStage) =>
  sandbox.control.medicalAccount.orders.list().map(({ outTradeNo, tradeStatus }) => [outTradeNo, tradeStatus]);

async function paid(stage: FaultStage): Promise<void> {
  await openMedicalOrder(stage.sandbox, 'ORDER0001', { syncCalUrl: stage.url });
  stage.sandbox.control.medicalAccount.orders.act('ORDER0001', 'pay');
  await stage.sandbox.control.settle();
}

const refund = ({ sandbox, url }: FaultStage) =>
  centreCall(sandbox, 'refund', {
    ...{ outTradeNo: 'ORDER0001', appRefdSn: 'REFUND01', totlRefdAmt: '8.00', psnAcctRefdAmt: '8.00' },
    ...{ cashRefdAmt: '0.00', reason: '退保', notifyUrl: url },
  });

/** What the shop was told of orders and refunds; permissions go elsewhere. */
async function told({ sandbox, received }: FaultStage): Promise<unknown> {
  // What is on its way arrives first: a copy that comes later is reckoned from that moment.
  await sandbox.control.settle();
  await sandbox.clock.advance(30 * MINUTE);
  // What the clock's own timer began meanwhile is not waited for by going forward.
  await sandbox.control.settle();
  return received.map(({ body }) => {
    const { signed, top, data } = opened(sandbox, body);
    return [signed, top?.appId, top?.timestamp, data];
  });
}

/** For every call of the medical-insurance payment centre, how to see what a fault does to it. */
export const medicalAccountScenarios: Record<string, Scenario> = {
  'account.query': (stage) => answer(stage, centreCall(stage.sandbox, 'isOpen', { ...PAYER, insuPlc: '320500' })),
  'authorise.create': (stage) => answer(stage, centreCall(stage.sandbox, 'authorise', authoriseData('AUTH0001'))),
  authorise: async ({ sandbox }) => {
    const { data } = await centreCall(sandbox, 'authorise', authoriseData('AUTH0001'));
    const token = new URL(data.authUrl).searchParams.get('token') ?? '';
    const { status, back } = await pressMedical(sandbox, 'authorise', { token, result: 'OK' });
    return [status, back, sandbox.control.medicalAccount.authorisations.list()[0]?.result];
  },
  'order.create': async (stage) => {
    const payAuthNo = await permission(stage.sandbox, 'AUTH0001');
    const made = await answer(
      stage,
      centreCall(stage.sandbox, 'create', orderData(stage.sandbox, 'ORDER0001', payAuthNo)),
    );
    return [made, states(stage)];
  },
  'order.query': async (stage) => {
    await paid(stage);
    return answer(stage, centreCall(stage.sandbox, 'query', { outTradeNo: 'ORDER0001' }));
  },
  'order.close': async (stage) => {
    await openMedicalOrder(stage.sandbox, 'ORDER0001');
    const closed = await answer(stage, centreCall(stage.sandbox, 'close', { outTradeNo: 'ORDER0001' }));
    await stage.sandbox.clock.advance(MINUTE);
    return [closed, states(stage)];
  },
  'refund.create': async (stage) => {
    await paid(stage);
    const taken = await answer(stage, refund(stage));
    await stage.sandbox.clock.advance(MINUTE);
    return [taken, stage.sandbox.control.medicalAccount.refunds.list().map(({ refStatus }) => refStatus)];
  },
  'refund.query': async (stage) => {
    await paid(stage);
    await refund(stage);
    return answer(stage, centreCall(stage.sandbox, 'refundQuery', { appRefdSn: 'REFUND01' }));
  },
  settlement: async (stage) => {
    const { data } = await openMedicalOrder(stage.sandbox, 'ORDER0001');
    stage.sandbox.control.medicalAccount.orders.act('ORDER0001', 'pay');
    return answer(stage, centreCall(stage.sandbox, 'settleDetail', { payOrdId: data.payOrdId }));
  },
  bill: async (stage) => {
    await paid(stage);
    await stage.sandbox.clock.set(NEXT_DAY);
    return answer(stage, centreCall(stage.sandbox, 'bill', { billDate: '20261120' }));
  },
  'jump.push': async (stage) => [
    await answer(stage, centreCall(stage.sandbox, 'push', pushData(stage.sandbox, 'JUMP00001'))),
    stage.sandbox.control.medicalAccount.jumps().map(({ jumpNo }) => jumpNo),
  ],
  'jump.entry': async (stage) => {
    await centreCall(stage.sandbox, 'push', pushData(stage.sandbox, 'JUMP00001'));
    return answer(stage, centreCall(stage.sandbox, 'entry', { jumpNo: 'JUMP00001', phone: '19000000012' }));
  },
  cashier: async (stage) => {
    await openMedicalOrder(stage.sandbox, 'ORDER0002');
    const { token } = await openMedicalOrder(stage.sandbox, 'ORDER0001');
    const { status, back } = await pressMedical(stage.sandbox, 'cashier', { token, action: 'pay' });
    return [status, back, states(stage)];
  },
  notify: async (stage) => {
    stage.answerWith('{"code":"0","message":"success"}');
    // Permissions are told elsewhere; a fault for this call is to meet the payment.
    await permission(stage.sandbox, 'AUTH0001', stage.url);
    await paid(stage);
    await refund(stage);
    return told(stage);
  },
};
