import type { MessageKind } from '@huimin/domain/text-message';

/** Sends one text message from a registered template. Not idempotent: after `unknown` do not resend at once. */
export interface SmsGateway {
  send(message: SmsMessage): Promise<SmsResult>;
}

/** Each kind of message has a registered template. */
export type SmsTemplate = MessageKind;

/** What is told of automatic re-application. */
export type WithholdingTemplate = Extract<SmsTemplate, `withholding-${string}`>;

export interface SmsMessage {
  readonly phone: string;
  readonly template: SmsTemplate;
  readonly parameters: Readonly<Record<string, string>>;
  /** Our own id of the message, for logs and delivery receipts. */
  readonly outId: string;
  /** When whoever has the phone agreed to this very message; counts for what can be switched off. */
  readonly agreedAtMs?: number;
  /** In whose inbox it is read too, null: in nobody's. Where it is not given, the account of the phone. */
  readonly account?: { readonly id: bigint; readonly shard: number } | null;
  /** The screen to which it leads from the inbox, behind `#`, where its kind and number do not say. */
  readonly screen?: string;
  /** Its heading in the inbox, where its kind and number do not say. */
  readonly heading?: string;
  /** The template as it is registered now, where it is another than the settings'. */
  readonly registeredId?: string;
}

export type SmsResult =
  | { readonly kind: 'accepted'; readonly providerId: string }
  | { readonly kind: 'wrong-number' }
  | { readonly kind: 'limited' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

/** A message by which the gateway is asked about it. */
interface AskedMessage {
  readonly phone: string;
  readonly outId: string;
  readonly sinceMs: number;
}

/**
 * What a gateway says of a message. `waiting`: it has it, nothing more is known. `not-taken`: it surely never had it.
 * `unknown`: it cannot say now.
 */
export type Receipt =
  | { readonly kind: 'delivered' | 'waiting' | 'not-taken' | 'unknown' }
  | { readonly kind: 'failed'; readonly code: string; readonly isForGood: boolean };

/** What a gateway knows of how the messages it took arrived. */
export interface Receipts {
  /** By the message's own id. Ask a minute or more after sending. */
  receiptOf(message: AskedMessage): Promise<Receipt>;
}

/** What a gateway knows of the messages it took. */
export interface SentMessages {
  /**
   * Whether it took a message with this id of ours: for one whose answer was lost. `unknown`: it cannot say now. Ask
   * some minutes after sending, when it has caught up.
   */
  wasSent(message: AskedMessage): Promise<'sent' | 'not-sent' | 'unknown'>;
}
