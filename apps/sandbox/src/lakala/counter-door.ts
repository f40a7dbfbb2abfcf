import type { FaultMatch } from '../faults/fault-book.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import type { Answer, Handler, SandboxRequest } from '../http/router.ts';
import { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type Fields, readEnvelope } from './counter-input.ts';
import { LKL_CODES, LklError } from './lkl-error.ts';
import { lklTime } from './order-book.ts';
import { callText, readAuthorization } from './signing.ts';

const WINDOW_MS = 5 * 60_000;
const SKEW_MS = 10 * 60_000;
const NONCE = /^[0-9A-Za-z]{12}$/;

export type LklCall = {
  /** Its name for faults and the log. */
  name: string;
  match(data: Fields): FaultMatch;
  /** The `resp_data` of the answer. */
  handle(data: Fields): Record<string, unknown>;
};

/** Puts a call behind Lakala's checks: caller, signature, clock, envelope, merchant; and signs what it answers. */
export function createLklDoor(parts: SandboxParts): (call: LklCall) => Handler {
  const { clock, faults, keys, random } = parts;
  const { appId, merchantNo, platform } = keys.lakala;

  const signed = (call: string, match: FaultMatch, content: Record<string, unknown>): Answer => {
    const body = JSON.stringify({ ...content, resp_time: lklTime(clock.now()) });
    const timestamp = String(Math.floor(clock.now() / 1000));
    const nonce = random.text(12);
    const wrong = faults.take('lakala', call, ['bad_response_sign'], match);
    const covered = callText(appId, platform.serialNo, timestamp, nonce, wrong ? `${body} ` : body);
    return {
      status: 200,
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'Lklapi-Appid': appId,
        'Lklapi-Serial': platform.serialNo,
        'Lklapi-Timestamp': timestamp,
        'Lklapi-Nonce': nonce,
        'Lklapi-Signature': rsaSign(platform.privateKeyPem, covered),
      },
      body,
    };
  };

  return (call) => {
    faults.offer('lakala', call.name, [...ANSWER_KINDS, 'clock_skew', 'bad_response_sign']);
    return async (request) => {
      request.note({ provider: 'lakala', call: call.name });
      let match: FaultMatch = {};
      const refuse = (error: LklError): Answer => {
        request.note({ reason: `${error.code}: ${error.message}` });
        const content = { code: error.code, msg: error.message };
        return error.unsigned ? unsigned(content) : signed(call.name, match, content);
      };
      const guarded = <T>(act: () => T): T | Answer => {
        try {
          return act();
        } catch (error) {
          if (error instanceof LklError) return refuse(error);
          throw error;
        }
      };
      const data = guarded(() => {
        // The body is not believed yet; it only says whose fault this is.
        const early = peek(request.body);
        match = early ? call.match(early) : {};
        const skew = faults.take('lakala', call.name, ['clock_skew'], match);
        checkCaller(parts, request, clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0));
        const read = readEnvelope(request.body);
        if (read.merchant_no !== merchantNo) throw new LklError('parameter', '参数错误：merchant_no不是本应用的商户');
        return { read };
      });
      if (!('read' in data)) return data;
      const busyCode = call.name === 'refund.create' ? 'refundUnclear' : 'busy';
      return answerWithFaults(
        request,
        {
          ...{ faults, provider: 'lakala', call: call.name, match },
          busy: () => refuse(new LklError(busyCode, '系统繁忙，请稍后查询')),
          rateLimited: () => refuse(new LklError('rate', '请求过于频繁')),
        },
        () =>
          guarded(() =>
            signed(call.name, match, { code: '000000', msg: '操作成功', resp_data: call.handle(data.read) }),
          ),
      );
    };
  };
}

function checkCaller(parts: SandboxParts, request: SandboxRequest, nowMs: number): void {
  const { appId, merchant } = parts.keys.lakala;
  const stranger = (problem: string): LklError => new LklError('signature', problem, true);
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new LklError('parameter', 'Content-Type 应为 application/json', true);
  const fields = readAuthorization(request.headers.authorization ?? '');
  if (!fields) throw stranger('Authorization 格式不正确');
  const { appid = '', serial_no: serialNo = '', timestamp = '', nonce_str: nonce = '', signature = '' } = fields;
  if (appid !== appId) throw stranger('appid 不存在');
  if (serialNo !== merchant.serialNo) throw stranger('serial_no 不是登记的证书');
  if (!NONCE.test(nonce)) throw stranger('nonce_str 应为12位字母和数字');
  if (!/^\d{10}$/.test(timestamp)) throw stranger('timestamp 应为秒');
  const text = callText(appid, serialNo, timestamp, nonce, request.body);
  if (!rsaVerify(merchant.publicKeyPem, text, signature)) {
    request.note({ expectedSignText: text.toString('utf8') });
    throw stranger('验签失败');
  }
  if (Math.abs(nowMs - Number(timestamp) * 1000) > WINDOW_MS)
    throw new LklError('clock', 'timestamp 与当前时间相差超过5分钟', true);
}

function peek(body: Buffer): Fields | undefined {
  try {
    return readEnvelope(body);
  } catch {
    return undefined;
  }
}

/** What is refused before the caller is known carries no signature. */
function unsigned(content: { code: string; msg: string }): Answer {
  const isClock = content.code === LKL_CODES.clock;
  return {
    status: isClock ? 400 : 401,
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(content),
  };
}
