import { timingSafeEqual } from 'node:crypto';
import type { FaultMatch } from '../faults/fault-book.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { type Answer, type Handler, json, type SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type Body, readBody } from './body-fields.ts';
import { canonicalRequest, parseTc3Authorization, stringToSign, tc3Signature, utcDay } from './tc3.ts';
import { TencentError } from './tencent-error.ts';

const WINDOW_S = 300;
const SKEW_MS = 10 * 60_000;

export type CloudAction = {
  service: string;
  version: string;
  /** The regions it is served in; without them the header is not needed. */
  regions?: readonly string[];
  match?: (body: Body) => FaultMatch;
  /** Fields of `Response`; undefined takes the effect and never answers. */
  handle(body: Body): Record<string, unknown> | undefined | Promise<Record<string, unknown> | undefined>;
};

/** Whether a `POST /` is meant for Tencent Cloud rather than for another cloud with the same path. */
export function isForTencent({ headers }: SandboxRequest): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-tc-')) || /^TC3-/.test(headers.authorization ?? '');
}

/**
 * `POST /` of every service. The signature must be made for the service's own host name, whatever address was connected
 * to. Refusals are HTTP 200 as well.
 */
export function createTencentCloud(parts: SandboxParts, actions: Readonly<Record<string, CloudAction>>): Handler {
  const { clock, faults, random } = parts;
  for (const action of Object.keys(actions)) faults.offer('tencent', action, [...ANSWER_KINDS, 'clock_skew']);

  const answer = (fields: Record<string, unknown>): Answer => {
    const hex = random.hex(32);
    const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    return json(200, { Response: { ...fields, RequestId: id } });
  };
  const refused = (request: SandboxRequest, error: TencentError): Answer => {
    request.note({ reason: `${error.code}: ${error.message}` });
    return answer({ Error: { Code: error.code, Message: error.message } });
  };

  return async (request) => {
    const name = String(request.headers['x-tc-action'] ?? '');
    request.note({ provider: 'tencent', call: name });
    const guarded = async (act: () => Answer | Promise<Answer>): Promise<Answer> => {
      try {
        return await act();
      } catch (error) {
        if (error instanceof TencentError) return refused(request, error);
        throw error;
      }
    };
    let body: Body = {};
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const skew = action && faults.take('tencent', name, ['clock_skew'], {});
    const nowMs = clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0);
    const refusal = await guarded(() => {
      check(parts, request, action, nowMs);
      body = readBody(request.body);
      return { status: 0 };
    });
    if (refusal.status !== 0 || !action) return refusal;
    return answerWithFaults(
      request,
      {
        ...{ faults, provider: 'tencent', call: name, match: action.match?.(body) ?? {} },
        busy: () => refused(request, new TencentError('InternalError', '内部错误')),
        rateLimited: () => refused(request, new TencentError('RequestLimitExceeded', '请求的次数超过了频率限制')),
      },
      () =>
        guarded(async () => {
          const fields = await action.handle(body);
          return fields ? answer(fields) : { status: 0, delivery: 'never' };
        }),
    );
  };
}

function check(parts: SandboxParts, request: SandboxRequest, action: CloudAction | undefined, nowMs: number): void {
  const { secretId, secretKey } = parts.keys.tencent;
  const header = (name: string): string => {
    const value = request.headers[name];
    if (typeof value !== 'string' || value === '')
      throw new TencentError('MissingParameter', `The request is missing a required parameter \`${name}\`.`);
    return value;
  };
  if (!/^application\/json\b/i.test(header('content-type')))
    throw new TencentError('UnsupportedProtocol', 'Content-Type 应为 application/json');
  header('x-tc-action');
  if (!action) throw new TencentError('InvalidAction', '接口不存在');
  if (header('x-tc-version') !== action.version) throw new TencentError('NoSuchVersion', '接口版本不存在');
  const timestamp = header('x-tc-timestamp');
  if (!/^\d{1,10}$/.test(timestamp)) throw new TencentError('InvalidParameterValue', 'X-TC-Timestamp 应为秒级时间戳');
  const seconds = Number(timestamp);
  if (Math.abs(nowMs / 1000 - seconds) > WINDOW_S)
    throw new TencentError('AuthFailure.SignatureExpire', '签名过期：时间戳与服务器时间相差不得超过五分钟');

  const authorization = parseTc3Authorization(request.headers.authorization);
  if (!authorization)
    throw new TencentError('AuthFailure.InvalidAuthorization', '请求头部的 Authorization 不符合腾讯云标准');
  const { signedHeaders, date, service } = authorization;
  if (authorization.secretId !== secretId) throw new TencentError('AuthFailure.SecretIdNotFound', '密钥不存在');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers[name] = value;
  headers.host = `${action.service}.tencentcloudapi.com`;
  const unsigned = ['content-type', 'host'].find((name) => !signedHeaders.includes(name));
  const sorted = [...signedHeaders].sort().join() === signedHeaders.join();
  const canonical = canonicalRequest(headers, signedHeaders, request.body);
  const text = stringToSign(seconds, action.service, canonical);
  const expected = Buffer.from(tc3Signature(secretKey, utcDay(seconds), action.service, text));
  const fits = timingSafeEqual(expected, Buffer.from(authorization.signature));
  if (unsigned || !sorted || date !== utcDay(seconds) || service !== action.service || !fits) {
    request.note({ expectedSignText: `${canonical}\n\n${text}` });
    const issue = unsigned
      ? `未签名 ${unsigned}`
      : sorted
        ? '请检查签名原文、日期（UTC）和服务名'
        : 'SignedHeaders 未按字典序';
    throw new TencentError('AuthFailure.SignatureFailure', `签名错误：${issue}`);
  }
  if (action.regions && !action.regions.includes(header('x-tc-region')))
    throw new TencentError('UnsupportedRegion', '接口不支持所传地域');
}
