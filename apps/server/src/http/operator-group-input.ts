import { parseDate } from '@huimin/domain/date';

export const LARGEST_ROSTER_BYTES = 8 * 1024 * 1024;

/** A real day, or undefined. */
export function dayOf(given: unknown): string | undefined {
  return typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) && parseDate(given) !== null ? given : undefined;
}

const TEXTS = { companyName: 60, creditCode: 30, regionCode: 6, contactName: 60, phone: 20 } as const;
const MORE_TEXTS = { productId: 20, planCode: 20, agentCode: 64, invoiceTitle: 60, remark: 200 } as const;

/** What an operator writes down of a company: texts of a line each, and the number of people; or what is wrong. */
export function linesOf(body: unknown): Record<string, unknown> | string {
  const given = (body ?? {}) as Record<string, unknown>;
  const wish: Record<string, unknown> = {};
  for (const [name, most] of Object.entries({ ...TEXTS, ...MORE_TEXTS })) {
    const text = given[name];
    if (text === undefined && name in MORE_TEXTS) continue;
    if (typeof text !== 'string' || text.length > most || /\p{Cc}/u.test(text)) {
      return `请写 ${name}，一行，不超过 ${most} 个字`;
    }
    wish[name] = text;
  }
  const { headCount } = given;
  if (typeof headCount !== 'number' || !Number.isInteger(headCount) || headCount < 1 || headCount > 10_000) {
    return '请写人数 headCount，1 到 10000';
  }
  return { ...wish, headCount };
}
