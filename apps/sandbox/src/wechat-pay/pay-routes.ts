import { beijingTimestamp } from '../clock/beijing-time.ts';
import { json, type Router, type SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { FrontDoor } from './front-door.ts';
import type { OrderBook } from './order-book.ts';
import { noSuchOrder } from './order-book.ts';
import { parseObject, readOrderInput } from './order-input.ts';
import { PayError, parameterError, SUB_CODE } from './pay-error.ts';
import { sealResource } from './signing.ts';

/** Orders of API v3: create (JSAPI, H5), query by either number, close, and the platform certificates. */
export function addPayRoutes(router: Router, parts: SandboxParts, door: FrontDoor, orders: OrderBook): void {
  const { clock, faults, keys, random } = parts;
  faults.offer('wechat-pay', 'order.create', ['rule_limit']);
  faults.offer('wechat-pay', 'order.close', ['pay_between_query_and_close', 'late_pay_after_close']);
  const byBody = (request: SandboxRequest) => ({ outTradeNo: outTradeNoOf(request.body) });
  const withinRules = (request: SandboxRequest): void => {
    if (faults.take('wechat-pay', 'order.create', ['rule_limit'], byBody(request)))
      throw new PayError(403, 'RULE_LIMIT', '业务规则限制', SUB_CODE.parameter);
  };
  const byPath = (request: SandboxRequest) => ({ outTradeNo: request.params.number });

  router.on(
    'POST',
    '/v3/pay/transactions/jsapi',
    door({ call: 'order.create', match: byBody }, (request) => {
      withinRules(request);
      const prepay = orders.create(readOrderInput(request.body, 'JSAPI'), 'JSAPI');
      return json(200, { prepay_id: prepay.prepayId });
    }),
  );

  router.on(
    'POST',
    '/v3/pay/transactions/h5',
    door({ call: 'order.create', match: byBody }, (request) => {
      withinRules(request);
      const prepay = orders.create(readOrderInput(request.body, 'MWEB'), 'MWEB');
      const query = `prepay_id=${prepay.prepayId}&package=${prepay.packageNumber}`;
      return json(200, { h5_url: `${parts.origin()}/cgi-bin/mmpayweb-bin/checkmweb?${query}` });
    }),
  );

  router.on(
    'GET',
    '/v3/pay/transactions/out-trade-no/:number',
    door({ call: 'order.query', match: byPath }, (request) => {
      checkMchid(parts, request.query.get('mchid'), 'query');
      const order = orders.find(request.params.number ?? '');
      if (!order) throw noSuchOrder();
      return json(200, orders.view(order));
    }),
  );

  router.on(
    'GET',
    '/v3/pay/transactions/id/:number',
    door({ call: 'order.query' }, (request) => {
      checkMchid(parts, request.query.get('mchid'), 'query');
      const order = orders.findByTransaction(request.params.number ?? '');
      if (!order) throw noSuchOrder();
      return json(200, orders.view(order));
    }),
  );

  router.on(
    'POST',
    '/v3/pay/transactions/out-trade-no/:number/close',
    door({ call: 'order.close', match: byPath, bodiless: true }, (request) => {
      const outTradeNo = request.params.number ?? '';
      checkMchid(parts, parseObject(request.body).mchid, 'body');
      if (!orders.find(outTradeNo)) throw noSuchOrder();
      if (faults.take('wechat-pay', 'order.close', ['pay_between_query_and_close'], { outTradeNo }))
        orders.pay(outTradeNo);
      orders.close(outTradeNo);
      const late = faults.take('wechat-pay', 'order.close', ['late_pay_after_close'], { outTradeNo });
      if (late) {
        clock.schedule(clock.now() + Number(late.args?.delayMs ?? 1000), () => {
          orders.pay(outTradeNo, { force: true });
        });
      }
      return { status: 204 };
    }),
  );

  router.on(
    'GET',
    '/v3/certificates',
    door({ call: 'certificates' }, () => {
      const { platformCertificate, apiV3Key } = keys.wechatPay;
      const nonce = random.text(12);
      return json(200, {
        data: [
          {
            serial_no: platformCertificate.serialNo,
            effective_time: beijingTimestamp(Date.UTC(2020, 0, 1)),
            expire_time: beijingTimestamp(Date.UTC(2049, 11, 31)),
            encrypt_certificate: {
              algorithm: 'AEAD_AES_256_GCM',
              nonce,
              associated_data: 'certificate',
              ciphertext: sealResource(apiV3Key, platformCertificate.certificatePem, 'certificate', nonce),
            },
          },
        ],
      });
    }),
  );
}

function checkMchid(parts: SandboxParts, mchid: unknown, location: string): void {
  if (typeof mchid !== 'string' || mchid === '') throw parameterError('mchid', '必填', mchid ?? undefined, location);
  if (mchid !== parts.keys.wechatPay.mchid)
    throw new PayError(400, 'MCH_NOT_EXISTS', '商户号不存在', SUB_CODE.parameter);
}

/** The order number of a body that is not checked yet. */
function outTradeNoOf(body: Buffer): string | undefined {
  try {
    const value = (JSON.parse(body.toString('utf8')) as { out_trade_no?: unknown } | null)?.out_trade_no;
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
