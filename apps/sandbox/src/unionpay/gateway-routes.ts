import { beijingDay } from '../clock/beijing-time.ts';
import type { FaultMatch } from '../faults/fault-book.ts';
import { ANSWER_KINDS, type FaultKind } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { type Answer, formOf, type Handler, html, type Router, type SandboxRequest } from '../http/router.ts';
import { cashierPage, cashierResultPage } from '../pages/cashier-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AcpError, respMessage } from './acp-error.ts';
import {
  amountFen,
  backUrl,
  checkEnvelope,
  checkForm,
  checkTxnTime,
  echoOf,
  need,
  readFrontInput,
} from './acp-input.ts';
import { seal } from './sealing.ts';
import { settlementFile } from './settlement-file.ts';
import { answerText, type Fields } from './signing.ts';
import { RESP_TEXT, type TransactionBook } from './transaction-book.ts';

export const CASHIER_PATH = '/unionpay/cashier';
export const UNIONPAY_BRAND = '银联';
/** Stands for the address of the file service, which has a host of its own. */
export const FILE_PATH = '/unionpay/file';
const MERCHANT_NAME = '补充医保（测试商户）';
const SKEW_MS = 20 * 60_000;
/** A day's file is there from nine o'clock of the next one. */
const FILE_READY_AFTER_MS = 33 * 3_600_000;
const FILE_DAYS = 300;
const SPOILING: readonly FaultKind[] = ['bill_extra_row', 'bill_missing_row', 'bill_amount_diff'];

type Call = {
  name: string;
  match(fields: Fields): FaultMatch;
  handle(fields: Fields, nowMs: number): Answer;
  refuse(fields: Fields, error: AcpError): Answer;
};

/** The three addresses of the full-channel gateway, and that of its settlement files. */
export function addGatewayRoutes(router: Router, parts: SandboxParts, book: TransactionBook): void {
  const { clock, faults } = parts;
  for (const call of ['order.create', 'order.query', 'refund.create'] as const) {
    faults.offer('unionpay', call, ANSWER_KINDS);
    // The payment page is not signed, and a query carries the time of its order.
    if (call !== 'order.create') faults.offer('unionpay', call, ['bad_response_sign']);
    if (call !== 'order.query') faults.offer('unionpay', call, ['clock_skew']);
  }
  faults.offer('unionpay', 'bill', [...ANSWER_KINDS, 'bad_response_sign', 'clock_skew', 'bill_missing', ...SPOILING]);

  const answer = (call: string, fields: Fields, match: FaultMatch): Answer => {
    const sealed = seal(parts, fields);
    const wrong = faults.take('unionpay', call, ['bad_response_sign'], match);
    if (wrong) sealed.respMsg = `${sealed.respMsg}.`;
    return { status: 200, headers: { 'content-type': 'text/html;charset=UTF-8' }, body: answerText(sealed) };
  };
  const refuseByText = (call: string) => (fields: Fields, error: AcpError) => {
    const more = { merId: parts.keys.unionpay.merId, respCode: error.respCode };
    const text = { ...more, respMsg: respMessage(error.respCode, error.message) };
    return answer(call, { ...echoOf(fields), ...text }, { outTradeNo: fields.orderId });
  };

  const front: Call = {
    name: 'order.create',
    match: (fields) => ({ outTradeNo: fields.orderId }),
    refuse: (_fields, error) => refusalPage(error),
    handle: (fields, nowMs) => {
      const opened = book.open(readFrontInput(fields, nowMs));
      return html(
        200,
        cashierPage({
          outTradeNo: opened.orderId,
          totalFen: opened.txnFen,
          merchant: MERCHANT_NAME,
          description: /commodityName=([^&}]*)/.exec(fields.riskRateInfo ?? '')?.[1] ?? '订单付款',
          fields: { token: opened.token },
          formAction: CASHIER_PATH,
          brand: UNIONPAY_BRAND,
        }),
      );
    },
  };

  const back: Call = {
    name: 'refund.create',
    match: (fields) => ({
      outTradeNo: book.list().find((row) => row.queryId === fields.origQryId)?.orderId,
      outRefundNo: fields.orderId,
    }),
    refuse: refuseByText('refund.create'),
    handle: (fields, nowMs) => {
      checkForm(fields, {
        txnType: /^(04|31)$/,
        txnSubType: /^00$/,
        bizType: /^000201$/,
        channelType: /^0[78]$/,
        origQryId: /^\d{21}$/,
      });
      checkTxnTime(fields, nowMs);
      const accepted = book.giveBack({
        txnType: fields.txnType === '31' ? '31' : '04',
        orderId: need(fields, 'orderId'),
        txnTime: need(fields, 'txnTime'),
        txnFen: amountFen(fields),
        origQryId: need(fields, 'origQryId'),
        backUrl: backUrl(fields),
        echo: echoOf(fields),
      });
      const { queryId, origQryId = '' } = accepted;
      const more = { merId: need(fields, 'merId'), queryId, origQryId };
      return answer('refund.create', { ...echoOf(fields), ...more, ...success() }, back.match(fields));
    },
  };

  const query: Call = {
    name: 'order.query',
    match: (fields) => ({ outTradeNo: fields.orderId }),
    refuse: refuseByText('order.query'),
    handle: (fields) => {
      checkForm(fields, { txnType: /^00$/, txnSubType: /^00$/, bizType: /^(000000|000201)$/ });
      const found = book.find(need(fields, 'orderId'), need(fields, 'txnTime'));
      if (!found) throw new AcpError('34', '查无此交易');
      const result = book.result(found);
      const orig = { origRespCode: result.respCode ?? '', origRespMsg: result.respMsg ?? '' };
      return answer('order.query', { ...result, ...orig, ...success() }, query.match(fields));
    },
  };

  const file: Call = {
    name: 'bill',
    match: () => ({}),
    refuse: refuseByText('bill'),
    handle: (fields, nowMs) => {
      checkForm(fields, {
        ...{ txnType: /^76$/, txnSubType: /^01$/, bizType: /^000000$/, fileType: /^00$/ },
        settleDate: /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
      });
      checkTxnTime(fields, nowMs);
      const { settleDate = '', merId = '' } = fields;
      const struck = new Set(SPOILING.filter((kind) => faults.take('unionpay', 'bill', [kind], {})));
      const day = faults.take('unionpay', 'bill', ['bill_missing'], {})
        ? undefined
        : latestDay(settleDate, clock.now());
      const made = day && settlementFile({ day, merId, transactions: book.list() }, struck);
      if (!made) throw new AcpError('98', '文件不存在');
      const about = { ...echoOf(fields), merId, settleDate, fileType: '00' };
      return answer('bill', { ...about, ...made, ...success() }, {});
    },
  };

  const handler =
    (call: Call): Handler =>
    async (request) => {
      request.note({ provider: 'unionpay', call: call.name });
      const fields = fieldsOf(request);
      const match = call.match(fields);
      const skew = faults.take('unionpay', call.name, ['clock_skew'], match);
      const nowMs = clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0);
      const refuse = (error: AcpError): Answer => {
        request.note({ reason: `${error.respCode}: ${error.message}` });
        return call.refuse(fields, error);
      };
      const guarded = (act: () => Answer): Answer => {
        try {
          return act();
        } catch (error) {
          if (error instanceof AcpError) return refuse(error);
          throw error;
        }
      };
      const refusal = guarded(() => {
        checkBody(request);
        checkEnvelope(parts, call === file ? 'file' : 'transaction', fields, (expectedSignText) =>
          request.note({ expectedSignText }),
        );
        return { status: 0 };
      });
      if (refusal.status !== 0) return refusal;
      return answerWithFaults(
        request,
        {
          ...{ faults, provider: 'unionpay', call: call.name, match },
          busy: () => refuse(new AcpError('03', '交易通讯超时，请发起查询交易')),
          rateLimited: () => refuse(new AcpError('37', '交易次数超限')),
        },
        () => guarded(() => call.handle(fields, nowMs)),
      );
    };

  router.on('POST', '/gateway/api/frontTransReq.do', handler(front));
  router.on('POST', '/gateway/api/backTransReq.do', handler(back));
  router.on('POST', '/gateway/api/queryTrans.do', handler(query));
  router.on('POST', FILE_PATH, handler(file));
}

/** The latest day of this month and day (`1120`) whose file is made; undefined when there is none. */
function latestDay(settleDate: string, nowMs: number): string | undefined {
  for (let back = 0; back < FILE_DAYS; back += 1) {
    const day = beijingDay(nowMs - FILE_READY_AFTER_MS - back * 86_400_000);
    if (day.slice(5).replace('-', '') === settleDate) return day;
  }
  return undefined;
}

/** A payment page that cannot be shown. */
export function refusalPage(error: AcpError): Answer {
  const text = respMessage(error.respCode, error.message);
  return html(
    400,
    cashierResultPage({ heading: '无法付款', text: `${error.respCode} ${text}`, brand: UNIONPAY_BRAND }),
  );
}

function success(): Fields {
  return { respCode: '00', respMsg: respMessage('00', RESP_TEXT['00'] ?? '') };
}

function fieldsOf(request: SandboxRequest): Fields {
  return Object.fromEntries(formOf(request));
}

function checkBody(request: SandboxRequest): void {
  const type = request.headers['content-type'] ?? '';
  const charset = /charset="?([^;"\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type) || !/^utf-?8$/i.test(charset))
    throw new AcpError('10', '报文格式错误：应为UTF-8表单');
  const names = [...formOf(request).keys()];
  if (new Set(names).size !== names.length) throw new AcpError('10', '报文格式错误：字段重复');
}
