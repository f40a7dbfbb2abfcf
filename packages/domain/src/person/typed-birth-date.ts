import { EARLIEST_DAY, parseDate } from '../date/index.ts';

const DAY_TEXT = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;

/**
 * What is wrong with a birth date that was typed, for papers whose number does not carry it (specification, section 5:
 * from 1900-01-01 on, and no day that the calendar lacks); null where it can be one.
 */
export function typedBirthDateProblem(text: string, nowMs: number): string | null {
  const birthMs = parseDate(text);
  if (birthMs !== null) return birthMs > nowMs ? '出生日期还没到，请对照证件修改' : null;
  if (text.trim() === '') return '请填写出生日期，例如 1962-05-08';
  const [, year, month, day] = DAY_TEXT.exec(text.trim())?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return '出生日期要写全年月日，例如 1962-05-08';
  if (year < Number(EARLIEST_DAY.slice(0, 4))) return '出生日期从 1900 年起，请对照证件修改';
  if (month < 1 || month > 12) return `出生日期不对：没有 ${month} 月。请对照证件修改`;
  return `出生日期不对：${year} 年 ${month} 月没有 ${day} 日。请对照证件修改`;
}
