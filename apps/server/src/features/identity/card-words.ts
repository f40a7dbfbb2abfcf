import { beijingDate, formatDotDate, isRealDay } from '@huimin/domain/date';
import type { CardAnswer, CardNotes, CardWarning } from '../../ports/identity-checks.ts';

const WARNINGS: Readonly<Record<CardWarning, string>> = {
  'dates-wrong': '证件的有效日期看起来不对，请核对',
  border: '没有拍到完整的边角，内容可能读错，请核对',
  covered: '证件有一部分被挡住，内容可能读错，请核对',
  copy: '这像是复印件，请核对内容；最好拍证件原件',
  screen: '这像是翻拍屏幕，请核对内容；最好拍证件原件',
  temporary: '这是临时身份证，请核对有效期',
  edited: '图片看起来改动过，请核对内容；最好拍证件原件',
  reflection: '照片有反光，内容可能读错，请核对',
  electronic: '这像是电子身份证，请核对内容；最好拍证件原件',
};
const POOR_QUALITY = 50;
const BLURRED = '照片不够清楚，内容可能读错，请核对';

type Unreadable = Extract<CardAnswer, { kind: 'unreadable' }>['why'];

const UNREADABLE: Readonly<Record<Unreadable, string>> = {
  blurred: '照片太模糊，没有读到。请拿稳手机，在光线好的地方重拍，或者手工填写',
  'no-card': '照片里没有找到这一面的身份证。请对准证件重拍，或者手工填写',
  several: '照片里有不止一张证件。请只拍一张，或者手工填写',
  broken: '这张图片打不开。请重拍一张，或者手工填写',
  other: '没有读到身份证上的内容。请重拍一张，或者手工填写',
};

export function unreadableText(why: Unreadable): string {
  return UNREADABLE[why];
}

export function warningTexts({ warnings, quality }: CardNotes): string[] {
  const told = warnings.map((warning) => WARNINGS[warning]);
  return quality !== null && quality < POOR_QUALITY ? [BLURRED, ...told] : told;
}

/** The last day of what is printed as `2010.01.01-2030.01.01`; null for a card that is valid for good. */
export function validUntilOf(printed: string): { readonly day: string | null } | null {
  if (/^\d{4}\.\d{2}\.\d{2}-长期$/.test(printed)) return { day: null };
  const [, year, month, day] = /-(\d{4})\.(\d{2})\.(\d{2})$/.exec(printed) ?? [];
  if (year === undefined || !isRealDay(Number(year), Number(month), Number(day))) return null;
  return { day: `${year}-${month}-${day}` };
}

export function expiryText(validUntil: string, nowMs: number): string | null {
  if (validUntil >= beijingDate(nowMs)) return null;
  return `这张证件 ${formatDotDate(validUntil)} 已经过期，请换有效的证件`;
}
