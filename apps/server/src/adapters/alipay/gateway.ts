import type { KeyObject } from 'node:crypto';
import type { Clock, Log } from '../../ports/outside.ts';
import { formText } from '../form-fields.ts';
import { type Exchange, type ExchangeAnswer, ExchangeError } from '../http-exchange.ts';
import type { KeyRing } from '../key-ring.ts';
import { signedNode } from './answer-node.ts';
import { isSigned, sign, signText } from './rsa2.ts';
import { wireTime } from './wire-values.ts';

export type Json = Readonly<Record<string, unknown>>;

/** What became of a call. `done` and `failed` were verified; `code` is the sub-code where there is one. */
export type CallOutcome =
  | { readonly kind: 'done'; readonly node: Json }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** `setting`: its code for not knowing who asks. */
  | { readonly kind: 'unknown'; readonly message: string; readonly setting?: string };

export interface GatewayOptions {
  /** `https://openapi.alipay.com/gateway.do` in production. */
  readonly gateway: string;
  readonly appId: string;
  readonly privateKey: KeyObject;
  readonly alipayKeys: KeyRing<KeyObject>;
  readonly send: Exchange;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

export interface Gateway {
  call(method: string, content: Json): Promise<CallOutcome>;
  /** A method whose parameters stand beside the common ones, and whose good answer carries no code. Sent once. */
  ask(method: string, fields: Readonly<Record<string, string>>): Promise<CallOutcome>;
  /** The address of a page method, for the payer's browser. `urls`: `notify_url`, `return_url`. */
  pageUrl(method: string, content: Json, urls: Readonly<Record<string, string>>): string;
}

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Every call carries its own number (order, refund), so that a broken one may simply be sent again. */
const MAX_SENDS = 3;
const PASSING_FAULTS = new Set(['ACQ.SYSTEM_ERROR', 'isp.unknow-error', 'aop.unknow-error']);
/** Asked too much: nothing was done, and asking again at once makes it worse. */
const TOO_OFTEN = 'app-call-limited';
/** A key, the application's number or the clock of this server is wrong. */
const SETTINGS = /^isv\.(invalid|missing)-(app-id|signature|timestamp)$/;

/** Signs, sends and verifies calls; turns everything that proves nothing into `unknown`. */
export function createGateway(options: GatewayOptions): Gateway {
  const { clock, log } = options;

  function signed(
    method: string,
    content: Json | null,
    beside: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const fields: Record<string, string> = {
      app_id: options.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: wireTime(clock.now()),
      version: '1.0',
      ...beside,
      ...(content === null ? {} : { biz_content: JSON.stringify(content) }),
    };
    return { ...fields, sign: sign(signText(fields, 'request'), options.privateKey) };
  }

  function address(fields: Readonly<Record<string, string>>): URL {
    return new URL(`${options.gateway}?${formText(fields)}`);
  }

  async function once(
    method: string,
    content: Json | null,
    beside: Readonly<Record<string, string>>,
    totalTimeoutMs: number,
  ): Promise<Judged> {
    const { biz_content, ...common } = signed(method, content, beside);
    try {
      const answer = await options.send({
        method: 'POST',
        url: address(common),
        headers: {
          'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
          accept: 'application/json',
          'user-agent': 'huimin-storefront',
        },
        body: biz_content === undefined ? '' : formText({ biz_content }),
        connectTimeoutMs: options.connectTimeoutMs,
        totalTimeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return judge(method, answer, content === null);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const again = error.problem === 'not-connected' || error.problem === 'broken';
      return { outcome: { kind: 'unknown', message: `${error.problem}: ${error.message}` }, again };
    }
  }

  function judge(method: string, answer: ExchangeAnswer, goodWithoutCode: boolean): Judged {
    if (answer.status !== 200) return unknown(`HTTP ${answer.status}`, answer.status >= 500);
    const text = textOf(answer.body);
    const node =
      text === null
        ? null
        : (signedNode(text, `${method.replaceAll('.', '_')}_response`) ?? signedNode(text, 'error_response'));
    if (!node) return unknown('answer without the node of its method', false);
    const fields = JSON.parse(node.raw) as Json;
    if (!options.alipayKeys.fits((key) => isSigned(node.raw, node.sign, key))) {
      // What the gateway refuses before it knows the application is unsigned; either way nothing is known.
      const code = codeOf(fields);
      log.error({ method, code, trace: traceOf(answer) }, 'Alipay answer with a signature that does not fit');
      const message = `answer refused: signature (${code})`;
      return SETTINGS.test(code) ? notKnown(message, code) : unknown(message, false);
    }
    if (fields.code === '10000' || (goodWithoutCode && fields.code === undefined))
      return { outcome: { kind: 'done', node: fields }, again: false };
    const code = codeOf(fields);
    // By its trace the platform finds what it refused. There is no trade until the payer confirms: that is no news.
    if (code !== 'ACQ.TRADE_NOT_EXIST') log.info({ method, code, trace: traceOf(answer) }, 'Alipay refused a call');
    if (SETTINGS.test(code)) return notKnown(code, code);
    if (code === TOO_OFTEN) return unknown(code, false);
    if (fields.code === '20000' || PASSING_FAULTS.has(code)) return unknown(code, true);
    const message = typeof fields.sub_msg === 'string' ? fields.sub_msg.slice(0, 200) : '';
    return { outcome: { kind: 'failed', code, message }, again: false };
  }

  return {
    async call(method, content) {
      const endsAt = performance.now() + options.totalTimeoutMs;
      for (let sends = 1; ; sends++) {
        const leftMs = Math.max(1, endsAt - performance.now());
        const { outcome, again } = await once(method, content, {}, leftMs);
        const mayRepeat = sends < MAX_SENDS && endsAt - performance.now() > options.totalTimeoutMs / 2;
        if (!again || !mayRepeat) return outcome;
      }
    },
    // A code is used up by the first answer, so that nothing is gained by sending it again.
    ask: async (method, fields) => (await once(method, null, fields, options.totalTimeoutMs)).outcome,
    pageUrl: (method, content, urls) => address(signed(method, content, urls)).href,
  };
}

interface Judged {
  readonly outcome: CallOutcome;
  readonly again: boolean;
}

function unknown(message: string, again: boolean): Judged {
  return { outcome: { kind: 'unknown', message }, again };
}

function notKnown(message: string, setting: string): Judged {
  return { outcome: { kind: 'unknown', message, setting }, again: false };
}

function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function codeOf(fields: Json): string {
  const code = typeof fields.sub_code === 'string' && fields.sub_code !== '' ? fields.sub_code : fields.code;
  return String(code ?? '').slice(0, 60);
}

function traceOf({ headers }: ExchangeAnswer): string {
  return String(headers.trace_id ?? headers.trace ?? '').slice(0, 100);
}
