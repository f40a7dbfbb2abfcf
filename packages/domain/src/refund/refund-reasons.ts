export const REFUND_REASON_CODES = [
  'wrong-details',
  'duplicate',
  'not-eligible',
  'region-changed',
  'other-cover',
  'not-needed',
  'other',
] as const;
export type RefundReasonCode = (typeof REFUND_REASON_CODES)[number];

const LABELS: Readonly<Record<RefundReasonCode, string>> = {
  'wrong-details': '信息填错了，想重新买',
  duplicate: '重复购买',
  'not-eligible': '不符合参保条件',
  'region-changed': '医保所在地变了',
  'other-cover': '已有其他保障',
  'not-needed': '不再需要',
  other: '其他原因',
};

export const REFUND_REASONS: readonly { readonly value: RefundReasonCode; readonly label: string }[] =
  REFUND_REASON_CODES.map((value) => ({ value, label: LABELS[value] }));

/** Why only an upgrade goes back: the others are reasons against the policy itself. */
export const UPGRADE_REFUND_REASONS: typeof REFUND_REASONS = REFUND_REASONS.filter(({ value }) =>
  ['other-cover', 'not-needed', 'other'].includes(value),
);

/** The words of a reason; one that is none is shown as it is. */
export function refundReasonLabel(code: string): string {
  return (LABELS as Readonly<Record<string, string>>)[code] ?? code;
}
