const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const;

export type CreditCodeFault = 'empty' | 'length' | 'characters' | 'checksum';

export type CreditCodeCheck =
  | { ok: true; normalized: string }
  | { ok: false; reason: CreditCodeFault; message: string };

/** The 18th character that belongs to 17 characters (GB 32100, modulo 31). */
export function creditCodeCheckCharacter(first17: string): string {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) sum += ALPHABET.indexOf(first17.charAt(index)) * (WEIGHTS[index] ?? 0);
  return ALPHABET.charAt((31 - (sum % 31)) % 31);
}

const refuse = (reason: CreditCodeFault, message: string): CreditCodeCheck => ({ ok: false, reason, message });

/** Checks a company's unified social credit code: 18 characters without I, O, S, V, Z, and its check character. */
export function checkCreditCode(text: string): CreditCodeCheck {
  const normalized = text
    .normalize('NFKC')
    .replace(/[\s\u200B-\u200D\uFEFF]/g, '')
    .toUpperCase();
  const length = Array.from(normalized).length;
  if (length === 0) return refuse('empty', '请填写统一社会信用代码');
  if (length !== 18) {
    return refuse('length', `统一社会信用代码应为 18 位，现在是 ${length} 位。请对照营业执照修改`);
  }
  if (!/^[0-9A-HJ-NP-RTUWXY]{18}$/.test(normalized)) {
    return refuse('characters', '统一社会信用代码只有数字和大写字母，没有 I、O、S、V、Z。请对照营业执照修改');
  }
  if (normalized.charAt(17) !== creditCodeCheckCharacter(normalized)) {
    return refuse('checksum', '统一社会信用代码有误，请对照营业执照再看一遍');
  }
  return { ok: true, normalized };
}
