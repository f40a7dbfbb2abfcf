import type { Router } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { FrontDoor } from '../wechat-pay/front-door.ts';
import type { OrderBook } from '../wechat-pay/order-book.ts';
import { parseObject } from '../wechat-pay/order-input.ts';
import { PayError, parameterError, SUB_CODE } from '../wechat-pay/pay-error.ts';
import type { ChargeBook } from './charge-book.ts';
import type { ContractBook } from './contract-book.ts';
import { papayDoor } from './papay-door.ts';
import { PapayError } from './papay-error.ts';
import { address, contractRequest, FEN, need, OUT_TRADE_NO } from './papay-input.ts';
import type { PapayTables } from './papay-rows.ts';
import { paidFields } from './payment-news.ts';
import type { Fields } from './xml-message.ts';

export type PapayBooks = { contracts: ContractBook; charges: ChargeBook; orders: OrderBook; tables: PapayTables };

/** The calls of version 2, and the announcement of API v3. */
export function addPapayRoutes(router: Router, parts: SandboxParts, door: FrontDoor, books: PapayBooks): void {
  const { contracts, charges, orders, tables } = books;
  const { keys } = parts;

  const contractOf = (fields: Fields) => {
    const contract =
      fields.contract_id === undefined
        ? contracts.find(need(fields, 'contract_code', /^[0-9A-Za-z_-]{1,32}$/))
        : contracts.findById(fields.contract_id);
    const known = contract && contract.state !== 'WAITING' && (fields.plan_id ?? contract.planId) === contract.planId;
    need(fields, 'version', /^1\.0$/);
    if (!known) throw new PapayError('CONTRACT_NOT_EXIST', '签约协议不存在');
    return contract;
  };

  router.on(
    'POST',
    '/pay/contractorder',
    papayDoor(parts, 'order.sign', (fields, signType) => {
      if (fields.contract_mchid !== keys.wechatPay.mchid || fields.contract_appid !== keys.wechatAccount.appId)
        throw new PapayError('PARAM_ERROR', '参数错误：contract_mchid或contract_appid');
      const outTradeNo = need(fields, 'out_trade_no', OUT_TRADE_NO);
      const { nonce_str: _nonce, sign: _sign, ...lasting } = fields;
      const prepay = orders.create(
        {
          ...{ appid: fields.appid ?? '', mchid: fields.mch_id ?? '', attach: undefined, outTradeNo },
          description: need(fields, 'body', /^.{1,128}$/u),
          totalFen: Number(need(fields, 'total_fee', FEN)),
          notifyUrl: address(fields, 'notify_url'),
          openid: need(fields, 'openid', /^.{1,128}$/),
          expiresAtMs: timeExpire(fields.time_expire),
          fingerprint: JSON.stringify(lasting, Object.keys(lasting).sort()),
        },
        needJsapi(fields),
      );
      need(fields, 'spbill_create_ip', /^[0-9A-Fa-f:.]{2,45}$/);
      const signing = refusalOf(() => contracts.request(contractRequest(parts, fields, 'contract_notify_url')));
      const contractCode = fields.contract_code ?? '';
      tables.orders.put(outTradeNo, { outTradeNo, signType, ...(signing ? {} : { contractCode }) });
      return {
        ...{ trade_type: 'JSAPI', prepay_id: prepay.prepayId, out_trade_no: outTradeNo },
        ...{ plan_id: fields.plan_id ?? '', request_serial: fields.request_serial ?? '', contract_code: contractCode },
        contract_result_code: signing ? 'FAIL' : 'SUCCESS',
        ...(signing ? { contract_err_code: signing.code, contract_err_code_des: signing.message } : {}),
      };
    }),
  );

  router.on(
    'POST',
    '/papay/querycontract',
    papayDoor(parts, 'contract.query', (fields) => contracts.view(contractOf(fields))),
  );

  router.on(
    'POST',
    '/papay/deletecontract',
    papayDoor(parts, 'contract.delete', (fields) => {
      const remark = need(fields, 'contract_termination_remark', /^.{1,256}$/u);
      const ended = contracts.end(contractOf(fields).contractCode, '3', remark);
      return { contract_id: ended.contractId ?? '', plan_id: ended.planId, contract_code: ended.contractCode };
    }),
  );

  router.on(
    'POST',
    '/pay/pappayapply',
    papayDoor(parts, 'charge.apply', (fields) => {
      need(fields, 'trade_type', /^PAP$/);
      need(fields, 'spbill_create_ip', /^[0-9A-Fa-f:.]{2,45}$/);
      charges.apply({
        outTradeNo: need(fields, 'out_trade_no', OUT_TRADE_NO),
        contractId: need(fields, 'contract_id', /^[0-9A-Za-z_-]{1,64}$/),
        totalFen: Number(need(fields, 'total_fee', FEN)),
        description: need(fields, 'body', /^.{1,127}$/u),
        notifyUrl: address(fields, 'notify_url'),
      });
      return {};
    }),
  );

  router.on(
    'POST',
    '/pay/paporderquery',
    papayDoor(parts, 'charge.query', (fields): Fields => {
      const charge = charges.find(need(fields, 'out_trade_no', OUT_TRADE_NO));
      const order = charge && orders.find(charge.outTradeNo);
      if (!order) throw new PapayError('ORDERNOTEXIST', '此交易订单号不存在');
      const { contractId: contract_id } = charge;
      if (charge.state === 'ACCEPTED')
        return { trade_state: 'ACCEPT', out_trade_no: order.outTradeNo, contract_id, trade_state_desc: '扣款已接收' };
      if (charge.state === 'PAYERROR')
        return {
          ...{ trade_state: 'PAYERROR', out_trade_no: order.outTradeNo, contract_id },
          ...{ err_code: charge.errCode ?? '', trade_state_desc: charge.errText ?? '' },
        };
      return { trade_state: orders.stateOf(order), contract_id, ...paidFields(order) };
    }),
  );

  router.on(
    'POST',
    '/v3/papay/contracts/:number/notify',
    door({ call: 'contract.announce', bodiless: true }, (request) => {
      const { mchid, appid, estimated_amount: estimated } = parseObject(request.body);
      if (mchid !== keys.wechatPay.mchid) throw parameterError('mchid', '商户号不存在', mchid);
      if (appid !== keys.wechatAccount.appId) throw parameterError('appid', '不存在', appid);
      const amount = (estimated as { amount?: unknown } | undefined)?.amount;
      if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)
        throw parameterError('estimated_amount.amount', '必须是大于0的整数，单位为分', amount);
      const contract = contracts.findById(request.params.number ?? '');
      if (contract?.state !== 'SIGNED')
        throw new PayError(404, 'CONTRACT_NOT_EXIST', '签约协议不存在', SUB_CODE.noSuchOrder);
      contracts.change(contract.contractCode, { announcedAtMs: [...contract.announcedAtMs, parts.clock.now()] });
      return { status: 204 };
    }),
  );
}

function needJsapi(fields: Fields): 'JSAPI' {
  need(fields, 'trade_type', /^JSAPI$/);
  return 'JSAPI';
}

function refusalOf(act: () => unknown): PapayError | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof PapayError) return error;
    throw error;
  }
}

function timeExpire(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  const atMs = parts ? Date.parse(`${parts.slice(1, 4).join('-')}T${parts.slice(4).join(':')}+08:00`) : Number.NaN;
  if (Number.isNaN(atMs)) throw new PapayError('PARAM_ERROR', '参数错误：time_expire');
  return atMs;
}
