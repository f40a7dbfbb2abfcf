/** Faults of any provider's answer to a call. The first group has no effect at the provider, the second has. */
export const BEFORE_KINDS = ['timeout_before', 'http_500', 'http_502_html', 'busy_code', 'rate_limit'] as const;
export const AFTER_KINDS = ['timeout_after', 'truncated', 'not_json', 'wrong_charset'] as const;
export const ANSWER_KINDS = [...BEFORE_KINDS, ...AFTER_KINDS] as const;

/** Faults of the payer's side: another button than the one pressed, or money that moves otherwise than it seems. */
export const CASHIER_KINDS = [
  'user_cancel',
  'user_back',
  'user_never_returns',
  'balance_short',
  'return_forged',
] as const;

/** Faults of delivery that every provider with notifications has. */
export const DELIVERY_KINDS = [
  'notify_lost',
  'notify_dup',
  'notify_late',
  'notify_replay',
  'notify_reorder',
  'notify_slow_client',
] as const;

/** Faults of a notification's content (correctly signed), and of its signature or delivery. */
export const WRONG_CONTENT_KINDS = [
  'notify_wrong_amount',
  'notify_wrong_currency',
  'notify_wrong_merchant',
  'notify_wrong_appid',
  'notify_wrong_order',
] as const;
export const WRONG_SIGNATURE_KINDS = [
  'notify_bad_sign',
  'notify_tampered',
  'notify_stale',
  'notify_foreign_cert',
] as const;

export const FAULT_KINDS = [
  ...ANSWER_KINDS,
  ...CASHIER_KINDS,
  ...DELIVERY_KINDS,
  ...WRONG_CONTENT_KINDS,
  ...WRONG_SIGNATURE_KINDS,
  'bad_response_sign',
  'clock_skew',
  'notify_no_cert',
  'notify_expired_cert',
  'notify_wrong_cn',
  'notify_plus_as_space',
  'pay_pending',
  'core_timeout',
  'rule_limit',
  'double_pay',
  'late_pay_after_close',
  'pay_between_query_and_close',
  'refund_pending',
  'refund_fail',
  'refund_abnormal',
  'refund_account_empty',
  'refund_dup',
  'bill_missing',
  'bill_hash_wrong',
  'bill_extra_row',
  'bill_missing_row',
  'bill_amount_diff',
  'receipt_failed',
  'receipt_late',
  'mailbox_unknown',
  'mail_refused',
  'code_expired',
  'code_used',
  'user_refused',
  'openid_changed',
  'token_expired_early',
  'ticket_quota',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];
