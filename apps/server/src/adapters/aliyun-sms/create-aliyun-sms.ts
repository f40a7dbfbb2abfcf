import type { Clock, Log, Random } from '../../ports/outside.ts';
import type {
  Receipt,
  Receipts,
  SentMessages,
  SmsGateway,
  SmsMessage,
  SmsResult,
  SmsTemplate,
} from '../../ports/sms-gateway.ts';
import { logCloudRefusal } from '../cloud-refusal.ts';
import { compactTime } from '../compact-time.ts';
import type { Exchange, ExchangeAnswer } from '../http-exchange.ts';
import { jsonObject } from '../signed-json-call.ts';
import { wasTaken } from '../sms-receipt.ts';
import { sha256Hex, signAcs3 } from './acs3-signature.ts';
import { mayBeRepeated, readSendResult } from './send-result.ts';
import { readSentPage } from './sent-page.ts';

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
  readonly log: Log;
}

const API_VERSION = '2017-05-25';
const CONNECT_TIMEOUT_MS = 3_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const REPEAT_AFTER_MS = 1_000;

const DAY_MS = 24 * 3_600_000;
const PAGE_SIZE = 50;
/** A phone that got more than these in a day is nobody's that a shop writes to. */
const MOST_PAGES = 4;

/**
 * Alibaba Cloud SendSms. The call is not idempotent: after a timeout or a broken answer the message counts as perhaps
 * sent (`unknown`) and is not sent again; only a definite "not now" of the gateway is tried once more after a second.
 * QuerySendDetails tells of everything it took, day by day, by the id that went along.
 */
export function createAliyunSms(options: AliyunSmsOptions): SmsGateway & SentMessages & Receipts {
  async function ask(action: string, query: Readonly<Record<string, string>>): Promise<ExchangeAnswer> {
    const headers = {
      host: options.signedHost,
      'x-acs-action': action,
      'x-acs-version': API_VERSION,
      'x-acs-date': new Date(options.clock.now()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      'x-acs-signature-nonce': options.random.bytes(16).toString('hex'),
      'x-acs-content-sha256': sha256Hex(''),
    };
    const signed = signAcs3(
      { method: 'POST', path: '/', query, headers, bodySha256Hex: headers['x-acs-content-sha256'] },
      options.accessKeyId,
      options.accessKeySecret,
    );
    const answer = await options.exchange({
      method: 'POST',
      url: new URL(`/?${signed.queryString}`, options.baseUrl),
      headers: { ...headers, accept: 'application/json', authorization: signed.authorization },
      body: '',
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const told = jsonObject(answer.body);
    if (told?.Code !== 'OK')
      logCloudRefusal(options.log, action, answer, { code: told?.Code, requestId: told?.RequestId });
    return answer;
  }

  async function attempt(message: SmsMessage, templateCode: string): Promise<SmsResult> {
    try {
      const answer = await ask('SendSms', {
        PhoneNumbers: message.phone,
        SignName: options.signName,
        TemplateCode: templateCode,
        TemplateParam: JSON.stringify(message.parameters),
        OutId: message.outId,
      });
      return readSendResult(answer.status, answer.body.toString('utf8'));
    } catch (error) {
      return { kind: 'unknown', message: error instanceof Error ? error.message : 'no answer' };
    }
  }

  /** What the day's list says of it; null where the list could not be had whole. */
  async function inDay(phone: string, outId: string, day: string): Promise<Receipt | null> {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const answer = await ask('QuerySendDetails', {
        PhoneNumber: phone,
        SendDate: day,
        PageSize: String(PAGE_SIZE),
        CurrentPage: String(page),
      });
      const read = readSentPage(answer.status, answer.body.toString('utf8'));
      if (!read) return null;
      const found = read.messages.find((message) => message.outId === outId);
      if (found) return found.receipt;
      if (page * PAGE_SIZE >= read.total) return { kind: 'not-taken' };
    }
    return null;
  }

  const receiptOf: Receipts['receiptOf'] = async ({ phone, outId, sinceMs }) => {
    const today = compactTime(options.clock.now()).slice(0, 8);
    try {
      for (let ms = sinceMs; ; ms += DAY_MS) {
        const day = compactTime(ms).slice(0, 8);
        const found = await inDay(phone, outId, day < today ? day : today);
        if (found === null) return { kind: 'unknown' };
        if (found.kind !== 'not-taken' || day >= today) return found;
      }
    } catch {
      return { kind: 'unknown' };
    }
  };

  return {
    async send(message) {
      const templateCode = message.registeredId ?? options.templateCodes[message.template];
      if (!templateCode) {
        return { kind: 'refused', code: 'no-template', message: `no template code is set for ${message.template}` };
      }
      const first = await attempt(message, templateCode);
      if (!mayBeRepeated(first)) return first;
      await options.sleep(REPEAT_AFTER_MS);
      return attempt(message, templateCode);
    },
    receiptOf,
    wasSent: async (message) => wasTaken(await receiptOf(message)),
  };
}
