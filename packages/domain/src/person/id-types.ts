import type { BeijingDay } from '../date/index.ts';
import { ageYearsAt } from './age.ts';
import { canonicalIdNumber, checkIdNumber, type IdNumberOptions } from './id-number.ts';
import {
  type FilteredName,
  filterChineseName,
  filterEitherName,
  filterLatinName,
  type NameFilterOptions,
} from './name.ts';

export type IdTypeCode = '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '99';

export interface IdType {
  code: IdTypeCode;
  /** As the form shows it. */
  label: string;
  /** Which characters a name on this paper may have. */
  nameScript: 'chinese' | 'latin' | 'either';
}

/** The resident's identity card; its number tells birth date and sex. */
export const IDENTITY_CARD = '01';

/** Military officers', soldiers' and civil servants' papers, whose numbers are words and figures: 军字第2001988号. */
export const MILITARY_PAPER = '03';

/** Papers a person can be identified by (dictionary `id_type`), in the order of the form. */
export const ID_TYPES: readonly IdType[] = [
  { code: IDENTITY_CARD, label: '居民身份证', nameScript: 'chinese' },
  { code: '02', label: '护照', nameScript: 'latin' },
  { code: MILITARY_PAPER, label: '军人证', nameScript: 'chinese' },
  { code: '04', label: '户口簿或出生证', nameScript: 'chinese' },
  { code: '05', label: '台胞证', nameScript: 'either' },
  { code: '06', label: '港澳返乡证', nameScript: 'either' },
  { code: '07', label: '外国人永久居留证', nameScript: 'either' },
  { code: '08', label: '港澳台居民居住证', nameScript: 'either' },
  { code: '99', label: '其他证件', nameScript: 'either' },
];

/** What a company is identified by; no paper of a person, so it is in no list to choose from. */
export const COMPANY_PAPER = { code: '91', label: '统一社会信用代码' } as const;

/** Household register or birth certificate: for babies who have no identity number yet. */
const BIRTH_PAPER = '04';

/**
 * What is wrong with a birth date for a kind of paper, or null: a birth certificate stands in for the identity number
 * until the first birthday, by when every child is registered and has one.
 */
export function birthPaperProblem(idType: string, birthDate: BeijingDay, nowMs: number): string | null {
  if (idType !== BIRTH_PAPER || ageYearsAt(birthDate, nowMs) < 1) return null;
  return '孩子满 1 周岁后请用户口簿上的身份证号，证件类型选“居民身份证”';
}

/** The row of a code, or null when there is none. */
export function idTypeOf(code: string): IdType | null {
  return ID_TYPES.find((type) => type.code === code) ?? null;
}

export type IdPaperCheck =
  | {
      ok: true;
      normalized: string;
      /** `YYYY-MM-DD`, where the number tells it: an identity card's. */
      birthDate?: BeijingDay;
    }
  | { ok: false; reason: string; message: string };

/**
 * Checks a paper's number by its type: identity cards by `checkIdNumber`; any other paper takes 5–20 letters, digits,
 * hyphens and brackets, a military one also the words around its figures, and the person types birth date and sex.
 */
export function checkIdPaper(idType: string, idNumber: string, options: IdNumberOptions = {}): IdPaperCheck {
  const type = idTypeOf(idType);
  if (!type) return { ok: false, reason: 'type', message: '请选择证件类型' };
  const normalized = paperNumber(type.code, idNumber);
  // One number per person, under one type: nobody is insured a second time by their number under another one.
  const own = cardOfNumber(type.code, normalized);
  if (own && own !== type) {
    return { ok: false, reason: 'other-card', message: `这是${own.label}的号码，请把证件类型改为“${own.label}”` };
  }
  if (type.code === IDENTITY_CARD) return checkIdNumber(idNumber, options);
  if (normalized === '') return { ok: false, reason: 'empty', message: '请填写证件号码' };
  if (type.code === MILITARY_PAPER && MILITARY_NUMBER.test(normalized)) return { ok: true, normalized };
  if (!/^[0-9A-Z()-]{5,20}$/.test(normalized)) {
    if (type.code === MILITARY_PAPER) {
      return { ok: false, reason: 'characters', message: '请照证件上写，例如“军字第2001988号”' };
    }
    return { ok: false, reason: 'characters', message: '证件号码应为 5 到 20 位字母和数字，请对照证件修改' };
  }
  return { ok: true, normalized };
}

/**
 * The card that a number of 18 characters is of, by its first digits (GB 11643: 81, 82 and 83 are residence permits of
 * people from Hong Kong, Macao and Taiwan, 9 permanent residence cards); null for a number of no such card. What stands
 * in the household register may still have 15.
 */
function cardOfNumber(idType: IdTypeCode, number: string): IdType | null {
  const card = checkIdNumber(number);
  if (!card.ok || (card.length === 15 && idType !== BIRTH_PAPER)) return null;
  return idTypeOf(/^8[123]/.test(card.normalized) ? '08' : card.normalized[0] === '9' ? '07' : IDENTITY_CARD);
}

/** The card that a whole number is of, by the number alone and with its check character; null for any other text. */
export function cardTypeOf(number: string): IdTypeCode | null {
  const card = checkIdNumber(number);
  if (!card.ok) return null;
  return card.length === 15 ? IDENTITY_CARD : (cardOfNumber(IDENTITY_CARD, number)?.code ?? null);
}

/** Without blanks, in capitals, and in narrow characters where a keyboard gave wide ones: Ｈ１２３（Ａ） is H123(A). */
function bareNumber(typed: string): string {
  return typed
    .replace(/\s/g, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .toUpperCase();
}

/** 军, 士, 文, 武 or a longer word for the unit, then four figures or more. */
const MILITARY_NUMBER = /^(?![字第号])([\u4e00-\u9fff]{1,4}?)(?:字第?|第)?(?:NO\.?|№)?([0-9]{4,12})号?$/;

/** The one way a number is written for comparing and keeping. 军字2001988 and 军 2001988 号 are 军字第2001988号. */
function paperNumber(idType: string, typed: string): string {
  const bare = bareNumber(typed);
  const [, unit, figures] = (idType === MILITARY_PAPER && MILITARY_NUMBER.exec(bare)) || [];
  return unit && figures ? `${unit}字第${figures}号` : bare;
}

/**
 * One text per person for comparing and for look-up keys: `01:320199…`. Without the hyphens and brackets that some write
 * and others leave out: H123456(7) and H1234567 are one person. Expects a number that passed its check.
 */
export function identityKey(idType: string, idNumber: string): string {
  const number = idType === IDENTITY_CARD ? canonicalIdNumber(idNumber) : paperNumber(idType, idNumber);
  return `${idType}:${number.replace(/[-()]/g, '')}`;
}

/** The name filter that belongs to a paper. */
export function filterName(idType: string, text: string, options: NameFilterOptions = {}): FilteredName {
  const script = idTypeOf(idType)?.nameScript ?? 'either';
  if (script === 'chinese') return filterChineseName(text, options);
  return script === 'latin' ? filterLatinName(text, options) : filterEitherName(text, options);
}

export type NameCheck =
  | { ok: true; normalized: string }
  | { ok: false; reason: 'empty' | 'characters' | 'length'; message: string };

const MAX_NAME_CHARACTERS = 50;

/** Checks a whole name against the rule of the paper: nothing to strip, 2 to 50 characters. */
export function checkName(idType: string, text: string): NameCheck {
  const name = filterName(idType, text);
  const allowed = nameRuleText(idType);
  if (name.text === '') return { ok: false, reason: 'empty', message: `请填写姓名，${allowed}` };
  if (name.removed) return { ok: false, reason: 'characters', message: `姓名${allowed}，请修改` };
  const length = Array.from(name.text).length;
  if (idType === BIRTH_PAPER && /之[子女]$/.test(name.text)) {
    return { ok: false, reason: 'characters', message: '请填出生证上孩子自己的姓名，还没有起名的要等上了户口再参保' };
  }
  if (length < 2) return { ok: false, reason: 'length', message: '姓名不全，请对照证件补全' };
  if (length > MAX_NAME_CHARACTERS) {
    return { ok: false, reason: 'length', message: `姓名最多 ${MAX_NAME_CHARACTERS} 个字，请对照证件修改` };
  }
  return { ok: true, normalized: name.text };
}

/** 只能用汉字, and so on: what a name on this paper may consist of. */
export function nameRuleText(idType: string): string {
  const script = idTypeOf(idType)?.nameScript ?? 'either';
  if (script === 'chinese') return '只能用汉字';
  return script === 'latin' ? '只能用英文字母、空格和短横线' : '只能用汉字，或者只用英文字母';
}
