import type { SmsResult } from '../../ports/sms-gateway.ts';

const WRONG_NUMBER = new Set([
  'InvalidParameterValue.IncorrectPhoneNumber',
  'UnsupportedOperation.ContainDomesticAndInternationalPhoneNumber',
]);
const LIMITED = new Set([
  'LimitExceeded.PhoneNumberThirtySecondLimit',
  'LimitExceeded.PhoneNumberOneHourLimit',
  'LimitExceeded.PhoneNumberDailyLimit',
  'LimitExceeded.PhoneNumberSameContentDailyLimit',
  'LimitExceeded.DeliveryFrequencyLimit',
]);
/** The gateway says itself that it did nothing: the only answers after which the same message is sent once more. */
const MAY_BE_REPEATED = new Set(['RequestLimitExceeded', 'InternalError']);
/** The gateway gave up waiting inside: nobody can say whether the message went out. */
const UNCLEAR = new Set(['InternalError.Timeout', 'InternalError.SendAndRecvFail']);

interface Status {
  readonly Code?: unknown;
  readonly Message?: unknown;
  readonly SerialNo?: unknown;
}

/**
 * What an answer of SendSms to one number means. Everything the gateway says comes with status 200: a refused call as
 * `Error`, a refused number in its own entry of `SendStatusSet`, although the call itself succeeded. Anything that is
 * not such an answer leaves open whether the message went out.
 */
export function readSendResult(status: number, body: string): SmsResult {
  const response = responseOf(body);
  const refused = asObject(response?.Error);
  const [first] = Array.isArray(response?.SendStatusSet) ? response.SendStatusSet : [];
  const told: Status | null = refused ?? asObject(first);
  const code = told?.Code;
  if (status !== 200 || typeof code !== 'string' || code === '') {
    return { kind: 'unknown', message: `answer with status ${status} is not one of the gateway's` };
  }
  const message = String(told?.Message ?? '');
  if (code === 'Ok' && refused === null) return { kind: 'accepted', providerId: String(told?.SerialNo ?? '') };
  if (UNCLEAR.has(code)) return { kind: 'unknown', message };
  if (LIMITED.has(code)) return { kind: 'limited' };
  if (WRONG_NUMBER.has(code)) return { kind: 'wrong-number' };
  return { kind: 'refused', code, message };
}

export function mayBeRepeated(result: SmsResult): boolean {
  return result.kind === 'refused' && MAY_BE_REPEATED.has(result.code);
}

function responseOf(body: string): Record<string, unknown> | null {
  try {
    return asObject(asObject(JSON.parse(body))?.Response);
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
