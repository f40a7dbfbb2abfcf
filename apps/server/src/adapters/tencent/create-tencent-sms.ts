import type {
  Receipt,
  Receipts,
  SentMessages,
  SmsGateway,
  SmsMessage,
  SmsResult,
  SmsTemplate,
} from '../../ports/sms-gateway.ts';
import { failedReceipt, wasTaken } from '../sms-receipt.ts';
import { mayBeRepeated, readSendResult } from './send-result.ts';
import { askTc3, objectOf, sendTc3, type Tc3Account } from './tc3-call.ts';

export interface TencentSmsOptions extends Tc3Account {
  readonly region: string;
  readonly sdkAppId: string;
  /** Registered signature, shown in front of each message. */
  readonly signName: string;
  /** Registered template of each kind of message. */
  readonly templateIds: Readonly<Partial<Record<SmsTemplate, string>>>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Templates number their places; this is what stands in the first, second… of each. */
const PLACES: Readonly<Record<SmsTemplate, readonly string[]>> = {
  'login-code': ['code'],
  'policy-issued': ['product', 'count'],
  'payment-result': ['product', 'result'],
  'refund-arrived': ['product', 'amount'],
  'account-notice': ['event'],
  'change-result': ['product', 'result'],
  'sale-open': ['product', 'date'],
  'renewal-open': ['product', 'date'],
  'family-ask': ['name', 'product', 'link'],
  'group-invite': ['company', 'product', 'link'],
  'group-news': ['company', 'result'],
  'withholding-ask': ['product', 'amount', 'date'],
  'withholding-coming': ['product', 'amount', 'date'],
  'withholding-result': ['product', 'result'],
  'withholding-closed': ['product'],
};

const API_VERSION = '2021-01-11';
const REPEAT_AFTER_MS = 1_000;
const MOST_RECEIPTS = 100;
/** Carriers try this long to reach a phone that is off; then there is a receipt for everything that was taken. */
const ALL_RECEIPTS_AFTER_MS = 73 * 3_600_000;

/**
 * Tencent Cloud SendSms. The call is not idempotent: after a timeout or a broken answer the message counts as perhaps
 * sent (`unknown`) and is not sent again; only a definite "not now" of the gateway is tried once more after a second.
 * What it took is told by receipts alone, which come when a phone was reached or given up.
 */
export function createTencentSms(options: TencentSmsOptions): SmsGateway & SentMessages & Receipts {
  async function attempt(message: SmsMessage, templateId: string): Promise<SmsResult> {
    const body = {
      PhoneNumberSet: [`+86${message.phone}`],
      SmsSdkAppId: options.sdkAppId,
      SignName: options.signName,
      TemplateId: templateId,
      TemplateParamSet: PLACES[message.template].map((name) => message.parameters[name] ?? ''),
      SessionContext: message.outId,
    };
    const { region } = options;
    try {
      const answer = await sendTc3(options, { service: 'sms', action: 'SendSms', version: API_VERSION, region, body });
      return readSendResult(answer.status, answer.body.toString('utf8'));
    } catch (error) {
      return { kind: 'unknown', message: error instanceof Error ? error.message : 'no answer' };
    }
  }

  const receiptOf: Receipts['receiptOf'] = async ({ phone, outId, sinceMs }) => {
    const { region, sdkAppId } = options;
    const nowMs = options.clock.now();
    const body = {
      BeginTime: Math.floor(sinceMs / 1000),
      EndTime: Math.ceil(nowMs / 1000),
      Offset: 0,
      Limit: MOST_RECEIPTS,
      PhoneNumber: `+86${phone}`,
      SmsSdkAppId: sdkAppId,
    };
    const action = 'PullSmsSendStatusByPhoneNumber';
    const answer = await askTc3(options, { service: 'sms', action, version: API_VERSION, region, body });
    const set = answer.kind === 'fields' ? answer.fields.PullSmsSendStatusSet : null;
    if (!Array.isArray(set)) return { kind: 'unknown' };
    const receipts = set.map(objectOf);
    const own = receipts.find((receipt) => receipt?.SessionContext === outId);
    if (own) return readReceipt(own);
    const ids = receipts.map((receipt) => receipt?.SessionContext);
    // A receipt that does not say whose it is may be this message's.
    const isWhole = ids.every((id) => typeof id === 'string' && id !== '') && ids.length < MOST_RECEIPTS;
    return { kind: isWhole && nowMs - sinceMs >= ALL_RECEIPTS_AFTER_MS ? 'not-taken' : 'unknown' };
  };

  return {
    async send(message) {
      const templateId = message.registeredId ?? options.templateIds[message.template];
      if (!templateId) {
        return { kind: 'refused', code: 'no-template', message: `no template is set for ${message.template}` };
      }
      const first = await attempt(message, templateId);
      if (!mayBeRepeated(first)) return first;
      await options.sleep(REPEAT_AFTER_MS);
      return attempt(message, templateId);
    },
    receiptOf,
    wasSent: async (message) => wasTaken(await receiptOf(message)),
  };
}

function readReceipt(receipt: Readonly<Record<string, unknown>> | null): Receipt {
  return receipt?.ReportStatus === 'SUCCESS'
    ? { kind: 'delivered' }
    : failedReceipt(String(receipt?.Description ?? receipt?.ErrCode ?? ''));
}
