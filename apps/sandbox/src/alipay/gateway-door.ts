import type { FaultMatch } from '../faults/fault-book.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { type Answer, formOf, type Handler, html, type SandboxRequest } from '../http/router.ts';
import { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';
import { cashierResultPage } from '../pages/cashier-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AlipayError } from './alipay-error.ts';
import { pickWriting, writeNode } from './answer-text.ts';
import { momentOf } from './page-input.ts';
import { type Fields, signText } from './signing.ts';

const WINDOW_MS = 15 * 60_000;
const SKEW_MS = 20 * 60_000;
const UTF8 = /^utf-?8$/i;

export type GatewayCall = {
  /** Its name for faults and the log. */
  call: string;
  match?: (fields: Fields) => FaultMatch;
} & (
  | { kind: 'server'; handle: (fields: Fields) => Record<string, unknown> }
  | { kind: 'page'; handle: (fields: Fields, request: SandboxRequest) => Answer }
);

/** `gateway.do`: one address for all methods. Checks what Alipay checks, runs the call, signs the answer's raw text. */
export function createGateway(parts: SandboxParts, methods: Readonly<Record<string, GatewayCall>>): Handler {
  const { clock, faults, keys, random } = parts;
  for (const { call, kind } of Object.values(methods)) {
    faults.offer('alipay', call, [...ANSWER_KINDS, 'clock_skew']);
    if (kind === 'server') faults.offer('alipay', call, ['bad_response_sign']);
  }

  const answerText = (
    request: SandboxRequest,
    name: string,
    node: Record<string, unknown>,
    match: FaultMatch,
    call: string,
  ): Answer => {
    const text = writeNode(node, pickWriting(random));
    const wrong = faults.take('alipay', call, ['bad_response_sign'], match);
    if (wrong) request.note({ reason: `fault ${wrong.kind}` });
    const sign = rsaSign(keys.alipay.alipay.privateKeyPem, Buffer.from(wrong ? `${text} ` : text));
    return written(parts, `{"${name}":${text},"sign":"${sign}"}`);
  };

  return async (request) => {
    request.note({ provider: 'alipay' });
    const fields = mergedFields(request);
    const method = methods[fields.method ?? ''];
    const call = method?.call ?? 'gateway';
    const match = method?.match?.(fields) ?? {};
    request.note({ call });
    const node = `${(fields.method ?? '').replaceAll('.', '_')}_response`;

    const refused = (error: AlipayError): Answer => {
      request.note({ reason: `${error.subCode}: ${error.message}` });
      if (method?.kind === 'page') return refusalPage(error);
      if (error.unsigned) return written(parts, JSON.stringify({ error_response: error.node() }));
      return answerText(request, error.code.startsWith('2') ? 'error_response' : node, error.node(), match, call);
    };
    const guarded = (act: () => Answer): Answer => {
      try {
        return act();
      } catch (error) {
        if (error instanceof AlipayError) return refused(error);
        throw error;
      }
    };

    const skew = faults.take('alipay', call, ['clock_skew'], match);
    const nowMs = clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0);
    try {
      check(parts, request, fields, method !== undefined, nowMs);
    } catch (error) {
      if (error instanceof AlipayError) return refused(error);
      throw error;
    }
    if (!method) return refused(unknownMethod());
    return answerWithFaults(
      request,
      {
        faults,
        provider: 'alipay',
        call,
        match,
        busy: () =>
          refused(
            call === 'refund.create'
              ? new AlipayError('40004', 'ACQ.SYSTEM_ERROR', '系统错误')
              : new AlipayError('20000', 'isp.unknow-error', '系统繁忙'),
          ),
        rateLimited: () => refused(new AlipayError('40005', 'app-call-limited', '应用调用次数超限')),
      },
      () =>
        guarded(() =>
          method.kind === 'page'
            ? method.handle(fields, request)
            : answerText(request, node, method.handle(fields), match, call),
        ),
    );
  };
}

/** Query and form together, as the signature covers them. */
function mergedFields(request: SandboxRequest): Fields {
  const fields: Fields = {};
  const sources = request.method === 'POST' ? [request.query, formOf(request)] : [request.query];
  for (const source of sources) for (const [name, value] of source) fields[name] = value;
  return fields;
}

function check(
  parts: SandboxParts,
  request: SandboxRequest,
  fields: Fields,
  knownMethod: boolean,
  nowMs: number,
): void {
  const { appId, app } = parts.keys.alipay;
  const missing = (name: string, label: string) =>
    new AlipayError('40001', `isv.missing-${name}`, `缺少${label}`, true);
  const invalid = (name: string, text: string, unsigned = false) =>
    new AlipayError('40002', `isv.invalid-${name}`, text, unsigned);

  if (!fields.app_id) throw missing('app-id', 'app_id');
  if (fields.app_id !== appId) throw invalid('app-id', '无效的AppID参数', true);
  if (!fields.method) throw missing('method', 'method');
  if (!knownMethod) throw unknownMethod();
  if (!fields.sign_type) throw missing('signature-type', 'sign_type');
  if (fields.sign_type !== 'RSA2') throw invalid('signature-type', '无效签名类型，应为RSA2');
  if (!fields.sign) throw missing('signature', 'sign');
  if (!fields.timestamp) throw missing('timestamp', 'timestamp');
  if (!fields.version) throw missing('version', 'version');
  if (fields.version !== '1.0') throw invalid('parameter', 'version 应为 1.0');
  if (fields.format && fields.format.toUpperCase() !== 'JSON') throw invalid('format', '无效的数据格式，应为JSON');
  if (!UTF8.test(fields.charset ?? '')) throw invalid('charset', '字符集错误，应为utf-8');
  const type = request.headers['content-type'] ?? '';
  if (request.method === 'POST' && !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw invalid('parameter', 'Content-Type 应为 application/x-www-form-urlencoded');
  const bodyCharset = /charset="?([^;"\s]+)/i.exec(type)?.[1];
  if (bodyCharset !== undefined && !UTF8.test(bodyCharset)) throw invalid('charset', '字符集错误，应为utf-8');
  const sources = [request.query, ...(request.method === 'POST' ? [formOf(request)] : [])];
  const names = sources.flatMap((source) => [...source.keys()]);
  if (new Set(names).size !== names.length) throw invalid('parameter', '参数重复');

  const text = signText(fields, 'request');
  if (!rsaVerify(app.publicKeyPem, text, fields.sign)) {
    request.note({ expectedSignText: text.toString('utf8') });
    throw invalid(
      'signature',
      '验签出错，请确认charset参数放在了URL查询字符串中且各参数值使用charset参数指示的字符集编码',
    );
  }
  const sentAtMs = momentOf(fields.timestamp);
  if (Number.isNaN(sentAtMs) || Math.abs(nowMs - sentAtMs) > WINDOW_MS)
    throw invalid('timestamp', '非法的时间戳参数：格式应为yyyy-MM-dd HH:mm:ss，与当前时间相差不超过15分钟');
}

function unknownMethod(): AlipayError {
  return new AlipayError('40002', 'isv.invalid-method', '不存在的方法名', true);
}

function written(parts: SandboxParts, body: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html;charset=utf-8', trace_id: parts.random.hex(32) },
    body,
  };
}

/** A payment page that cannot be shown. */
export function refusalPage(error: AlipayError): Answer {
  return html(
    400,
    cashierResultPage({ heading: '无法付款', text: `${error.message}（${error.subCode}）`, brand: '支付宝' }),
  );
}
