import { beijingDateTime } from '@huimin/domain/date';
import { printableText } from './paper-fonts.ts';

/** `2025.11.20 10:32:44`: these papers are compared with a bank's record, to the second. */
export function secondText(instantMs: number): string {
  return beijingDateTime(instantMs).replaceAll('-', '.');
}

/** Every text in a paper's data, made fit for print; numbers and marks stay as they are. */
export function printable<T>(value: T): T {
  if (typeof value === 'string') return printableText(value) as T;
  if (Array.isArray(value)) return value.map(printable) as T;
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, printable(part)])) as T;
  }
  return value;
}

/** All texts inside a paper's data. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(textsIn);
  return [];
}
