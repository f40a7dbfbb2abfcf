import { beijingDay, beijingText } from '../clock/beijing-time.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { type Answer, type Handler, json, type SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Inbox, Receipt } from '../sms/inbox.ts';
import { magicEffect } from '../sms/magic-numbers.ts';
import { createAliyunSender, type SendInput } from './send-by-aliyun.ts';
import { createSmsDoor } from './sms-door.ts';
import { SmsBusinessError, SmsCallError } from './sms-error.ts';

const MAX_NUMBERS = 1000;
const RECEIPTS: Record<Receipt, Record<string, unknown>> = {
  waiting: { SendStatus: 1 },
  failed: { SendStatus: 2, ErrCode: 'MK:0001' },
  delivered: { SendStatus: 3, ErrCode: 'DELIVERED' },
};

/** What Aliyun answers to `x-acs-action` SendSms or QuerySendDetails. */
export function createAliyunSms(parts: SandboxParts, inbox: Inbox, signedHost: string): Handler {
  const sendMessage = createAliyunSender(parts, inbox);
  const door = createSmsDoor(parts, signedHost);
  for (const call of ['SendSms', 'QuerySendDetails'])
    parts.faults.offer('aliyun-sms', call, [...ANSWER_KINDS, 'clock_skew']);

  const callFailed = (request: SandboxRequest, error: SmsCallError): Answer => {
    request.note({ reason: `${error.code}: ${error.message}` });
    const RequestId = requestId(parts);
    return json(error.status, {
      RequestId,
      Message: error.message,
      Recommend: `https://api.aliyun.com/troubleshoot?q=${error.code}&product=Dysmsapi&requestId=${RequestId}`,
      HostId: signedHost,
      Code: error.code,
    });
  };

  const guarded = (request: SandboxRequest, act: () => Answer): Answer => {
    try {
      return act();
    } catch (error) {
      if (error instanceof SmsCallError) return callFailed(request, error);
      if (!(error instanceof SmsBusinessError)) throw error;
      request.note({ reason: `${error.code}: ${error.message}` });
      return json(200, { Message: error.message, RequestId: requestId(parts), Code: error.code });
    }
  };

  const handle: Handler = async (request) => {
    const action = String(request.headers['x-acs-action'] ?? '');
    request.note({ provider: 'aliyun-sms', call: action });
    const refusal = guarded(request, () => {
      if (action === '') throw new SmsCallError(400, 'MissingAction', 'Action is mandatory for this action.');
      door(request, action);
      if (action !== 'SendSms' && action !== 'QuerySendDetails') {
        throw new SmsCallError(
          404,
          'InvalidAction.NotFound',
          'Specified api is not found, please check your url and method.',
        );
      }
      return { status: 0 };
    });
    if (refusal.status !== 0) return refusal;
    return answerWithFaults(
      request,
      {
        faults: parts.faults,
        provider: 'aliyun-sms',
        call: action,
        match: { phone: request.query.get(action === 'SendSms' ? 'PhoneNumbers' : 'PhoneNumber') ?? undefined },
        busy: () => json(200, { Message: '系统错误', RequestId: requestId(parts), Code: 'isp.SYSTEM_ERROR' }),
        rateLimited: () =>
          callFailed(request, new SmsCallError(400, 'Throttling.User', 'Request was denied due to user flow control.')),
      },
      () => guarded(request, () => (action === 'SendSms' ? send(request) : details(request))),
    );
  };

  const send = (request: SandboxRequest): Answer => {
    const input = readSend(request.query);
    const BizId = sendMessage(input);
    // The message is on the phone, but the gateway's answer never arrives.
    if (input.phones.some((phone) => magicEffect(phone) === 'time-out-after-send')) {
      request.note({ reason: 'magic number: time-out after send' });
      return { status: 0, delivery: 'never' };
    }
    return json(200, { Message: 'OK', RequestId: requestId(parts), Code: 'OK', BizId });
  };

  const details = (request: SandboxRequest): Answer => {
    const phone = required(request.query, 'PhoneNumber');
    const day = required(request.query, 'SendDate');
    const size = Number(required(request.query, 'PageSize'));
    const pageNumber = Number(required(request.query, 'CurrentPage'));
    const bizId = request.query.get('BizId');
    const found = inbox
      .list(phone)
      .filter(
        (message) =>
          message.gateway === 'aliyun-sms' &&
          beijingDay(message.sentAtMs).replaceAll('-', '') === day &&
          (!bizId || message.bizId === bizId),
      );
    const shown = found.slice((pageNumber - 1) * size, pageNumber * size);
    return json(200, {
      Message: 'OK',
      RequestId: requestId(parts),
      Code: 'OK',
      TotalCount: found.length,
      SmsSendDetailDTOs: {
        SmsSendDetailDTO: shown.map((message) => ({
          PhoneNum: message.phone,
          TemplateCode: message.templateCode,
          Content: message.text,
          OutId: message.outId ?? '',
          SendDate: beijingText(message.sentAtMs),
          ...RECEIPTS[inbox.receiptOf(message)],
          ...(inbox.receiptOf(message) === 'failed' && message.failCode ? { ErrCode: message.failCode } : {}),
          ...(inbox.receiptOf(message) === 'delivered' && message.arrivesAtMs !== undefined
            ? { ReceiveDate: beijingText(message.arrivesAtMs) }
            : {}),
        })),
      },
    });
  };

  return handle;
}

function readSend(query: URLSearchParams): SendInput {
  const phones = required(query, 'PhoneNumbers').split(',');
  if (phones.length > MAX_NUMBERS) throw new SmsBusinessError('isv.MOBILE_COUNT_OVER_LIMIT', '手机号码数量超过限制');
  return {
    phones,
    signName: required(query, 'SignName'),
    templateCode: required(query, 'TemplateCode'),
    params: readParams(query.get('TemplateParam')),
    outId: query.get('OutId') ?? undefined,
  };
}

function readParams(text: string | null): Record<string, string> {
  if (text === null || text === '') return {};
  const bad = new SmsBusinessError('isv.INVALID_JSON_PARAM', 'JSON参数不合法');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, String(item)]));
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (!value) throw new SmsCallError(400, `Missing${name}`, `${name} is mandatory for this action.`);
  return value;
}

function requestId(parts: SandboxParts): string {
  const hex = parts.random.hex(32).toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
