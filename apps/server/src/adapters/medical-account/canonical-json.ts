/** What travels encrypted: texts, and lists and objects of texts. */
export type WireData = { readonly [name: string]: WireValue };
type WireValue = string | WireData | readonly WireData[];

/** The one text of `data` that both sides encrypt and sign: names sorted at every level, empty values left out, no blanks. */
export function canonicalJson(data: unknown): string {
  return JSON.stringify(sorted(data));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) if (!isEmpty(value[name])) result[name] = sorted(value[name]);
  return result;
}

/** Nothing worth signing: null, an empty text, list or object. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a text is; null for anything else. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
