import type { Clock } from '../../ports/outside.ts';
import type { SmsGateway, SmsMessage, SmsResult, SmsTemplate } from '../../ports/sms-gateway.ts';
import type { Exchange } from '../http-exchange.ts';
import { mayBeRepeated, readSendResult } from './send-result.ts';
import { signTc3 } from './tc3-signature.ts';

export interface TencentSmsOptions {
  /** Where to connect to, without path. */
  readonly baseUrl: string;
  /** The host name that is signed and sent: the gateway's own, whatever address is connected to. */
  readonly signedHost: string;
  readonly region: string;
  readonly secretId: string;
  readonly secretKey: string;
  readonly sdkAppId: string;
  /** Registered signature, shown in front of each message. */
  readonly signName: string;
  /** Registered template of each kind of message. */
  readonly templateIds: Readonly<Partial<Record<SmsTemplate, string>>>;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Templates number their places; this is what stands in the first, second… of each. */
const PLACES: Readonly<Record<SmsTemplate, readonly string[]>> = {
  'login-code': ['code'],
  'policy-issued': ['product', 'count'],
  'payment-result': ['product', 'result'],
  'refund-arrived': ['product', 'amount'],
};

const API_VERSION = '2021-01-11';
const CONNECT_TIMEOUT_MS = 3_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const REPEAT_AFTER_MS = 1_000;

/**
 * Tencent Cloud SendSms. The call is not idempotent: after a timeout or a broken answer the message counts as perhaps
 * sent (`unknown`) and is not sent again; only a definite "not now" of the gateway is tried once more after a second.
 */
export function createTencentSms(options: TencentSmsOptions): SmsGateway {
  async function attempt(message: SmsMessage, templateId: string): Promise<SmsResult> {
    const timestamp = Math.floor(options.clock.now() / 1000);
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${message.phone}`],
      SmsSdkAppId: options.sdkAppId,
      SignName: options.signName,
      TemplateId: templateId,
      TemplateParamSet: PLACES[message.template].map((name) => message.parameters[name] ?? ''),
      SessionContext: message.outId,
    });
    const signed = {
      'content-type': 'application/json; charset=utf-8',
      host: options.signedHost,
      'x-tc-action': 'SendSms',
    };
    const { authorization } = signTc3(
      { service: 'sms', timestamp, headers: signed, body },
      options.secretId,
      options.secretKey,
    );
    try {
      const answer = await options.exchange({
        method: 'POST',
        url: new URL('/', options.baseUrl),
        headers: {
          ...signed,
          accept: 'application/json',
          authorization,
          'x-tc-version': API_VERSION,
          'x-tc-timestamp': String(timestamp),
          'x-tc-region': options.region,
        },
        body,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        totalTimeoutMs: TOTAL_TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      return readSendResult(answer.status, answer.body.toString('utf8'));
    } catch (error) {
      return { kind: 'unknown', message: error instanceof Error ? error.message : 'no answer' };
    }
  }

  return {
    async send(message) {
      const templateId = options.templateIds[message.template];
      if (!templateId) {
        return { kind: 'refused', code: 'no-template', message: `no template is set for ${message.template}` };
      }
      const first = await attempt(message, templateId);
      if (!mayBeRepeated(first)) return first;
      await options.sleep(REPEAT_AFTER_MS);
      return attempt(message, templateId);
    },
  };
}
