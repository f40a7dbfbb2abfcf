import { idTypeOf, maskMiddle, maskPhone } from '../person/index.ts';
import { regionDisplayText } from '../region/index.ts';
import { type ChangeField, changeFieldLabel } from './change-fields.ts';

/** One field before and after, whole; sealed wherever it is kept. Null: there was, or is to be, none. */
export interface ChangeItem {
  readonly field: ChangeField;
  readonly before: string | null;
  readonly after: string | null;
}

const SEX: Readonly<Record<string, string>> = { m: '男', f: '女' };
const NOTHING = '没有填';

function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${Array.from(name)[0] ?? ''}***@${host}`;
}

/** A value as lists show it. Names stay whole for their owner, as everywhere in the shop; numbers do not. */
export function maskedValue(field: ChangeField, value: string | null): string {
  if (value === null || value === '') return NOTHING;
  switch (field) {
    case 'phone':
      return maskPhone(value);
    case 'idNumber':
      return maskMiddle(value);
    case 'email':
      return maskEmail(value);
    case 'address':
      return `${Array.from(value).slice(0, 6).join('')}…`;
    default:
      return wholeValue(field, value);
  }
}

/** A value in words, whole: for whoever has to compare it with papers. */
export function wholeValue(field: ChangeField, value: string | null): string {
  if (value === null || value === '') return NOTHING;
  switch (field) {
    case 'sex':
      return SEX[value] ?? value;
    case 'idType':
      return idTypeOf(value)?.label ?? value;
    case 'regionCode':
      return regionDisplayText(value) ?? value;
    default:
      return value;
  }
}

/** Numbers of one kind: where few characters differ, the last ones are what a person compares. */
export function shownItem({ field, before, after }: ChangeItem) {
  if (field === 'idNumber' && before !== null && after !== null && before.length === after.length) {
    const tail = before.length - firstDifference(before, after);
    if (tail <= 6) {
      return {
        field,
        label: `证件号码后 ${tail} 位`,
        before: before.slice(-tail),
        after: after.slice(-tail),
      };
    }
  }
  return {
    field,
    label: changeFieldLabel(field),
    before: maskedValue(field, before),
    after: maskedValue(field, after),
  };
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  // At least three characters, as the rest of the shop shows them.
  return Math.min(at, one.length - 3);
}
