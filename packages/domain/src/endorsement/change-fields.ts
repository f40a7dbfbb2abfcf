/** Data of a payer or an insured person that can be changed. */
export type ChangeField =
  | 'name'
  | 'idType'
  | 'idNumber'
  | 'sex'
  | 'birthDate'
  | 'phone'
  | 'email'
  | 'address'
  | 'regionCode';

/** Whose data: of the person who pays, or of one who is insured. */
export type ChangeSubject = 'payer' | 'insured';

/** How one is reached, where one is insured, who one is: each has rules of its own. */
export type ChangeClass = 'contact' | 'region' | 'identity';

interface FieldRow {
  readonly field: ChangeField;
  readonly label: string;
  readonly class: ChangeClass;
  readonly subjects: readonly ChangeSubject[];
  /** Whose is printed on policy or voucher: papers drawn before the change are replaced by it. */
  readonly printedOf: readonly ChangeSubject[];
}

const BOTH: readonly ChangeSubject[] = ['payer', 'insured'];
const NONE: readonly ChangeSubject[] = [];

/** Every field, in the order of the form. */
export const CHANGE_FIELDS: readonly FieldRow[] = [
  { field: 'name', label: '姓名', class: 'identity', subjects: BOTH, printedOf: BOTH },
  { field: 'idType', label: '证件类型', class: 'identity', subjects: BOTH, printedOf: BOTH },
  { field: 'idNumber', label: '证件号码', class: 'identity', subjects: BOTH, printedOf: BOTH },
  { field: 'sex', label: '性别', class: 'identity', subjects: BOTH, printedOf: NONE },
  { field: 'birthDate', label: '出生日期', class: 'identity', subjects: BOTH, printedOf: NONE },
  { field: 'phone', label: '联系电话', class: 'contact', subjects: BOTH, printedOf: ['payer'] },
  { field: 'email', label: '电子邮箱', class: 'contact', subjects: ['payer'], printedOf: NONE },
  { field: 'address', label: '联系地址', class: 'contact', subjects: ['payer'], printedOf: NONE },
  { field: 'regionCode', label: '医保所在地', class: 'region', subjects: ['insured'], printedOf: ['insured'] },
];

const BY_FIELD = new Map(CHANGE_FIELDS.map((row) => [row.field, row]));

export function changeFieldRow(field: ChangeField): FieldRow {
  return BY_FIELD.get(field) as FieldRow;
}

export function changeFieldLabel(field: string): string {
  return BY_FIELD.get(field as ChangeField)?.label ?? field;
}

/** Why a change is asked for; edition-independent. */
export const CHANGE_REASONS = [
  { value: 'typing-error', label: '填错了字' },
  { value: 'new-paper', label: '换了证件' },
  { value: 'new-name', label: '改了名字' },
  { value: 'new-contact', label: '联系方式变了' },
  { value: 'moved', label: '医保所在地变了' },
  { value: 'other', label: '其他原因' },
] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number]['value'];

export function changeReasonLabel(reason: string): string {
  return CHANGE_REASONS.find(({ value }) => value === reason)?.label ?? reason;
}
