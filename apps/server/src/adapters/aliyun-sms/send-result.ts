import type { SmsResult } from '../../ports/sms-gateway.ts';

const LIMITED = new Set(['isv.BUSINESS_LIMIT_CONTROL', 'isv.DAY_LIMIT_CONTROL', 'isv.MONTH_LIMIT_CONTROL']);
const WRONG_NUMBER = new Set(['isv.MOBILE_NUMBER_ILLEGAL']);
/** The gateway says itself that it did nothing: the only answers after which the same message is sent once more. */
const MAY_BE_REPEATED = new Set(['isp.SYSTEM_ERROR', 'Throttling.User']);

interface Answer {
  readonly Code?: unknown;
  readonly Message?: unknown;
  readonly BizId?: unknown;
}

/**
 * What an answer of SendSms means. Business failures come with status 200, refused calls with 4xx and the same shape;
 * anything that is not such an answer leaves open whether the message went out.
 */
export function readSendResult(status: number, body: string): SmsResult {
  const answer = parse(body);
  const code = answer?.Code;
  if (typeof code !== 'string' || code === '' || status >= 500) {
    return { kind: 'unknown', message: `answer with status ${status} is not one of the gateway's` };
  }
  if (code === 'OK' && status === 200) return { kind: 'accepted', providerId: String(answer?.BizId ?? '') };
  if (code === 'OK') return { kind: 'unknown', message: `success code with status ${status}` };
  if (LIMITED.has(code)) return { kind: 'limited' };
  if (WRONG_NUMBER.has(code)) return { kind: 'wrong-number' };
  return { kind: 'refused', code, message: String(answer?.Message ?? '') };
}

export function mayBeRepeated(result: SmsResult): boolean {
  return result.kind === 'refused' && MAY_BE_REPEATED.has(result.code);
}

function parse(body: string): Answer | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
