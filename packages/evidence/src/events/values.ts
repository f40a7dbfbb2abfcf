import { mapStrings } from './strings.ts';

/** What stands in an event where somebody typed: ⟦7⟧, or ⟦-⟧ where nothing is kept. */
const TOKEN = /⟦(\d{1,9}|-)⟧/g;

export const tokenOf = (number: number | null): string => `⟦${number ?? '-'}⟧`;

export interface TypedValue {
  k: number;
  v: string;
}

/** The values of a batch; null when the text is no list of them. */
export function readValues(json: string): TypedValue[] | null {
  if (json === '') return [];
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every(isValue) ? list : null;
  } catch {
    return null;
  }
}

function isValue(item: unknown): item is TypedValue {
  const { k, v } = (item ?? {}) as Partial<TypedValue>;
  return Number.isSafeInteger(k) && (k as number) >= 0 && typeof v === 'string';
}

/** Puts something in the place of every token. `say` gets the number, or null where nothing is kept. */
export const fillTokens = <T>(events: T, say: (number: number | null) => string): T =>
  mapStrings(events, (text) =>
    text.includes('⟦')
      ? text.replaceAll(TOKEN, (_token, number: string) => say(number === '-' ? null : Number(number)))
      : text,
  ) as T;

/** Numbers of all tokens that stand in a value. */
export function tokensIn(value: unknown): Set<number> {
  const found = new Set<number>();
  fillTokens(value, (number) => {
    if (number !== null) found.add(number);
    return '';
  });
  return found;
}
