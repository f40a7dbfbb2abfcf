import { cardTypeOf, checkIdNumber, checkPhone, normalizeIdNumber } from '@huimin/domain/person';
import type { Inputs } from '../../api/client.ts';
import { bareNumber } from '../../app/bare-number.ts';
import { bareIdNumber } from '../../app/personal-number.ts';

type Search = Inputs['searchPeople'];

export interface Typed {
  readonly name: string;
  readonly number: string;
  readonly phoneTail: string;
  readonly policyNo: string;
  readonly year: number | null;
}

const LACKS = '请填姓名和证件号后 3 位，或填整个证件号，或填保单号';

/**
 * Who is looked for by what somebody said over the phone, or what is missing of it. Each search is counted and noted, so that none is
 * made that can find nobody.
 */
export function searchOf(typed: Typed): Search | string {
  const name = typed.name.trim();
  const number = bareIdNumber(typed.number);
  const policyNo = bareNumber(typed.policyNo).toUpperCase();
  const phoneTail = tailOfPhone(typed.phoneTail);
  // Many know four or six of them: with a name they are an end, without one a whole number of an old paper.
  const isTail = number.length === 3 || (name !== '' && /^[0-9A-Z]{4,6}$/.test(number));
  const wrong = (isTail ? null : wrongNumber(number)) ?? wrongPolicy(policyNo);
  if (wrong !== null) return wrong;
  if (phoneTail === null) return '手机号请填后 4 位数字，或填整号';
  if (policyNo === '' && !(number !== '' && (!isTail || name !== ''))) return LACKS;
  return {
    ...(name && { name }),
    ...(number &&
      (isTail
        ? { idTail: number }
        : {
            idType: cardTypeOf(number) ?? '02',
            idNumber: cardTypeOf(number) ? number : normalizeIdNumber(typed.number),
          })),
    ...(phoneTail && { phoneTail }),
    ...(policyNo && { policyNo }),
    ...(typed.year !== null && { year: typed.year }),
  };
}

/** The end of a phone's number, also where the whole of it was pasted; null for what is neither. */
function tailOfPhone(typed: string): string | null {
  const phone = checkPhone(typed);
  if (phone.ok) return phone.normalized.slice(-4);
  const tail = normalizeIdNumber(typed);
  return /^(\d{4})?$/.test(tail) ? tail : null;
}

function wrongNumber(number: string): string | null {
  if (number === '' || cardTypeOf(number) !== null) return null;
  if (number.length < 5) return '证件号请填后 3 位，或填整号';
  if (checkPhone(number).ok) return '这是手机号，请填在手机号一栏，再填姓名和证件号后 3 位';
  const card = checkIdNumber(number);
  // So many figures are of nothing but an identity card; what is wrong with them is said before anybody is looked for.
  return /^\d{14,}X?$/.test(number) && !card.ok ? card.message : null;
}

function wrongPolicy(number: string): string | null {
  if (/^JS\d{19}$/.test(number)) return '这是订单号，请填在最上面的查找框里；这里填保单号';
  return number === '' || /^[A-Z0-9]{10,32}$/.test(number) ? null : '保单号不对，请照凭证上的填';
}
