import { cardTypeOf, checkIdNumber, checkPhone, normalizeIdNumber } from '@huimin/domain/person';
import { bareIdNumber } from '../app/personal-number.ts';

/** Who is looked for by a whole number: a mobile phone's, or a paper's. Nobody by an empty one. */
export interface Payer {
  readonly idType?: string;
  readonly idNumber?: string;
  readonly phone?: string;
}

export const NOBODY: Payer = {};

const PASSPORT = '02';
const NOT_WHOLE = '请填完整的身份证号或手机号，只有姓名或后几位查不到';

/** Who is meant by what was typed, or why nobody can be found by it: a look is noted and must not be one at nobody. */
export function payerOf(typed: string): Payer | string {
  const text = bareIdNumber(typed);
  if (text === '') return NOBODY;
  const phone = checkPhone(typed);
  if (phone.ok) return { phone: phone.normalized };
  const card = cardTypeOf(text);
  if (card !== null) return { idType: card, idNumber: text };
  // A letter before the end: no identity card's. Some papers' numbers are written with hyphens.
  if (/^(?=.*[A-Z].)[0-9A-Z()-]{5,20}$/.test(text)) return { idType: PASSPORT, idNumber: normalizeIdNumber(typed) };
  if (!/^\d{10,}X?$/.test(text)) return NOT_WHOLE;
  const checked = checkIdNumber(text);
  return text.length > 13 && !checked.ok ? checked.message : phone.message;
}
