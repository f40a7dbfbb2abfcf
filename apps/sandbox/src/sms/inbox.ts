import { beijingDay } from '../clock/beijing-time.ts';
import type { FaultProvider } from '../faults/fault-book.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import type { SandboxParts } from '../sandbox-parts.ts';

export type SmsGatewayName = Extract<FaultProvider, 'aliyun-sms' | 'tencent'>;

/** One text message on its way to a resident's phone, or there. */
export type SmsMessage = {
  id: string;
  gateway: SmsGatewayName;
  /** What the gateway answered for this message; Aliyun's is shared by all numbers of one call. */
  bizId: string;
  phone: string;
  signName: string;
  templateCode: string;
  params: Record<string, string>;
  text: string;
  outId: string | undefined;
  sentAtMs: number;
  /** When the phone gets it; undefined when it never does. */
  arrivesAtMs: number | undefined;
  /** What the carrier says of one that it never does get. */
  failCode: string | undefined;
};

export type Receipt = 'waiting' | 'delivered' | 'failed';

export type Inbox = {
  /** Stores one message; a receipt fault ordered for its gateway and number strikes here. */
  deliver(message: Omit<SmsMessage, 'id' | 'sentAtMs' | 'arrivesAtMs' | 'failCode'>): SmsMessage;
  /** Newest first; of one number, or of all. */
  list(phone?: string): SmsMessage[];
  /** What the receipt of a message says now. */
  receiptOf(message: SmsMessage): Receipt;
  /** Which limit one more message would break; of codes one a minute, five an hour, ten a Beijing day. */
  limitOf(ask: Pick<SmsMessage, 'gateway' | 'phone' | 'templateCode' | 'params'>): SmsLimit | undefined;
};

export type SmsLimit = 'minute' | 'hour' | 'day';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LATE_MS = 10 * MINUTE_MS;
export const NOTICES_A_DAY = 50;
/** Of a message that goes out as it should be, of one that never arrives, of one that arrives late. */
export const RECEIPT_KINDS: readonly FaultKind[] = ['receipt_failed', 'receipt_late'];

/** The messages of both gateways. A notice has its own limit, fifty a day for each template, and waits for no code. */
export function createInbox({ clock, faults, journal, random }: SandboxParts): Inbox {
  const table = journal.table<SmsMessage>('sms.messages');
  faults.offer('aliyun-sms', 'SendSms', RECEIPT_KINDS);
  faults.offer('tencent', 'SendSms', RECEIPT_KINDS);

  const list = (phone?: string): SmsMessage[] =>
    table
      .rows()
      .filter((message) => phone === undefined || message.phone === phone)
      .reverse();

  return {
    deliver: (message) => {
      const fault = faults.take(message.gateway, 'SendSms', RECEIPT_KINDS, { phone: message.phone });
      const now = clock.now();
      const delayMs = fault ? Number(fault.args?.delayMs ?? LATE_MS) : 0;
      const row: SmsMessage = {
        ...message,
        id: random.hex(16),
        sentAtMs: now,
        arrivesAtMs: fault?.kind === 'receipt_failed' ? undefined : now + delayMs,
        failCode: fault?.args?.code === undefined ? undefined : String(fault.args.code),
      };
      table.put(row.id, row);
      return row;
    },
    list,
    receiptOf: ({ arrivesAtMs }) => {
      if (arrivesAtMs === undefined) return 'failed';
      return arrivesAtMs <= clock.now() ? 'delivered' : 'waiting';
    },
    limitOf: (ask) => {
      const now = clock.now();
      const code = isCode(ask.params);
      const sent = list(ask.phone).filter(
        (message) =>
          message.gateway === ask.gateway &&
          (code ? isCode(message.params) : message.templateCode === ask.templateCode),
      );
      const since = (ms: number) => sent.filter((message) => message.sentAtMs > now - ms).length;
      const today = sent.filter((message) => beijingDay(message.sentAtMs) === beijingDay(now)).length;
      if (!code) return today >= NOTICES_A_DAY ? 'day' : undefined;
      if (since(MINUTE_MS) >= 1) return 'minute';
      if (since(HOUR_MS) >= 5) return 'hour';
      return today >= 10 ? 'day' : undefined;
    },
  };
}

/** Code templates are those with a `code` to fill in. */
function isCode(params: Record<string, string>): boolean {
  return 'code' in params;
}
