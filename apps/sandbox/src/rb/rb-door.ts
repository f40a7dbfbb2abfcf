import type { FaultMatch } from '../faults/fault-book.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import type { Answer, Handler, SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { RbError } from './rb-error.ts';
import { type Fields, readBody } from './rb-input.ts';
import { rbSign, rbText, rbVerify } from './signing.ts';

const WINDOW_MS = 5 * 60_000;
const SKEW_MS = 10 * 60_000;
const NONCE = /^[0-9A-Za-z]{12,32}$/;

export type RbCall = {
  /** Its name for faults and the log. */
  name: string;
  /** The `data` of the answer. */
  handle(data: Fields): Record<string, unknown>;
};

/** Puts a call behind the insurer's checks (channel, signature, clock, and the same three in the body); signs answers. */
export function createRbDoor(parts: SandboxParts): (call: RbCall) => Handler {
  const { clock, faults, keys, random } = parts;
  const { channelCode, secret } = keys.rb;

  const signed = (call: string, match: FaultMatch, content: Record<string, unknown>): Answer => {
    const body = JSON.stringify(content);
    const timestamp = String(Math.floor(clock.now() / 1000));
    const nonce = random.text(16);
    const wrong = faults.take('rb', call, ['bad_response_sign'], match);
    return {
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'X-RB-Channel': channelCode,
        'X-RB-Timestamp': timestamp,
        'X-RB-Nonce': nonce,
        'X-RB-Sign': rbSign(secret, rbText(timestamp, nonce, wrong ? `${body} ` : body)),
      },
      body,
    };
  };

  return (call) => {
    faults.offer('rb', call.name, [...ANSWER_KINDS, 'clock_skew', 'bad_response_sign']);
    return async (request) => {
      request.note({ provider: 'rb', call: call.name });
      let match: FaultMatch = {};
      const refuse = (error: RbError): Answer => {
        request.note({ reason: `${error.code}: ${error.message}` });
        const content = { code: error.code, message: error.message };
        return error.unsigned
          ? {
              status: 401,
              headers: { 'content-type': 'application/json; charset=utf-8' },
              body: JSON.stringify(content),
            }
          : signed(call.name, match, content);
      };
      const guarded = <T>(act: () => T): T | Answer => {
        try {
          return act();
        } catch (error) {
          if (error instanceof RbError) return refuse(error);
          throw error;
        }
      };
      const data = guarded(() => {
        match = matchOf(request.body);
        const skew = faults.take('rb', call.name, ['clock_skew'], match);
        checkCaller(parts, request, clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0));
        const read = readBody(request.body);
        checkRepeated(request, read);
        return { read };
      });
      if (!('read' in data)) return data;
      return answerWithFaults(
        request,
        {
          ...{ faults, provider: 'rb', call: call.name, match },
          busy: () => refuse(new RbError('busy', '系统繁忙，请稍后再试')),
          rateLimited: () => refuse(new RbError('rate', '请求过于频繁')),
        },
        () => guarded(() => signed(call.name, match, { code: '0', message: 'ok', data: call.handle(data.read) })),
      );
    };
  };
}

function checkCaller(parts: SandboxParts, request: SandboxRequest, nowMs: number): void {
  const { channelCode, secret } = parts.keys.rb;
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new RbError('parameter', 'Content-Type 应为 application/json', true);
  const timestamp = header(request, 'x-rb-timestamp');
  const nonce = header(request, 'x-rb-nonce');
  if (header(request, 'x-rb-channel') !== channelCode) throw new RbError('signature', '渠道不存在', true);
  if (!/^\d{10}$/.test(timestamp) || !NONCE.test(nonce)) throw new RbError('signature', '时间戳或随机串不正确', true);
  const text = rbText(timestamp, nonce, request.body);
  if (!rbVerify(secret, text, header(request, 'x-rb-sign'))) {
    request.note({ expectedSignText: text.toString('utf8') });
    throw new RbError('signature', '验签失败', true);
  }
  if (Math.abs(nowMs - Number(timestamp) * 1000) > WINDOW_MS)
    throw new RbError('clock', '时间戳与当前时间相差超过5分钟', true);
}

/** Channel, time and nonce stand in the body as well. */
function checkRepeated(request: SandboxRequest, data: Fields): void {
  for (const [name, headerName] of [
    ['channelCode', 'x-rb-channel'],
    ['timestamp', 'x-rb-timestamp'],
    ['nonce', 'x-rb-nonce'],
  ] as const) {
    if (data[name] !== header(request, headerName)) throw new RbError('parameter', `参数错误：${name}与请求头不一致`);
  }
}

function header(request: SandboxRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** The body is not believed yet; it only says whose fault this is. */
function matchOf(body: Buffer): FaultMatch {
  try {
    const { outTradeNo, refundNo } = readBody(body);
    return {
      outTradeNo: typeof outTradeNo === 'string' ? outTradeNo : undefined,
      outRefundNo: typeof refundNo === 'string' ? refundNo : undefined,
    };
  } catch {
    return {};
  }
}
