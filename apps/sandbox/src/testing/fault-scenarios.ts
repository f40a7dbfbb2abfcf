import { createDecipheriv, createHash } from 'node:crypto';
import { signText } from '../alipay/signing.ts';
import type { FaultProvider } from '../faults/fault-book.ts';
import { rsaVerify } from '../keys/rsa-sha256.ts';
import { platformSignText } from '../wechat-pay/signing.ts';
import { gatewayCall, openWap, pressWap, wapContent } from './alipay-shop.ts';
import { lakalaScenarios, rbScenarios } from './cashier-scenarios.ts';
import { tencentScenarios, wbfaceScenarios } from './cloud-scenarios.ts';
import { type FaultStage, type Scenario, seen } from './fault-stage.ts';
import { medicalAccountScenarios } from './medical-account-scenarios.ts';
import { objectStoreScenarios } from './object-store-shop.ts';
import { papayScenarios } from './papay-scenarios.ts';
import { papayCall, signedOrder } from './papay-shop.ts';
import { preExistingScenarios } from './pre-existing-shop.ts';
import { type AnyJson, orderBody, payCall, smsCall } from './shop.ts';
import { smtpScenario } from './smtp-shop.ts';
import { stampSeen } from './tsa-shop.ts';
import { acpCall, paymentFields, pressAcp, trusted } from './unionpay-shop.ts';

const MINUTE = 60_000;
const NEXT_DAY = Date.parse('2026-11-21T10:30:00+08:00');
const H5 = '/v3/pay/transactions/h5';
const REFUNDS = '/v3/refund/domestic/refunds';

// WeChat Pay

const payOrder = ({ sandbox, url }: FaultStage, number = 'ORDER0001') =>
  payCall(sandbox, 'POST', H5, orderBody(sandbox, number, { notify_url: url }));
const payRefund = ({ sandbox, url }: FaultStage) =>
  payCall(sandbox, 'POST', REFUNDS, {
    ...{ out_trade_no: 'ORDER0001', out_refund_no: 'R1', notify_url: url },
    amount: { refund: 800, total: 15800, currency: 'CNY' },
  });

async function payAnswer(stage: FaultStage, call: ReturnType<typeof payCall>): Promise<unknown> {
  const answer = await seen(stage, call);
  if (answer === 'no answer') return answer;
  const { status, signatureFits, data } = answer;
  const readable = data !== undefined || answer.text === '';
  return { status, signatureFits, readable, code: data?.code, state: data?.trade_state ?? data?.status };
}

async function payTold({ sandbox, received }: FaultStage): Promise<unknown> {
  await sandbox.clock.advance(30 * MINUTE);
  return received.map(({ headers, body }) => {
    const header = (name: string) => String(headers[`wechatpay-${name}`]);
    const text = platformSignText(header('timestamp'), header('nonce'), Buffer.from(body));
    const { platformPublicKey, apiV3Key } = sandbox.keys.wechatPay;
    const { resource, event_type } = JSON.parse(body);
    const sealed = Buffer.from(resource.ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(resource.nonce));
    decipher.setAAD(Buffer.from(resource.associated_data)).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8');
    const { appid, mchid, out_trade_no, amount } = JSON.parse(plain);
    return {
      ...{ event_type, sentAt: header('timestamp'), known: header('serial') === platformPublicKey.publicKeyId },
      ...{ fits: rsaVerify(platformPublicKey.publicKeyPem, text, header('signature')) },
      ...{ appid, mchid, out_trade_no, amount },
    };
  });
}

async function payBill(stage: FaultStage, path: string): Promise<unknown> {
  const { sandbox } = stage;
  await payOrder(stage);
  sandbox.control.orders.act('ORDER0001', 'pay');
  await sandbox.clock.set(NEXT_DAY);
  const ask = await seen(stage, payCall(sandbox, 'GET', `${path}bill_date=2026-11-20`));
  if (ask === 'no answer' || ask.data?.download_url === undefined || !ask.signatureFits)
    return payAnswer(stage, Promise.resolve(ask as never));
  const { pathname, search } = new URL(ask.data.download_url);
  const file = await seen(stage, payCall(sandbox, 'GET', pathname + search));
  if (file === 'no answer') return file;
  const hash = createHash('sha1').update(file.bytes).digest('hex');
  return { status: file.status, hashFits: hash === ask.data.hash_value, lines: file.text.split('\r\n').slice(0, -2) };
}

const wechatPay: Record<string, Scenario> = {
  'order.create': async (stage) => [
    await payAnswer(stage, payOrder(stage)),
    stage.sandbox.control.orders.list().length,
  ],
  'order.query': async (stage) => {
    await payOrder(stage);
    const target = '/v3/pay/transactions/out-trade-no/ORDER0001?mchid=1900000001';
    return payAnswer(stage, payCall(stage.sandbox, 'GET', target));
  },
  'order.close': async (stage) => {
    const { sandbox } = stage;
    await payOrder(stage);
    const target = '/v3/pay/transactions/out-trade-no/ORDER0001/close';
    const answer = await payAnswer(stage, payCall(sandbox, 'POST', target, { mchid: '1900000001' }));
    await sandbox.clock.advance(MINUTE);
    return [answer, sandbox.control.orders.find('ORDER0001')?.tradeState];
  },
  'refund.create': async (stage) => {
    await payOrder(stage);
    stage.sandbox.control.orders.act('ORDER0001', 'pay');
    const answer = await payAnswer(stage, payRefund(stage));
    await stage.sandbox.clock.advance(MINUTE);
    return [answer, stage.sandbox.control.refunds.list().map(({ status }) => status)];
  },
  'refund.query': async (stage) => {
    await payOrder(stage);
    stage.sandbox.control.orders.act('ORDER0001', 'pay');
    await payRefund(stage);
    return payAnswer(stage, payCall(stage.sandbox, 'GET', `${REFUNDS}/R1`));
  },
  'refund.abnormal': async (stage) => {
    const { control } = stage.sandbox;
    await payOrder(stage);
    control.orders.act('ORDER0001', 'pay');
    await payRefund(stage);
    const { refundId } = control.refunds.settle('R1', 'ABNORMAL');
    const body = { out_refund_no: 'R1', type: 'MERCHANT_BANK_CARD' };
    const answer = await payAnswer(
      stage,
      payCall(stage.sandbox, 'POST', `${REFUNDS}/${refundId}/apply-abnormal-refund`, body),
    );
    return [answer, control.refunds.list()[0]?.status];
  },
  'contract.announce': async (stage) => {
    const { sandbox } = stage;
    await papayCall(sandbox, '/pay/contractorder', signedOrder(sandbox, 'JS0001', stage.url));
    const { contractId } = sandbox.control.papay.contracts.act('KJS0001', 'sign');
    const body = {
      ...{ mchid: sandbox.keys.wechatPay.mchid, appid: sandbox.keys.wechatAccount.appId },
      estimated_amount: { amount: 15_800, currency: 'CNY' },
    };
    const call = payCall(sandbox, 'POST', `/v3/papay/contracts/${contractId}/notify`, body);
    return [await payAnswer(stage, call), sandbox.control.papay.contracts.find('KJS0001')?.announcedAtMs];
  },
  certificates: (stage) => payAnswer(stage, payCall(stage.sandbox, 'GET', '/v3/certificates')),
  bill: (stage) => payBill(stage, '/v3/bill/tradebill?bill_type=ALL&'),
  'bill.fundflow': (stage) => payBill(stage, '/v3/bill/fundflowbill?account_type=BASIC&'),
  'bill.download': (stage) => payBill(stage, '/v3/bill/tradebill?bill_type=ALL&'),
  cashier: async (stage) => {
    const { sandbox } = stage;
    await payOrder(stage, 'ORDER0002');
    const { data } = await payOrder(stage);
    const form = new URLSearchParams({
      action: 'pay',
      prepay_id: new URL(data.h5_url).searchParams.get('prepay_id') ?? '',
      redirect_url: 'http://localhost:3000/back',
    });
    const pressed = await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form, redirect: 'manual' });
    const states = sandbox.control.orders.list().map(({ outTradeNo, tradeState }) => [outTradeNo, tradeState]);
    return [pressed.status, pressed.headers.get('location'), states];
  },
  notify: async (stage) => {
    await payOrder(stage);
    stage.sandbox.control.orders.act('ORDER0001', 'pay');
    await stage.sandbox.control.settle();
    await payRefund(stage);
    return payTold(stage);
  },
};

// Alipay

const aliOpen = ({ sandbox, url }: FaultStage, number = 'ORDER0001') =>
  openWap(sandbox, wapContent(number), { notify_url: url });
const aliPaid = async (stage: FaultStage) => {
  await aliOpen(stage);
  stage.sandbox.control.alipay.orders.act('ORDER0001', 'pay');
  await stage.sandbox.control.settle();
};
const NUMBER = { out_trade_no: 'ORDER0001' };
const ALI_REFUND = { ...NUMBER, refund_amount: '8.00', out_request_no: 'R1' };

async function aliAnswer(stage: FaultStage, call: ReturnType<typeof gatewayCall>): Promise<unknown> {
  const answer = await seen(stage, call);
  if (answer === 'no answer') return answer;
  const { status, name, node, signatureFits } = answer;
  return [status, name, node.code, node.sub_code, node.trade_status, node.fund_change, signatureFits];
}

const aliBill: Scenario = async (stage) => {
  const { sandbox } = stage;
  await aliPaid(stage);
  await sandbox.clock.set(NEXT_DAY);
  const method = 'alipay.data.dataservice.bill.downloadurl.query';
  const asked = await seen(stage, gatewayCall(sandbox, method, { bill_type: 'trade', bill_date: '2026-11-20' }));
  if (asked === 'no answer' || !asked.node.bill_download_url || !asked.signatureFits)
    return aliAnswer(stage, Promise.resolve(asked as never));
  const file = await seen(stage, fetch(asked.node.bill_download_url));
  if (file === 'no answer') return file;
  return [file.status, Buffer.from(await file.arrayBuffer()).toString('base64')];
};

const alipay: Record<string, Scenario> = {
  'order.create': async (stage) => {
    const opened = await seen(stage, aliOpen(stage));
    const orders = stage.sandbox.control.alipay.orders.list().length;
    return opened === 'no answer' ? [opened, orders] : [opened.status, opened.html, orders];
  },
  'order.query': async (stage) => {
    await aliPaid(stage);
    return aliAnswer(stage, gatewayCall(stage.sandbox, 'alipay.trade.query', NUMBER));
  },
  'order.close': async (stage) => {
    const { control, clock } = stage.sandbox;
    await aliOpen(stage);
    control.alipay.orders.act('ORDER0001', 'confirm');
    const answer = await aliAnswer(stage, gatewayCall(stage.sandbox, 'alipay.trade.close', NUMBER));
    await clock.advance(MINUTE);
    return [answer, control.alipay.orders.find('ORDER0001')?.tradeState];
  },
  'refund.create': async (stage) => {
    await aliPaid(stage);
    const answer = await aliAnswer(stage, gatewayCall(stage.sandbox, 'alipay.trade.refund', ALI_REFUND));
    return [answer, stage.sandbox.control.alipay.refunds.list().map(({ status }) => status)];
  },
  'refund.query': async (stage) => {
    await aliPaid(stage);
    await gatewayCall(stage.sandbox, 'alipay.trade.refund', ALI_REFUND);
    const asked = { ...NUMBER, out_request_no: 'R1' };
    return aliAnswer(stage, gatewayCall(stage.sandbox, 'alipay.trade.fastpay.refund.query', asked));
  },
  bill: aliBill,
  'bill.download': aliBill,
  'oauth.exchange': async (stage) => {
    const fields = { grant_type: 'authorization_code', code: await aliCode(stage) };
    return aliAnswer(stage, gatewayCall(stage.sandbox, 'alipay.system.oauth.token', undefined, fields));
  },
  'oauth.userinfo': async (stage) => {
    const fields = { grant_type: 'authorization_code', code: await aliCode(stage) };
    const token = await gatewayCall(stage.sandbox, 'alipay.system.oauth.token', undefined, fields);
    const auth = { auth_token: token.node.access_token };
    return aliAnswer(stage, gatewayCall(stage.sandbox, 'alipay.user.info.share', undefined, auth));
  },
  cashier: async (stage) => {
    const { sandbox } = stage;
    await aliOpen(stage, 'ORDER0002');
    const { token } = await aliOpen(stage);
    const pressed = await pressWap(sandbox, token, 'pay');
    const states = sandbox.control.alipay.orders.list().map(({ outTradeNo, tradeState }) => [outTradeNo, tradeState]);
    return [pressed.status, pressed.headers.get('location'), states];
  },
  notify: async (stage) => {
    const { sandbox, received } = stage;
    await aliPaid(stage);
    await gatewayCall(sandbox, 'alipay.trade.refund', ALI_REFUND);
    await sandbox.clock.advance(30 * MINUTE);
    const told = received.map(({ body }) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      const fits = rsaVerify(sandbox.keys.alipay.alipay.publicKeyPem, signText(form, 'message'), form.sign ?? '');
      return [
        form.notify_time,
        form.refund_fee,
        form.out_trade_no,
        form.total_amount,
        form.seller_id,
        form.app_id,
        fits,
      ];
    });
    // A lost send is made up for at once, so that only the sandbox's own list knows of it.
    return [told, sandbox.control.alipay.notifications.list().map((row) => row.attempts.length)];
  },
};

async function aliCode({ sandbox }: FaultStage): Promise<string> {
  const query = { app_id: sandbox.keys.alipay.appId, scope: 'auth_user', redirect_uri: 'http://localhost:3000/login' };
  const body = new URLSearchParams({ ...query, choice: sandbox.control.alipay.buyers.list()[0]?.userId ?? '' });
  const decided = await fetch(`${sandbox.origin}/oauth2/decide`, { method: 'POST', body, redirect: 'manual' });
  return new URL(decided.headers.get('location') ?? '').searchParams.get('auth_code') ?? '';
}

// UnionPay

const acpOpen = ({ sandbox, url }: FaultStage, number = 'ORDER0001', more: Record<string, string> = {}) =>
  acpCall(sandbox, 'front', paymentFields(number, { backUrl: url, ...more }));

/** Whether a message can be trusted; one that arrived broken cannot. */
function fits({ sandbox }: FaultStage, fields: Record<string, string>): boolean {
  try {
    return trusted(sandbox, fields);
  } catch {
    return false;
  }
}

async function acpAnswer(stage: FaultStage, call: ReturnType<typeof acpCall>): Promise<unknown> {
  const answer = await seen(stage, call);
  if (answer === 'no answer') return answer;
  const { respCode, origRespCode } = answer.fields;
  return [answer.status, answer.text.slice(0, 15), respCode, origRespCode, fits(stage, answer.fields)];
}

async function acpRefund(stage: FaultStage) {
  const { sandbox, url } = stage;
  await acpOpen(stage);
  const { queryId = '' } = sandbox.control.unionpay.orders.act('ORDER0001', 'pay');
  await sandbox.control.settle();
  return acpCall(sandbox, 'back', {
    ...{ txnType: '04', txnSubType: '00', bizType: '000201', channelType: '08' },
    ...{ orderId: 'REFUND01', txnAmt: '800', currencyCode: '156', origQryId: queryId, backUrl: url },
  });
}

const unionpay: Record<string, Scenario> = {
  'order.create': async (stage) => {
    const { clock, control } = stage.sandbox;
    const payTimeout = new Date(clock.now() + 8 * 60 * MINUTE + 30 * MINUTE)
      .toISOString()
      .replace(/\D/g, '')
      .slice(0, 14);
    const opened = await seen(stage, acpOpen(stage, 'ORDER0001', { payTimeout }));
    await clock.advance(60 * MINUTE);
    const orders = control.unionpay.orders.list().map(({ respCode }) => respCode);
    return opened === 'no answer' ? [opened, orders] : [opened.status, opened.text, orders];
  },
  'order.query': async (stage) => {
    await acpOpen(stage);
    const { txnTime } = stage.sandbox.control.unionpay.orders.act('ORDER0001', 'pay');
    const asked = { txnType: '00', txnSubType: '00', bizType: '000000', orderId: 'ORDER0001' };
    return acpAnswer(stage, acpCall(stage.sandbox, 'query', asked, { txnTime }));
  },
  'refund.create': async (stage) => {
    const answer = await acpAnswer(stage, acpRefund(stage));
    await stage.sandbox.clock.advance(MINUTE);
    return [answer, stage.sandbox.control.unionpay.refunds.list().map(({ respCode }) => respCode)];
  },
  bill: async (stage) => {
    await acpRefund(stage);
    await stage.sandbox.clock.advance(MINUTE);
    await stage.sandbox.clock.set(NEXT_DAY);
    const asked = { txnType: '76', txnSubType: '01', bizType: '000000', fileType: '00', settleDate: '1120' };
    const answer = await seen(stage, acpCall(stage.sandbox, 'file', asked));
    if (answer === 'no answer') return answer;
    const { respCode, fileName, fileContent } = answer.fields;
    return [answer.status, answer.text.slice(0, 15), respCode, fileName, fileContent, fits(stage, answer.fields)];
  },
  cashier: async (stage) => {
    const { sandbox } = stage;
    await acpOpen(stage, 'ORDER0002');
    const { token } = await acpOpen(stage);
    const { status, fields } = await pressAcp(sandbox, token, 'pay');
    const states = sandbox.control.unionpay.orders.list().map(({ orderId, respCode }) => [orderId, respCode]);
    return [status, fields.respCode, fits(stage, fields), states];
  },
  notify: async (stage) => {
    await acpRefund(stage);
    await stage.sandbox.clock.advance(30 * MINUTE);
    return stage.received.map(({ body }) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      return [form.txnType, form.orderId, form.txnAmt, form.currencyCode, form.merId, fits(stage, form)];
    });
  },
};

// Official account

const WECHAT = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.50' };

async function accountCode({ sandbox }: FaultStage, scope = 'snsapi_base'): Promise<string> {
  const ask = { redirect_uri: 'http://localhost:3000/back', response_type: 'code', scope, state: 'abc' };
  const query = new URLSearchParams({ appid: sandbox.keys.wechatAccount.appId, ...ask });
  const body = new URLSearchParams({ ...ask, choice: sandbox.control.users.list()[0]?.openid ?? '' });
  const answer =
    scope === 'snsapi_base'
      ? await fetch(`${sandbox.origin}/connect/oauth2/authorize?${query}`, { headers: WECHAT, redirect: 'manual' })
      : await fetch(`${sandbox.origin}/connect/oauth2/decide`, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

async function account(stage: FaultStage, path: string, query: Record<string, unknown>, post = false) {
  const { appId, appSecret } = stage.sandbox.keys.wechatAccount;
  const fields = { appid: appId, secret: appSecret, ...query };
  const address = `${stage.sandbox.origin}${path}`;
  const text = (answer: Response) => answer.text().then((body) => ({ status: answer.status, body }));
  const call = post
    ? fetch(address, { method: 'POST', body: JSON.stringify(fields) }).then(text)
    : fetch(`${address}?${new URLSearchParams(fields as Record<string, string>)}`).then(text);
  const answer = await seen(stage, call);
  if (answer === 'no answer') return { seen: answer, data: {} as AnyJson };
  let data: AnyJson = {};
  try {
    data = JSON.parse(answer.body);
  } catch {
    return { seen: [answer.status, 'unreadable'], data };
  }
  return { seen: [answer.status, data.errcode, data.openid], data };
}

const exchangeCode = (stage: FaultStage, code: string) =>
  account(stage, '/sns/oauth2/access_token', { code, grant_type: 'authorization_code' });
const exchange = async (stage: FaultStage, scope?: string) => exchangeCode(stage, await accountCode(stage, scope));
const serverToken = async (stage: FaultStage) =>
  account(stage, '/cgi-bin/stable_token', { grant_type: 'client_credential' }, true);

const wechatAccount: Record<string, Scenario> = {
  'oauth.authorise': async (stage) => {
    const code = await accountCode(stage);
    return [code !== '', (await exchangeCode(stage, code)).seen];
  },
  'oauth.exchange': async (stage) => (await exchange(stage)).seen,
  'oauth.refresh': async (stage) => {
    const { refresh_token } = (await exchange(stage)).data;
    return (await account(stage, '/sns/oauth2/refresh_token', { grant_type: 'refresh_token', refresh_token })).seen;
  },
  'oauth.userinfo': async (stage) => {
    const { access_token, openid } = (await exchange(stage, 'snsapi_userinfo')).data;
    return (await account(stage, '/sns/userinfo', { access_token, openid })).seen;
  },
  'oauth.check': async (stage) => {
    const { access_token, openid } = (await exchange(stage)).data;
    return (await account(stage, '/sns/auth', { access_token, openid })).seen;
  },
  'token.stable': async (stage) => (await serverToken(stage)).seen,
  'token.plain': async (stage) => (await account(stage, '/cgi-bin/token', { grant_type: 'client_credential' })).seen,
  'mini.exchange': async (stage) => {
    const to = encodeURIComponent('http://localhost:3000/#/index');
    const opened = await fetch(`${stage.sandbox.origin}/mini?to=${to}`, { redirect: 'manual' });
    const [, js_code] = /miniCode=(\w+)/.exec(opened.headers.get('location') ?? '') ?? [];
    const { appId: appid, appSecret: secret } = stage.sandbox.keys.wechatMini;
    const query = { appid, secret, js_code, grant_type: 'authorization_code' };
    return (await account(stage, '/sns/jscode2session', query)).seen;
  },
  'user.info': async (stage) => {
    const { access_token } = (await serverToken(stage)).data;
    const [user] = stage.sandbox.control.users.list();
    return (await account(stage, '/cgi-bin/user/info', { access_token, openid: user?.openid, lang: 'zh_CN' })).seen;
  },
  ticket: async (stage) => {
    const { access_token } = (await serverToken(stage)).data;
    return (await account(stage, '/cgi-bin/ticket/getticket', { access_token, type: 'jsapi' })).seen;
  },
};

// Aliyun SMS

const SMS = {
  ...{ PhoneNumbers: '19000000000', SignName: '补充医保' },
  ...{ TemplateCode: 'SMS_100000001', TemplateParam: '{"code":"123456"}' },
};

async function smsSeen(stage: FaultStage, query: Record<string, string>, action: string): Promise<unknown> {
  const answer = await seen(stage, smsCall(stage.sandbox, query, { action }));
  const arrivals = stage.sandbox.control.sms().map(({ arrivesAtMs }) => arrivesAtMs);
  return answer === 'no answer' ? [answer, arrivals] : [answer.status, answer.data.Code, arrivals];
}

const aliyunSms: Record<string, Scenario> = {
  SendSms: (stage) => smsSeen(stage, SMS, 'SendSms'),
  QuerySendDetails: (stage) => {
    const query = { PhoneNumber: '19000000000', SendDate: '20261120', PageSize: '10', CurrentPage: '1' };
    return smsSeen(stage, query, 'QuerySendDetails');
  },
};

/** For every provider and call, how to see what a fault does to it. */
export const FAULT_SCENARIOS: Record<FaultProvider, Record<string, Scenario>> = {
  'wechat-pay': wechatPay,
  'wechat-papay': papayScenarios,
  alipay,
  unionpay,
  'medical-account': medicalAccountScenarios,
  'pre-existing': preExistingScenarios,
  lakala: lakalaScenarios,
  rb: rbScenarios,
  'wechat-account': wechatAccount,
  'aliyun-sms': aliyunSms,
  smtp: { mail: smtpScenario },
  'object-store': objectStoreScenarios,
  tsa: { stamp: stampSeen },
  tencent: tencentScenarios,
  wbface: wbfaceScenarios,
};
