import { beijingDate, beijingDateTime, beijingMs } from './beijing-time.ts';

/** `2026.01.01`, from a moment in ms or a date text. Throws RangeError when it is neither. */
export function formatDotDate(value: number | string): string {
  return beijingDate(typeof value === 'number' ? value : beijingMs(value)).replace(/-/g, '.');
}

/** `2026.01.01 - 2026.12.31`. */
export function formatDotRange(from: number | string, to: number | string): string {
  return `${formatDotDate(from)} - ${formatDotDate(to)}`;
}

/** `2025.11.20 10:32`, to the minute, 24 hours. */
export function formatDateTime(value: number | string): string {
  const text = beijingDateTime(typeof value === 'number' ? value : beijingMs(value));
  return text.slice(0, 16).replace(/-/g, '.');
}

/** `1月5日`, as text messages say it. */
export function spokenDay(value: number | string): string {
  const [, month, day] = formatDotDate(value).split('.');
  return `${Number(month)}月${Number(day)}日`;
}
