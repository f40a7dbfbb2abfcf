import { canonicalIdNumber, checkIdNumber, IDENTITY_CARD } from '../person/index.ts';

/** What identifies a person on paper. */
export interface IdentityOnPaper {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
  readonly sex: string;
}

/**
 * none: the same person in the same words; small: a slip of the pen; large: may be the same person, which papers must
 * show; another-person: nothing that speaks for the same one.
 */
export type Correction = 'none' | 'small' | 'large' | 'another-person';

/**
 * How far a corrected identity is from the one that was given. A name with one character wrong over an unchanged number,
 * or an unchanged name over a number with one slip, is the same person's; both at once may be a brother or a sister.
 */
export function measureCorrection(before: IdentityOnPaper, after: IdentityOnPaper): Correction {
  const name = nameDistance(before.name, after.name);
  const sameNumber = isSameNumber(before, after);
  const sameLife = before.birthDate === after.birthDate && before.sex === after.sex;
  if (sameNumber && sameLife) {
    if (before.name === after.name && before.idNumber === after.idNumber) return 'none';
    return name <= 1 && sharesCharacter(before.name, after.name) ? 'small' : 'large';
  }
  const slip = before.idType === after.idType && isSlip(before.idNumber, after.idNumber);
  if (name === 0) return slip ? 'small' : 'large';
  if (slip || sameNumber || (sameLife && sharesCharacter(before.name, after.name))) return 'large';
  return 'another-person';
}

/** 15 figures and the 18 that replaced them are one number. */
function isSameNumber(before: IdentityOnPaper, after: IdentityOnPaper): boolean {
  if (before.idType !== after.idType) return false;
  if (before.idNumber === after.idNumber) return true;
  if (before.idType !== IDENTITY_CARD) return false;
  const cards = checkIdNumber(before.idNumber).ok && checkIdNumber(after.idNumber).ok;
  return cards && canonicalIdNumber(before.idNumber) === canonicalIdNumber(after.idNumber);
}

/** One character wrong, or two neighbours changed over; a check character follows what stands before it. */
function isSlip(before: string, after: string): boolean {
  const body = (text: string) => (/^\d{17}[\dX]$/.test(text) ? text.slice(0, 17) : text);
  const [one, other] = [body(before), body(after)];
  if (one.length !== other.length) return false;
  const wrong = Array.from(one, (_, index) => index).filter((index) => one[index] !== other[index]);
  if (wrong.length <= 1) return true;
  const [first, second] = wrong as [number, number];
  return wrong.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first];
}

const plain = (name: string): string[] => Array.from(name.toUpperCase().replace(/[\s·-]/g, ''));

/** Least number of characters to put in, take out or replace. */
function nameDistance(before: string, after: string): number {
  const [one, other] = [plain(before), plain(after)];
  let row = other.map((_, index) => index + 1);
  row.unshift(0);
  for (const [line, character] of one.entries()) {
    const next = [line + 1];
    for (const [column, compared] of other.entries()) {
      const replaced = (row[column] ?? 0) + (character === compared ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

function sharesCharacter(before: string, after: string): boolean {
  const known = new Set(plain(before));
  return plain(after).some((character) => known.has(character));
}
