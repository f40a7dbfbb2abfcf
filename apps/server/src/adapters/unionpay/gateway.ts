import type { KeyObject } from 'node:crypto';
import type { Clock, Log } from '../../ports/outside.ts';
import { type Fields, formText } from '../form-fields.ts';
import { type Exchange, type ExchangeAnswer, ExchangeError } from '../http-exchange.ts';
import { signed } from './acp-signature.ts';
import { answerFields } from './answer-text.ts';
import type { MessageCheck } from './trusted-signer.ts';

/** What became of a call. `answered` was verified, and is about the transaction that was asked for. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly respCode: string; readonly fields: Fields }
  | { readonly kind: 'unknown'; readonly message: string };

export interface GatewayOptions {
  /** `https://gateway.95516.com` in production. */
  readonly baseUrl: string;
  /** Where settlement files are asked for: `https://filedownload.95516.com/` in production. */
  readonly fileUrl: string;
  readonly merId: string;
  readonly certId: string;
  readonly privateKey: KeyObject;
  readonly faultOf: MessageCheck;
  readonly send: Exchange;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly fileTimeoutMs: number;
}

interface AnyRequest {
  /** `20260101083000`. */
  readonly txnTime: string;
  readonly more: Fields;
}

/** One request: its own number and time (together they name it), and what it is about. */
export interface AcpRequest extends AnyRequest {
  readonly orderId: string;
}

export interface Gateway {
  query(request: AcpRequest): Promise<CallOutcome>;
  back(request: AcpRequest): Promise<CallOutcome>;
  /** Asks for a file, which is no transaction and has no number. */
  file(request: AnyRequest): Promise<CallOutcome>;
  /** The form that takes the payer's browser to the cashier. */
  frontForm(request: AcpRequest): { readonly action: string; readonly fields: Fields };
}

const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A query changes nothing and any other request carries its own number, so a broken one may simply be sent again. */
const MAX_SENDS = 3;
/** 通讯超时: nothing is known; asking again is all that can be done. */
const COMMUNICATION_TIMEOUT = '03';

/** Signs, sends and verifies requests of version 5.1.0; turns everything that proves nothing into `unknown`. */
export function createGateway(options: GatewayOptions): Gateway {
  const { clock, log } = options;

  function signedFields({ orderId, txnTime, more }: AnyRequest & { readonly orderId?: string }): Fields {
    return signed(
      {
        version: '5.1.0',
        encoding: 'UTF-8',
        signMethod: '01',
        certId: options.certId,
        accessType: '0',
        merId: options.merId,
        ...(orderId === undefined ? {} : { orderId }),
        txnTime,
        ...more,
      },
      options.privateKey,
    );
  }

  function addressOf(name: string): URL {
    return new URL(`${options.baseUrl}/gateway/api/${name}.do`);
  }

  async function once(sent: Sent, totalTimeoutMs: number): Promise<Judged> {
    try {
      const answer = await options.send({
        method: 'POST',
        url: sent.url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
          'user-agent': 'huimin-storefront',
        },
        body: formText(signedFields(sent.request)),
        connectTimeoutMs: options.connectTimeoutMs,
        totalTimeoutMs,
        maxBytes: sent.maxBytes,
      });
      return judge(sent, answer);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const again = error.problem === 'not-connected' || error.problem === 'broken';
      return unknown(`${error.problem}: ${error.message}`, again);
    }
  }

  function judge({ request, url, isQuestion }: Sent, answer: ExchangeAnswer): Judged {
    if (answer.status !== 200) return unknown(`HTTP ${answer.status}`, answer.status >= 500);
    const fields = answerFields(answer.body.toString('utf8'));
    if (!fields) return unknown('answer without fields', false);
    const fault = options.faultOf(fields, clock.now());
    if (fault) {
      log.error({ url: url.href, fault, code: codeOf(fields) }, 'UnionPay answer that is not signed by UnionPay');
      return unknown(`answer refused: ${fault}`, false);
    }
    const { merId, orderId, txnTime } = fields;
    const isOther = request.orderId !== undefined && orderId !== request.orderId;
    if (merId !== options.merId || isOther || txnTime !== request.txnTime) {
      return unknown('answer about another transaction', false);
    }
    const respCode = codeOf(fields);
    return {
      outcome: { kind: 'answered', respCode, fields },
      again: isQuestion && respCode === COMMUNICATION_TIMEOUT,
    };
  }

  async function call(sent: Sent, totalTimeoutMs = options.totalTimeoutMs): Promise<CallOutcome> {
    const endsAt = performance.now() + totalTimeoutMs;
    for (let sends = 1; ; sends++) {
      const leftMs = Math.max(1, endsAt - performance.now());
      const { outcome, again } = await once(sent, leftMs);
      const mayRepeat = sends < MAX_SENDS && endsAt - performance.now() > totalTimeoutMs / 2;
      if (!again || !mayRepeat) return outcome;
    }
  }

  const transaction = (name: string, request: AcpRequest, isQuestion: boolean): Sent => ({
    ...{ url: addressOf(name), request, isQuestion, maxBytes: MAX_ANSWER_BYTES },
  });
  return {
    query: (request) => call(transaction('queryTrans', request, true)),
    back: (request) => call(transaction('backTransReq', request, false)),
    file: (request) =>
      call(
        { url: new URL(options.fileUrl), request, isQuestion: true, maxBytes: MAX_FILE_BYTES },
        options.fileTimeoutMs,
      ),
    frontForm: (request) => ({ action: addressOf('frontTransReq').href, fields: signedFields(request) }),
  };
}

interface Sent {
  readonly url: URL;
  readonly request: AnyRequest & { readonly orderId?: string };
  /** It asks only, so that an answer "not reached" may be followed by the same question. */
  readonly isQuestion: boolean;
  readonly maxBytes: number;
}

interface Judged {
  readonly outcome: CallOutcome;
  readonly again: boolean;
}

function unknown(message: string, again: boolean): Judged {
  return { outcome: { kind: 'unknown', message }, again };
}

function codeOf({ respCode = '' }: Fields): string {
  return respCode.slice(0, 10);
}
