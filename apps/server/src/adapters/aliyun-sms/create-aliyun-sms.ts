import type { Clock, Random } from '../../ports/outside.ts';
import type { SmsGateway, SmsMessage, SmsResult, SmsTemplate } from '../../ports/sms-gateway.ts';
import type { Exchange } from '../http-exchange.ts';
import { sha256Hex, signAcs3 } from './acs3-signature.ts';
import { mayBeRepeated, readSendResult } from './send-result.ts';

export interface AliyunSmsOptions {
  /** Where to connect to, without path. */
  readonly baseUrl: string;
  /** The host name that is signed and sent: the gateway's own, whatever address is connected to. */
  readonly signedHost: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** Registered signature, shown in front of each message. */
  readonly signName: string;
  /** Registered template of each kind of message. */
  readonly templateCodes: Readonly<Partial<Record<SmsTemplate, string>>>;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly random: Random;
  readonly sleep: (ms: number) => Promise<void>;
}

const API_VERSION = '2017-05-25';
const CONNECT_TIMEOUT_MS = 3_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const REPEAT_AFTER_MS = 1_000;

/**
 * Alibaba Cloud SendSms. The call is not idempotent: after a timeout or a broken answer the message counts as perhaps
 * sent (`unknown`) and is not sent again; only a definite "not now" of the gateway is tried once more after a second.
 */
export function createAliyunSms(options: AliyunSmsOptions): SmsGateway {
  async function attempt(message: SmsMessage, templateCode: string): Promise<SmsResult> {
    const headers = {
      host: options.signedHost,
      'x-acs-action': 'SendSms',
      'x-acs-version': API_VERSION,
      'x-acs-date': new Date(options.clock.now()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      'x-acs-signature-nonce': options.random.bytes(16).toString('hex'),
      'x-acs-content-sha256': sha256Hex(''),
    };
    const query = {
      PhoneNumbers: message.phone,
      SignName: options.signName,
      TemplateCode: templateCode,
      TemplateParam: JSON.stringify(message.parameters),
      OutId: message.outId,
    };
    const signed = signAcs3(
      { method: 'POST', path: '/', query, headers, bodySha256Hex: headers['x-acs-content-sha256'] },
      options.accessKeyId,
      options.accessKeySecret,
    );
    try {
      const answer = await options.exchange({
        method: 'POST',
        url: new URL(`/?${signed.queryString}`, options.baseUrl),
        headers: { ...headers, accept: 'application/json', authorization: signed.authorization },
        body: '',
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
      const templateCode = options.templateCodes[message.template];
      if (!templateCode) {
        return { kind: 'refused', code: 'no-template', message: `no template code is set for ${message.template}` };
      }
      const first = await attempt(message, templateCode);
      if (!mayBeRepeated(first)) return first;
      await options.sleep(REPEAT_AFTER_MS);
      return attempt(message, templateCode);
    },
  };
}
