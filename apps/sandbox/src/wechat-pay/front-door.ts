import type { FaultMatch } from '../faults/fault-book.ts';
import { ANSWER_KINDS, BEFORE_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import type { Answer, Handler, SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { errorAnswer, PayError, SUB_CODE } from './pay-error.ts';
import { parseAuthorization, platformSignText, requestSignText, rsaSign, rsaVerify } from './signing.ts';

const WINDOW_MS = 300_000;
const PROBE_SHARE = 1 / 20;
const SKEW_MS = 10 * 60_000;

export type DoorOptions = {
  call: string;
  /** Which order or refund the request is about, for faults narrowed to one. */
  match?: (request: SandboxRequest) => FaultMatch;
  /** A bill file is a download: any `Accept` will do and the answer is not signed. */
  download?: boolean;
  /** Success has no body that could arrive broken. */
  bodiless?: boolean;
};

type PayHandler = (request: SandboxRequest) => Answer;
export type FrontDoor = (options: DoorOptions, handler: PayHandler) => Handler;

/** What every API v3 call passes: header checks, signature check, faults, signed answer. */
export function createFrontDoor(parts: SandboxParts, probes: boolean): FrontDoor {
  const { clock, faults, keys, random } = parts;

  const signed = (request: SandboxRequest, answer: Answer, nowMs: number, match: FaultMatch, call: string): Answer => {
    const pay = keys.wechatPay;
    const wanted = request.headers['wechatpay-serial'];
    const usePublicKey = wanted === pay.platformPublicKey.publicKeyId;
    const timestamp = String(Math.floor(nowMs / 1000));
    const nonce = random.hex(32);
    const body = Buffer.from(answer.body ?? '');
    const wrong = faults.take('wechat-pay', call, ['bad_response_sign'], match);
    if (wrong) request.note({ reason: `fault ${wrong.kind}` });
    const text = platformSignText(timestamp, nonce, wrong ? Buffer.concat([body, Buffer.from(' ')]) : body);
    const key = usePublicKey ? pay.platformPublicKey.privateKeyPem : pay.platformCertificate.privateKeyPem;
    let signature = rsaSign(key, text);
    if (probes && random.next() < PROBE_SHARE) {
      request.note({ reason: 'answer carries a SIGNTEST probe' });
      signature = `WECHATPAY/SIGNTEST/${signature.slice(0, 64)}`;
    }
    return {
      ...answer,
      headers: {
        'request-id': `${requestId(parts)}-0`,
        ...answer.headers,
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': usePublicKey ? pay.platformPublicKey.publicKeyId : pay.platformCertificate.serialNo,
        'wechatpay-signature': signature,
        'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      },
    };
  };

  const guarded = (request: SandboxRequest, act: () => Answer): Answer => {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof PayError)) throw error;
      request.note({ reason: `${error.code}: ${error.message}` });
      return errorAnswer(error, requestId(parts));
    }
  };

  return (options, handler) => {
    const broken = options.bodiless ? [...BEFORE_KINDS, 'timeout_after' as const] : ANSWER_KINDS;
    faults.offer('wechat-pay', options.call, [...broken, 'clock_skew']);
    if (!options.download) faults.offer('wechat-pay', options.call, ['bad_response_sign']);
    return (request) => pass(options, handler, request);
  };

  async function pass(options: DoorOptions, handler: PayHandler, request: SandboxRequest): Promise<Answer> {
    request.note({ provider: 'wechat-pay', call: options.call });
    const { host } = request.headers;
    const match = { ...options.match?.(request), ...(host === undefined ? {} : { host }) };
    const skew = faults.take('wechat-pay', options.call, ['clock_skew'], match);
    const nowMs = clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0);
    // Who sent it is not proven yet, so a refusal at the door is not signed.
    const refusal = guarded(request, () => {
      checkHeaders(request, options.download === true);
      checkSignature(parts, request, nowMs);
      return { status: 0 };
    });
    if (refusal.status !== 0) return refusal;
    const refuse = (error: PayError) => guarded(request, () => raise(error));
    return answerWithFaults(
      request,
      {
        faults,
        provider: 'wechat-pay',
        call: options.call,
        match,
        busy: () => refuse(new PayError(500, 'SYSTEM_ERROR', '系统异常，请用相同参数重新调用', SUB_CODE.system)),
        rateLimited: () => refuse(new PayError(429, 'FREQUENCY_LIMITED', '频率超限', SUB_CODE.frequency)),
      },
      () => guarded(request, () => handler(request)),
      (answer) =>
        options.download && answer.status === 200 ? answer : signed(request, answer, nowMs, match, options.call),
    );
  }
}

function raise(error: PayError): never {
  throw error;
}

function requestId(parts: SandboxParts): string {
  return `08${parts.random.hex(30).toUpperCase()}`;
}

function checkHeaders(request: SandboxRequest, download: boolean): void {
  const { accept, 'content-type': contentType, 'user-agent': userAgent } = request.headers;
  const refuse = (message: string) =>
    new PayError(400, 'PARAM_ERROR', message, SUB_CODE.parameter, { location: 'header' });
  if (!userAgent?.trim()) throw refuse('Http头缺少User-Agent');
  if (!download && !/(^|,)\s*application\/json\b/.test(accept ?? '')) throw refuse('Http头Accept应为application/json');
  if (request.body.length > 0 && !/^application\/json\b/.test(contentType ?? '')) {
    throw new PayError(415, 'PARAM_ERROR', 'Http头Content-Type应为application/json', SUB_CODE.parameter, {
      location: 'header',
    });
  }
}

function checkSignature(parts: SandboxParts, request: SandboxRequest, nowMs: number): void {
  const pay = parts.keys.wechatPay;
  const refuse = (message: string, issue: string, text?: Buffer) => {
    const shown = text?.toString('utf8');
    if (shown) request.note({ expectedSignText: shown });
    return new PayError(401, 'SIGN_ERROR', message, SUB_CODE.signature, {
      field: 'signature',
      issue,
      location: 'authorization',
      ...(text
        ? {
            sign_information: {
              method: request.method,
              url: request.target,
              truncated_sign_message: shown,
              sign_message_length: text.length,
            },
          }
        : {}),
    });
  };
  const fields = parseAuthorization(request.headers.authorization);
  if (typeof fields === 'string') throw refuse(fields, 'authorization malformed');
  if (fields.mchid !== pay.mchid) throw refuse('商户号不存在', 'unknown mchid');
  if (fields.serialNo !== pay.merchant.serialNo)
    throw refuse('商户证书序列号有误。请使用签名私钥匹配的证书序列号', 'unknown serial_no');
  if (!/^\d{1,10}$/.test(fields.timestamp))
    throw refuse('Http头Authorization值中的timestamp格式不正确', 'timestamp malformed');
  if (fields.nonceStr.length > 32) throw refuse('Http头Authorization值中的nonce_str超过32个字符', 'nonce_str too long');
  if (Math.abs(nowMs - Number(fields.timestamp) * 1000) > WINDOW_MS) {
    throw refuse('Http头Authorization值中的timestamp与发起请求的时间不得超过5分钟', 'timestamp out of window');
  }
  const text = requestSignText(request.method, request.target, fields.timestamp, fields.nonceStr, request.body);
  if (!rsaVerify(pay.merchant.publicKeyPem, text, fields.signature))
    throw refuse('错误的签名，验签失败', 'sign not match', text);
  const wanted = request.headers['wechatpay-serial'];
  if (
    wanted !== undefined &&
    wanted !== pay.platformPublicKey.publicKeyId &&
    wanted !== pay.platformCertificate.serialNo
  ) {
    throw new PayError(
      400,
      'PARAM_ERROR',
      'Http头Wechatpay-Serial有误，没有这个公钥ID或证书序列号',
      SUB_CODE.parameter,
      {
        field: 'Wechatpay-Serial',
        value: wanted,
        location: 'header',
      },
    );
  }
}
