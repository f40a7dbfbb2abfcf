import { type FaultStage, type Scenario, seen } from './fault-stage.ts';
import { papayCall, signedOrder } from './papay-shop.ts';

const ACCEPTED = '<xml><return_code><![CDATA[SUCCESS]]></return_code></xml>';
const MINUTE = 60_000;

async function answerOf(stage: FaultStage, call: ReturnType<typeof papayCall>): Promise<unknown> {
  const answer = await seen(stage, call);
  if (answer === 'no answer') return answer;
  const { status, text, fields, signatureFits } = answer;
  return [status, text.slice(0, 20), fields.return_code, fields.result_code, fields.err_code, signatureFits];
}

const order = ({ sandbox, url }: FaultStage) =>
  papayCall(sandbox, '/pay/contractorder', signedOrder(sandbox, 'JS0001', url));

/** A contract that the payer has signed. */
async function signed(stage: FaultStage) {
  stage.answerWith(ACCEPTED);
  await order(stage);
  return stage.sandbox.control.papay.contracts.act('KJS0001', 'sign');
}

const apply = ({ sandbox, url }: FaultStage, contractId = '') =>
  papayCall(sandbox, '/pay/pappayapply', {
    ...{ body: '保费', out_trade_no: 'CH0001', total_fee: '15800', spbill_create_ip: '203.0.113.7' },
    ...{ notify_url: url, trade_type: 'PAP', contract_id: contractId },
  });
const ofContract = ({ sandbox }: FaultStage, more: Record<string, string>) => ({
  ...{ plan_id: sandbox.keys.wechatPapay.planId, contract_code: 'KJS0001', version: '1.0' },
  ...more,
});
const contractState = ({ sandbox }: FaultStage) => sandbox.control.papay.contracts.find('KJS0001')?.state;

/** Entrusted deduction, call by call. */
export const papayScenarios: Record<string, Scenario> = {
  'order.sign': async (stage) => [await answerOf(stage, order(stage)), contractState(stage)],
  'contract.query': async (stage) => {
    await signed(stage);
    return answerOf(stage, papayCall(stage.sandbox, '/papay/querycontract', ofContract(stage, {})));
  },
  'contract.delete': async (stage) => {
    await signed(stage);
    const fields = ofContract(stage, { contract_termination_remark: '不再需要' });
    return [await answerOf(stage, papayCall(stage.sandbox, '/papay/deletecontract', fields)), contractState(stage)];
  },
  'charge.apply': async (stage) => {
    const { contractId } = await signed(stage);
    const answer = await answerOf(stage, apply(stage, contractId));
    return [answer, stage.sandbox.control.papay.charges.list().length];
  },
  'charge.query': async (stage) => {
    const { contractId } = await signed(stage);
    await apply(stage, contractId);
    return answerOf(stage, papayCall(stage.sandbox, '/pay/paporderquery', { out_trade_no: 'CH0001' }));
  },
  charge: async (stage) => {
    const { contractId } = await signed(stage);
    await apply(stage, contractId);
    await stage.sandbox.control.settle();
    return stage.sandbox.control.papay.charges.list().map(({ state }) => state);
  },
  cashier: async (stage) => [await paidAndSigned(stage), contractState(stage)],
  notify: async (stage) => {
    const { sandbox, received } = stage;
    stage.answerWith(ACCEPTED);
    await paidAndSigned(stage);
    await sandbox.control.settle();
    sandbox.control.papay.contracts.act('KJS0001', 'end');
    await sandbox.clock.advance(30 * MINUTE);
    const told = received.map(({ body }) => body.replace(/<nonce_str>.*?<\/nonce_str>/, ''));
    const { contracts, payments } = sandbox.control.papay.notifications;
    return [told, [...contracts.list(), ...payments.list()].map((row) => row.attempts.length)];
  },
};

/** The payer presses 支付 with the contract ticked; answers the status of the page that follows. */
async function paidAndSigned(stage: FaultStage): Promise<number> {
  const { fields } = await order(stage);
  const prepay = { prepay_id: fields.prepay_id ?? '', shop_origin: 'http://localhost:3000' };
  const body = new URLSearchParams({ ...prepay, action: 'pay', signing: 'sign' });
  return (await fetch(`${stage.sandbox.origin}/pay/cashier`, { method: 'POST', body })).status;
}
