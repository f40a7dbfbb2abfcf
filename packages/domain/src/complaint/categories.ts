/** What residents complain about, as the regulator's returns sort it. */
export const COMPLAINT_CATEGORIES = [
  { value: 'sale', label: '销售过程' },
  { value: 'refund', label: '退保退款' },
  { value: 'claim', label: '理赔' },
  { value: 'charge', label: '扣费付款' },
  { value: 'service', label: '服务态度' },
  { value: 'privacy', label: '个人信息' },
  { value: 'other', label: '其他' },
] as const;

/** What was found when a complaint was closed. */
export const COMPLAINT_FINDINGS = [
  { value: 'founded', label: '属实' },
  { value: 'partly', label: '部分属实' },
  { value: 'unfounded', label: '不属实' },
] as const;

export type ComplaintFinding = (typeof COMPLAINT_FINDINGS)[number]['value'];

const labelIn = (list: readonly { readonly value: string; readonly label: string }[], value: string): string =>
  list.find((one) => one.value === value)?.label ?? value;

export const complaintCategoryLabel = (value: string): string => labelIn(COMPLAINT_CATEGORIES, value);
export const complaintFindingLabel = (value: string): string => labelIn(COMPLAINT_FINDINGS, value);
