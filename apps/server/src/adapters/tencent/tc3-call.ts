import type { Clock, Log } from '../../ports/outside.ts';
import { logCloudRefusal } from '../cloud-refusal.ts';
import type { Exchange, ExchangeAnswer } from '../http-exchange.ts';
import { signTc3 } from './tc3-signature.ts';

export interface Tc3Account {
  /** Where to connect to, without path. */
  readonly baseUrl: string;
  /** The host name that is signed and sent: the service's own, whatever address is connected to. */
  readonly signedHost: string;
  readonly secretId: string;
  readonly secretKey: string;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Tc3Action {
  readonly service: 'sms' | 'faceid' | 'ocr';
  readonly action: string;
  readonly version: string;
  readonly region?: string;
  readonly body: object;
}

const CONNECT_TIMEOUT_MS = 3_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Sends one signed call; rejects without a whole answer. */
export async function sendTc3(account: Tc3Account, call: Tc3Action): Promise<ExchangeAnswer> {
  const timestamp = Math.floor(account.clock.now() / 1000);
  const body = JSON.stringify(call.body);
  const signed = {
    'content-type': 'application/json; charset=utf-8',
    host: account.signedHost,
    'x-tc-action': call.action,
  };
  const { authorization } = signTc3(
    { service: call.service, timestamp, headers: signed, body },
    account.secretId,
    account.secretKey,
  );
  const answer = await account.exchange({
    method: 'POST',
    url: new URL('/', account.baseUrl),
    headers: {
      ...signed,
      accept: 'application/json',
      authorization,
      'x-tc-version': call.version,
      'x-tc-timestamp': String(timestamp),
      ...(call.region === undefined ? {} : { 'x-tc-region': call.region }),
    },
    body,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  const response = objectOf(parsed(answer.body)?.Response);
  const [sent] = Array.isArray(response?.SendStatusSet) ? response.SendStatusSet.map(objectOf) : [];
  const refusal = objectOf(response?.Error) ?? (sent?.Code === 'Ok' ? null : sent);
  if (response === null || refusal) {
    const told = { code: refusal?.Code, requestId: response?.RequestId };
    logCloudRefusal(account.log, call.action, answer, told);
  }
  return answer;
}

export type Tc3Fields = Readonly<Record<string, unknown>>;
export type Tc3Answer =
  | { readonly kind: 'fields'; readonly fields: Tc3Fields }
  /** Refused by the platform; everything it says comes with status 200. */
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'no-answer'; readonly code: string };

/** Sends one call and answers its fields. No message of the platform is passed on: it may repeat what was asked. */
export async function askTc3(account: Tc3Account, call: Tc3Action): Promise<Tc3Answer> {
  let answer: ExchangeAnswer;
  try {
    answer = await sendTc3(account, call);
  } catch {
    return { kind: 'no-answer', code: 'no-answer' };
  }
  const response = objectOf(parsed(answer.body)?.Response);
  if (answer.status !== 200 || response === null) return { kind: 'no-answer', code: `status-${answer.status}` };
  const error = objectOf(response.Error);
  if (error === null) return { kind: 'fields', fields: response };
  return { kind: 'error', code: typeof error.Code === 'string' ? error.Code : 'unknown' };
}

export function objectOf(value: unknown): Tc3Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tc3Fields) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function parsed(body: Buffer): Tc3Fields | null {
  try {
    return objectOf(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
