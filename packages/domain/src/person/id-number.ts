import { formatDotDate, isRealDay } from '../date/index.ts';
import { ageYearsOnDay } from './age.ts';

export type Sex = 'm' | 'f';

export type IdNumberFault =
  | 'empty'
  | 'length'
  | 'characters'
  | 'region'
  | 'year'
  | 'month'
  | 'day'
  | 'future'
  | 'checksum';

export type IdNumberCheck =
  | {
      ok: true;
      /** Without spaces, with a capital X; still 15 characters if 15 were given. */
      normalized: string;
      length: 15 | 18;
      sex: Sex;
      /** `YYYY-MM-DD`. */
      birthDate: string;
      /** Full years on `todayBeijing`; present only when that was given. */
      ageYears?: number;
    }
  | { ok: false; reason: IdNumberFault; message: string };

export interface IdNumberOptions {
  /** Today in Beijing, `YYYY-MM-DD`; without it a birth date in the future is not noticed. */
  todayBeijing?: string;
}

const CHECKSUM_MESSAGE = '身份证号有误，请对照证件再看一遍';
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const CHECK_CHARACTERS = '10X98765432';

/** Strips spaces, turns full-width characters into plain ones and x into X. */
export function normalizeIdNumber(text: string): string {
  // As nearly every number is that comes in.
  if (/^[\dX]+$/.test(text)) return text;
  return text
    .replace(/[\s\u200B-\u200D\uFEFF]/g, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .toUpperCase();
}

/** The 18th character that belongs to 17 digits (GB 11643: weights, modulo 11). */
export function idNumberCheckCharacter(first17Digits: string): string {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) sum += Number(first17Digits[index]) * (WEIGHTS[index] ?? 0);
  return CHECK_CHARACTERS.charAt(sum % 11);
}

function lengthMessage(length: number): string {
  const advice = length < 18 ? '请对照证件补全' : `请对照证件，去掉多出的 ${length - 18} 位`;
  return `身份证号应为 18 位，现在是 ${length} 位。${advice}`;
}

const refuse = (reason: IdNumberFault, message: string): IdNumberCheck => ({ ok: false, reason, message });

function shapeFault(number: string): IdNumberCheck | null {
  const length = Array.from(number).length;
  if (length === 0) return refuse('empty', '请填写身份证号');
  if (length !== 15 && length !== 18) return refuse('length', lengthMessage(length));
  if (!(length === 15 ? /^\d{15}$/ : /^\d{17}[\dX]$/).test(number)) {
    const message =
      length === 15
        ? '15 位的身份证号只能有数字，请对照证件修改'
        : '身份证号只能有数字，最后一位可以是 X。请对照证件修改';
    return refuse('characters', message);
  }
  if (number.charAt(0) === '0') return refuse('region', '身份证号的第 1 位不能是 0，请对照证件修改');
  return null;
}

function birthDateFault(number: string, todayBeijing: string | undefined): IdNumberCheck | null {
  const written = birthDateText(number);
  const [yearText, monthText, dayText] = [written.slice(0, 4), written.slice(5, 7), written.slice(8)];
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)];
  if (!/^(?:18|19|20)/.test(yearText)) {
    return refuse('year', `出生年份不对：第 7 到 10 位是 ${yearText}。请对照证件修改`);
  }
  if (month < 1 || month > 12) {
    const place = number.length === 15 ? '9 到 10' : '11 到 12';
    return refuse('month', `出生月份不对：第 ${place} 位是 ${monthText}，应为 01 到 12。请对照证件修改`);
  }
  if (!isRealDay(year, month, day)) {
    return refuse('day', `出生日期不对：${year} 年 ${month} 月没有 ${day} 日。请对照证件修改`);
  }
  if (todayBeijing && written > todayBeijing) {
    return refuse('future', `出生日期 ${year} 年 ${month} 月 ${day} 日还没到。请对照证件修改`);
  }
  return null;
}

function birthDateText(number: string): string {
  return number.length === 15
    ? `19${number.slice(6, 8)}-${number.slice(8, 10)}-${number.slice(10, 12)}`
    : `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
}

/**
 * Checks a resident identity card number of 15 or 18 characters and reads sex and birth date from it.
 * Spaces are ignored and x counts as X. The first fault in this order is reported, with a sentence that says what is
 * wrong and how to put it right: count, characters, year, month, day, future date, checksum (18 only).
 * Source: specification section 5; impossible and future dates are refused in addition.
 */
export function checkIdNumber(text: string, options: IdNumberOptions = {}): IdNumberCheck {
  const normalized = normalizeIdNumber(text);
  const fault = shapeFault(normalized) ?? birthDateFault(normalized, options.todayBeijing);
  if (fault) return fault;
  if (normalized.length === 18 && normalized.charAt(17) !== idNumberCheckCharacter(normalized)) {
    return refuse('checksum', CHECKSUM_MESSAGE);
  }
  const birthDate = birthDateText(normalized);
  return {
    ok: true,
    normalized,
    length: normalized.length === 15 ? 15 : 18,
    sex: sexOf(normalized),
    birthDate,
    ...(options.todayBeijing ? { ageYears: ageYearsOnDay(birthDate, options.todayBeijing) } : {}),
  };
}

export interface IdNumberFeedback {
  tone: 'success' | 'error' | 'pending';
  /** The sentence under the field; empty while the field is empty. */
  text: string;
}

/**
 * The sentence under the number field while it is being filled in: 号码有效 · 男 · 1950.10.10, or what is wrong.
 * A number that is merely unfinished is `pending`, not an error; on leaving the field use `checkIdNumber`'s message.
 */
export function idNumberFeedback(text: string, options: IdNumberOptions = {}): IdNumberFeedback {
  const check = checkIdNumber(text, options);
  if (check.ok) {
    const sex = check.sex === 'm' ? '男' : '女';
    return { tone: 'success', text: `号码有效 · ${sex} · ${formatDotDate(check.birthDate)}` };
  }
  if (check.reason === 'empty') return { tone: 'pending', text: '' };
  const normalized = normalizeIdNumber(text);
  if (/^[1-9]\d{0,16}$/.test(normalized)) return { tone: 'pending', text: `已输入 ${normalized.length} 位，共 18 位` };
  return { tone: 'error', text: check.message };
}

/**
 * Groups for reading: 6-8-4, or 6-6-3 for a complete 15-digit number. Takes unfinished input.
 * Fifteen digits that cannot be an old number stay 6-8-4, so the groups do not jump while 18 are being typed.
 */
export function formatIdNumberGroups(text: string): string {
  const number = normalizeIdNumber(text);
  const second = number.length === 15 && checkIdNumber(number).ok ? 12 : 14;
  return [number.slice(0, 6), number.slice(6, second), number.slice(second)].filter((group) => group !== '').join(' ');
}

/** Sex by the last of 15 digits or the 17th of 18: odd is male, even is female. Null for any other text. */
export function sexFromIdNumber(text: string): Sex | null {
  const number = normalizeIdNumber(text);
  if (!/^(?:\d{15}|\d{17}[\dX])$/.test(number)) return null;
  return sexOf(number);
}

function sexOf(number: string): Sex {
  return Number(number.charAt(number.length === 15 ? 14 : 16)) % 2 === 0 ? 'f' : 'm';
}

/**
 * Birth date as `YYYY-MM-DD 00:00:00` with the chosen separator. A text of the wrong form, or with a day that does
 * not exist, is logged as 身份证号格式不正确 and gives false. The checksum is not looked at: see `checkIdNumber`.
 */
export function birthDateFromIdNumber(text: string, separator: string, log: (message: string) => void): string | false {
  const number = normalizeIdNumber(text);
  if (shapeFault(number) ?? birthDateFault(number, undefined)) {
    log('身份证号格式不正确');
    return false;
  }
  return `${birthDateText(number).split('-').join(separator)} 00:00:00`;
}

/**
 * One form for one person: a 15-digit number is written as the 18-character number that replaced it.
 * Use it for comparing people and for look-up keys. The text must have passed `checkIdNumber`.
 */
export function canonicalIdNumber(text: string): string {
  const number = normalizeIdNumber(text);
  if (number.length !== 15) return number;
  const first17 = `${number.slice(0, 6)}19${number.slice(6)}`;
  return first17 + idNumberCheckCharacter(first17);
}
