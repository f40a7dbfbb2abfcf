import type { Calls, InputOf } from '@huimin/contract';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { CHANGE_FIELDS, type ChangeField, type ChangeItem, type ChangeSubject } from '@huimin/domain/endorsement';
import {
  checkIdNumber,
  checkIdPaper,
  checkName,
  checkPhone,
  IDENTITY_CARD,
  isAdultAt,
  typedBirthDateProblem,
} from '@huimin/domain/person';
import { currentRegionCode, isInsurableRegion } from '@huimin/domain/region';
import { fail, type InputProblem, ok, type Reply } from '../../http/handler.ts';
import { type ChangedPerson, itemsBetween } from './change-items.ts';

type NewValues = InputOf<Calls['prepareChange']>['newValues'];

const EMAIL = /^[^\s@"'<>()]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,61}[A-Za-z0-9])?\.[A-Za-z]{2,20}$/;

export interface CheckedValues {
  readonly after: ChangedPerson;
  readonly items: readonly ChangeItem[];
}

/** Checks new data by the rules of the form and says what differs; every problem is named, in form order. */
export function checkNewValues(
  subject: ChangeSubject,
  before: ChangedPerson,
  given: NewValues,
  nowMs: number,
): Reply<CheckedValues> {
  const fields = CHANGE_FIELDS.filter((row) => row.subjects.includes(subject)).map((row) => row.field);
  const foreign = Object.keys(given).find((field) => !fields.includes(field as ChangeField));
  if (foreign !== undefined) return refused([{ path: `newValues.${foreign}`, message: '这一项不能在这里改' }]);
  const problems: InputProblem[] = [];
  const refuse = (field: string, message: string): void => void problems.push({ path: `newValues.${field}`, message });
  const after = {
    ...before,
    ...newIdentity(before, given, nowMs, refuse),
    ...newContact(before, given, refuse),
  };
  if (problems.length > 0) return refused(problems);
  const items = itemsBetween(before, after, fields);
  if (items.length === 0) return fail('bad-input', '和原来的一样，没有要改的内容');
  if (subject === 'payer' && !isAdultAt(after.birthDate, nowMs)) return fail('adult-required');
  return ok({ after, items });
}

function refused(fields: readonly InputProblem[]): Reply<never> {
  return fail('bad-input', fields[0]?.message, { fields });
}

type Refuse = (field: string, message: string) => void;

function newIdentity(before: ChangedPerson, given: NewValues, nowMs: number, refuse: Refuse): Partial<ChangedPerson> {
  const touched = ['name', 'idType', 'idNumber', 'sex', 'birthDate'].some((field) => field in given);
  if (!touched) return {};
  const idType = given.idType ?? before.idType;
  if (idType !== before.idType && given.idNumber === undefined) refuse('idNumber', '换了证件类型，请填写新的证件号码');
  const name = checkName(idType, given.name ?? before.name);
  if (!name.ok) refuse('name', name.message);
  const paper = checkIdPaper(idType, given.idNumber ?? before.idNumber, { todayBeijing: beijingDate(nowMs) });
  if (!paper.ok) refuse(paper.reason === 'type' ? 'idType' : 'idNumber', paper.message);
  if (!name.ok || !paper.ok) return {};
  const identity = { name: name.normalized, idType, idNumber: paper.normalized };
  if (idType === IDENTITY_CARD) {
    const card = checkIdNumber(paper.normalized);
    return card.ok ? { ...identity, sex: card.sex, birthDate: card.birthDate } : identity;
  }
  const typed = given.birthDate ?? before.birthDate;
  const wrong = typedBirthDateProblem(typed, nowMs);
  if (wrong !== null) refuse('birthDate', wrong);
  const birthMs = parseDate(typed);
  if (birthMs === null) return identity;
  return { ...identity, sex: given.sex ?? before.sex, birthDate: beijingDate(birthMs) };
}

function newContact(before: ChangedPerson, given: NewValues, refuse: Refuse): Partial<ChangedPerson> {
  const after: { -readonly [F in keyof ChangedPerson]?: ChangedPerson[F] } = {};
  if (given.phone !== undefined) {
    const phone = checkPhone(given.phone);
    if (phone.ok) after.phone = phone.normalized;
    else refuse('phone', phone.message);
  }
  if (given.email !== undefined) {
    const email = given.email.trim();
    if (email !== '' && !EMAIL.test(email)) refuse('email', '邮箱格式不对，应该像 name@example.com');
    after.email = email === '' ? null : email;
  }
  if (given.address !== undefined) {
    const address = given.address.trim().replace(/\s+/g, ' ');
    if (address !== '' && Array.from(address).length < 5) refuse('address', '地址太短，请写到门牌号');
    after.address = address === '' ? null : address;
  }
  if (given.regionCode !== undefined) {
    if (isInsurableRegion(given.regionCode)) after.regionCode = currentRegionCode(given.regionCode);
    else refuse('regionCode', '请从列表里选择医保所在地');
  }
  // What was never given is not changed into nothing.
  if (after.email === null && !before.email) delete after.email;
  if (after.address === null && !before.address) delete after.address;
  return after;
}
