import type { MemberChangesValue, MemberDetailsValue, MemberViewValue } from '@huimin/contract';
import { beijingDate, parseDate } from '@huimin/domain/date';
import {
  isRelationshipCode,
  needsGuardianConsent,
  OTHER_RELATIONSHIP,
  type RelationshipCode,
  relationshipDoubt,
  SELF,
} from '@huimin/domain/order';
import {
  birthPaperProblem,
  checkIdNumber,
  checkIdPaper,
  checkName,
  checkPhone,
  IDENTITY_CARD,
  isAdultAt,
  type MedicalTypeCode,
  medicalTypeOf,
  typedBirthDateProblem,
} from '@huimin/domain/person';
import { isInsurableRegion } from '@huimin/domain/region';
import { fieldProblems } from '../../api/field-problems.ts';

/** The form 添加被保险人 as it is being filled in; '' = not filled in. */
export interface MemberForm {
  readonly relationship: RelationshipCode | '';
  /** Which kind of relation, for 其他. */
  readonly relationshipNote: string;
  readonly name: string;
  readonly idType: string;
  /** Bare: no blanks. '' while a kept person's number stays. */
  readonly idNumber: string;
  readonly sex: 'm' | 'f' | '';
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
  readonly phone: string;
  /** A kept phone is to be taken away. */
  readonly phoneRemoved: boolean;
  readonly regionCode: string;
  readonly medicalType: MedicalTypeCode | 'unknown' | '';
}

export type MemberField =
  | 'relationship'
  | 'relationshipNote'
  | 'name'
  | 'idType'
  | 'idNumber'
  | 'birthDate'
  | 'sex'
  | 'phone'
  | 'regionCode'
  | 'medicalType'
  | 'consent'
  | 'guardianConsent';

export interface MemberProblem {
  readonly field: MemberField;
  /** What is wrong and how to put it right. */
  readonly message: string;
}

export function emptyMemberForm(regionCode: string | null): MemberForm {
  return {
    relationship: '',
    relationshipNote: '',
    name: '',
    idType: IDENTITY_CARD,
    idNumber: '',
    sex: '',
    birthDate: '',
    phone: '',
    phoneRemoved: false,
    regionCode: regionCode ?? '',
    medicalType: '',
  };
}

/** The form for changing a kept person: number and phone stay hidden and unchanged until typed anew. */
export function formOfMember(member: MemberViewValue): MemberForm {
  const ownBirth = member.idType !== IDENTITY_CARD;
  return {
    ...emptyMemberForm(member.regionCode),
    relationship: isRelationshipCode(member.relationship) ? member.relationship : '',
    relationshipNote: member.relationshipNote ?? '',
    name: member.name,
    medicalType: member.medicalType ?? '',
    idType: member.idType,
    sex: ownBirth ? member.sex : '',
    birthDate: ownBirth ? member.birthDate : '',
  };
}

/** Whether the kept number stays: nothing was typed over it and the kind of paper is the same. */
export function keepsNumber(form: MemberForm, kept: MemberViewValue | null): boolean {
  return kept !== null && form.idNumber === '' && form.idType === kept.idType;
}

/** Whether the kept phone stays. */
export function keepsPhone(form: MemberForm, kept: MemberViewValue | null): boolean {
  return kept !== null && kept.phoneMasked !== null && form.phone === '' && !form.phoneRemoved;
}

export interface MemberChecking {
  /** Server's clock. */
  readonly nowMs: number;
  /** The person that is being changed; null when adding. */
  readonly kept: MemberViewValue | null;
  readonly consent: boolean;
  /** A guardian agreed as well; asked for those under 14. */
  readonly guardianConsent: boolean;
}

export type MemberErrors = Partial<Record<MemberField, string>>;

/** The first problem of each field, as it stands under it. */
export function errorsOf(problems: readonly MemberProblem[]): MemberErrors {
  const errors: MemberErrors = {};
  for (const { field, message } of problems) errors[field] ??= message;
  return errors;
}

/** Errors that are shown follow the typing: gone as soon as the field is right, their words exact until then. */
export function stillWrong(shown: MemberErrors, present: readonly MemberProblem[]): MemberErrors {
  return errorsOf(present.filter(({ field }) => shown[field] !== undefined));
}

/** Every problem of the form, in the order of the fields. The server checks the same again. */
export function memberProblems(
  form: MemberForm,
  { nowMs, kept, consent, guardianConsent }: MemberChecking,
): MemberProblem[] {
  const problems: MemberProblem[] = [];
  const add = (field: MemberField, message: string) => problems.push({ field, message });

  if (form.relationship === '') add('relationship', '请选择与您的关系');
  if (form.relationship === OTHER_RELATIONSHIP && form.relationshipNote.trim() === '') {
    add('relationshipNote', '请写明是什么关系，例如祖父母、兄弟姐妹');
  }
  const name = checkName(form.idType, form.name);
  if (!name.ok) add('name', name.message);

  if (!keepsNumber(form, kept)) {
    const paper = checkIdPaper(form.idType, form.idNumber, { todayBeijing: beijingDate(nowMs) });
    if (!paper.ok) add(paper.reason === 'type' ? 'idType' : 'idNumber', paper.message);
  }
  if (form.idType !== IDENTITY_CARD) {
    const wrong = typedBirthDateProblem(form.birthDate, nowMs);
    if (wrong !== null) add('birthDate', wrong);
    if (form.sex === '') add('sex', '请选择性别');
  }
  const birthDate = birthDateOf(form, kept);
  if (form.relationship === SELF && birthDate !== null && !isAdultAt(birthDate, nowMs)) {
    const field = form.idType === IDENTITY_CARD ? 'idNumber' : 'birthDate';
    add(field, '缴费人要满 18 周岁，请换一位家长来缴费');
  }
  const bornBefore = birthDate !== null && birthDate <= beijingDate(nowMs) ? birthDate : null;
  const paperProblem = bornBefore && birthPaperProblem(form.idType, bornBefore, nowMs);
  if (paperProblem) add('idType', paperProblem);
  if (bornBefore && form.relationship !== '') {
    const doubt = relationshipDoubt(form.relationship, bornBefore, null, nowMs);
    if (doubt) add('relationship', doubt.message);
  }
  const phone = checkPhone(form.phone);
  const phoneNeeded = form.relationship === SELF && !keepsPhone(form, kept);
  if (!phone.ok && (phoneNeeded || form.phone !== '')) add('phone', phone.message);
  if (!isInsurableRegion(form.regionCode)) add('regionCode', '请先选择医保所在地');
  if (!consent) add('consent', form.relationship === SELF ? '请先勾选同意，再保存' : '请先征得家人同意并勾选，再保存');
  if (bornBefore && !guardianConsent && needsGuardianConsent(form.relationship, bornBefore, nowMs)) {
    add('guardianConsent', '14 岁以下的孩子，请先取得监护人的同意并勾选，再保存');
  }
  return problems;
}

/** `YYYY-MM-DD` as far as the form or the kept person tells it. */
export function birthDateOf(form: MemberForm, kept: MemberViewValue | null): string | null {
  if (form.idType !== IDENTITY_CARD) {
    const birthMs = parseDate(form.birthDate);
    return birthMs === null ? null : beijingDate(birthMs);
  }
  if (keepsNumber(form, kept)) return kept?.birthDate ?? null;
  const number = checkIdNumber(form.idNumber);
  return number.ok ? number.birthDate : null;
}

/** What is sent for a new person. Call it only for a form without problems. */
export function detailsOf(form: MemberForm): MemberDetailsValue {
  const { idNumber, phone, medicalType, ...rest } = changesOf(form, null);
  return { ...rest, idNumber: idNumber ?? '', ...(phone ? { phone } : {}), ...(medicalType ? { medicalType } : {}) };
}

/** What is sent for a changed person; number and phone are left out where the kept ones stay. */
export function changesOf(form: MemberForm, kept: MemberViewValue | null): MemberChangesValue {
  const relationship = form.relationship as RelationshipCode;
  const name = checkName(form.idType, form.name);
  const paper = checkIdPaper(form.idType, form.idNumber);
  const phone = checkPhone(form.phone);
  const ownBirth = form.idType !== IDENTITY_CARD;
  const note = form.relationshipNote.trim();
  return {
    relationship,
    ...(relationship === OTHER_RELATIONSHIP && note ? { relationshipNote: note } : {}),
    name: name.ok ? name.normalized : form.name,
    idType: form.idType,
    ...(keepsNumber(form, kept) ? {} : { idNumber: paper.ok ? paper.normalized : form.idNumber }),
    ...(ownBirth && form.sex !== '' ? { sex: form.sex, birthDate: birthDateOf(form, kept) ?? form.birthDate } : {}),
    ...(keepsPhone(form, kept) || (kept === null && !phone.ok) ? {} : { phone: phone.ok ? phone.normalized : null }),
    regionCode: form.regionCode,
    ...(form.medicalType ? { medicalType: medicalTypeOf(form.medicalType)?.code ?? null } : {}),
    consent: true,
  };
}

const FIELDS: readonly MemberField[] = [
  'relationship',
  'relationshipNote',
  'name',
  'idType',
  'idNumber',
  'birthDate',
  'sex',
  'phone',
  'regionCode',
  'medicalType',
  'consent',
  'guardianConsent',
];

/** The server's field problems (`result.fields`) in terms of the form; what belongs to no field is left out. */
export function serverProblems(result: unknown): MemberProblem[] {
  return fieldProblems(result).flatMap(({ path, message }) => {
    const last = path.split('.').pop();
    const field = FIELDS.find((name) => name === last);
    return field ? [{ field, message }] : [];
  });
}

/** Whether anything was typed that would be a pity to lose. */
export function isWorthKeeping(form: MemberForm): boolean {
  return form.name !== '' || form.idNumber !== '' || form.phone !== '' || form.birthDate !== '';
}
