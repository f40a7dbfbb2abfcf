/** Sends one text message from a registered template. Not idempotent: after `unknown` do not resend at once. */
export interface SmsGateway {
  send(message: SmsMessage): Promise<SmsResult>;
}

export type SmsTemplate =
  | 'login-code'
  | 'policy-issued'
  | 'payment-result'
  | 'refund-arrived'
  | 'account-notice'
  | 'change-result'
  | 'sale-open'
  | 'group-invite'
  | 'group-news'
  | WithholdingTemplate;

/** What is told of automatic re-application. */
export type WithholdingTemplate =
  | 'withholding-ask'
  | 'withholding-coming'
  | 'withholding-result'
  | 'withholding-closed';

export interface SmsMessage {
  readonly phone: string;
  readonly template: SmsTemplate;
  readonly parameters: Readonly<Record<string, string>>;
  /** Our own id of the message, for logs and delivery receipts. */
  readonly outId: string;
}

export type SmsResult =
  | { readonly kind: 'accepted'; readonly providerId: string }
  | { readonly kind: 'wrong-number' }
  | { readonly kind: 'limited' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

/** What a gateway knows of the messages it took. */
export interface SentMessages {
  /**
   * Whether it took a message with this id of ours: for one whose answer was lost. `unknown`: it cannot say now. Ask
   * some minutes after sending, when it has caught up.
   */
  wasSent(message: {
    readonly phone: string;
    readonly outId: string;
    readonly sinceMs: number;
  }): Promise<'sent' | 'not-sent' | 'unknown'>;
}
