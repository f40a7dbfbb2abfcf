import type { Log, Random } from '../../ports/outside.ts';
import { type Exchange, type ExchangeAnswer, ExchangeError } from '../http-exchange.ts';
import type { KeyRing } from '../key-ring.ts';
import { isSigned, type SignType, sign } from './v2-signature.ts';
import { type Fields, readXml, writeXml } from './xml.ts';

/** What became of a call. `done` and `failed` were verified. */
export type CallOutcome =
  | { readonly kind: 'done'; readonly fields: Fields }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly tooOften?: true; readonly setting?: string };

export interface PapayCallOptions {
  readonly baseUrl: string;
  readonly appId: string;
  readonly merchantId: string;
  readonly apiV2Keys: KeyRing<string>;
  readonly send: Exchange;
  readonly random: Random;
  readonly log: Log;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

export type PapayCall = (path: string, fields: Fields, type?: SignType) => Promise<CallOutcome>;

const MAX_ANSWER_BYTES = 64 * 1024;
/** Every call carries its own number (order, contract), so that a broken one may simply be sent again. */
const MAX_SENDS = 3;
const PASSING_FAULTS = new Set(['SYSTEMERROR', 'SYSTEM_ERROR', 'BANKERROR']);
/** Asked too much: nothing was done, and asking again at once makes it worse. */
const TOO_OFTEN = new Set(['FREQUENCY_LIMITED', 'FREQ_LIMIT']);

/** Signs, sends and verifies the calls of version 2; turns everything that proves nothing into `unknown`. */
export function createPapayCall(options: PapayCallOptions): PapayCall {
  const { appId, merchantId, apiV2Keys, log } = options;
  const prefix = new URL(options.baseUrl).pathname.replace(/\/$/, '');

  async function once(path: string, given: Fields, type: SignType, totalTimeoutMs: number): Promise<Judged> {
    const fields: Fields = {
      appid: appId,
      mch_id: merchantId,
      nonce_str: options.random.bytes(16).toString('hex'),
      ...given,
      ...(type === 'MD5' ? {} : { sign_type: type }),
    };
    try {
      const answer = await options.send({
        method: 'POST',
        url: new URL(`${prefix}${path}`, options.baseUrl),
        headers: { 'content-type': 'text/xml; charset=utf-8', accept: '*/*', 'user-agent': 'huimin-storefront' },
        body: writeXml({ ...fields, sign: sign(fields, apiV2Keys.inUse, type) }),
        connectTimeoutMs: options.connectTimeoutMs,
        totalTimeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return judge(path, answer);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const again = error.problem === 'not-connected' || error.problem === 'broken';
      return unknown(`${error.problem}: ${error.message}`, again);
    }
  }

  function judge(path: string, answer: ExchangeAnswer): Judged {
    if (answer.status !== 200) return unknown(`HTTP ${answer.status}`, answer.status >= 500);
    const fields = readXml(answer.body);
    if (!fields) return unknown('answer that is not its XML', false);
    // Refused before it was known who asks: not signed, so nothing is known.
    if (fields.return_code !== 'SUCCESS') {
      const message = (fields.return_msg || 'refused').slice(0, 200);
      log.error({ path, message }, 'WeChat Pay refused a version 2 message');
      return {
        outcome: { kind: 'unknown', message, setting: message.slice(0, 40) },
        again: false,
      };
    }
    if (!apiV2Keys.fits((key) => isSigned(fields, key))) {
      log.error({ path }, 'WeChat Pay answer with a version 2 signature that does not fit');
      return unknown('answer refused: signature', false);
    }
    if (fields.mch_id !== merchantId || (fields.appid ?? appId) !== appId) {
      return unknown('answer for another merchant', false);
    }
    if (fields.result_code === 'SUCCESS') return { outcome: { kind: 'done', fields }, again: false };
    const code = (fields.err_code ?? '').slice(0, 60);
    if (TOO_OFTEN.has(code)) return { outcome: { kind: 'unknown', message: code, tooOften: true }, again: false };
    if (PASSING_FAULTS.has(code)) return unknown(code, true);
    return {
      outcome: { kind: 'failed', code, message: (fields.err_code_des ?? '').slice(0, 200) },
      again: false,
    };
  }

  return async (path, fields, type = 'MD5') => {
    const endsAt = performance.now() + options.totalTimeoutMs;
    for (let sends = 1; ; sends++) {
      const leftMs = Math.max(1, endsAt - performance.now());
      const { outcome, again } = await once(path, fields, type, leftMs);
      const mayRepeat = sends < MAX_SENDS && endsAt - performance.now() > options.totalTimeoutMs / 2;
      if (!again || !mayRepeat) return outcome;
    }
  };
}

interface Judged {
  readonly outcome: CallOutcome;
  readonly again: boolean;
}

function unknown(message: string, again: boolean): Judged {
  return { outcome: { kind: 'unknown', message }, again };
}
