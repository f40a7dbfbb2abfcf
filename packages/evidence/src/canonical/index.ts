/** Canonical JSON (RFC 8785), of integers only. Works in a browser as well. */

/** A value that has no canonical form: a fraction, something undefined, half of a character. */
export class NotCanonical extends Error {
  override name = 'NotCanonical';
}

/** Nothing in it is written in another way than it stands. */
const PLAIN = /^[ !#-[\]-~]*$/;

const quoted = (text: string): string => {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new NotCanonical('a text with half of a character');
  return JSON.stringify(text);
};

/** The one way to write a value. Throws NotCanonical for what has none. */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      if (!Number.isSafeInteger(value)) throw new NotCanonical(`the number ${value}`);
      return value === 0 ? '0' : String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? listJson(value) : membersJson(value as Record<string, unknown>);
    default:
      throw new NotCanonical(`a ${typeof value}`);
  }
}

function listJson(list: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < list.length; index++) text += (index === 0 ? '' : ',') + canonicalJson(list[index]);
  return `${text}]`;
}

function membersJson(members: Record<string, unknown>): string {
  // sort() compares UTF-16 code units, as the RFC asks.
  const names = Object.keys(members).sort();
  let text = '{';
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    text += `${index === 0 ? '' : ','}${quoted(name)}:${canonicalJson(members[name])}`;
  }
  return `${text}}`;
}

const encoder = new TextEncoder();

export const canonicalBytes = (value: unknown): Uint8Array => encoder.encode(canonicalJson(value));

/** Half of a character is written as an escape, and so would be read from one; canonical text has neither. */
const HALF = '\\ud';

/**
 * Whether what the engine would write for a value is its canonical form: whole numbers alone, and members that come in their order.
 * False says no more than that it has to be looked at more closely.
 */
function comesInOrder(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!comesInOrder(value[index])) return false;
    return true;
  }
  let before: string | null = null;
  for (const name in value) {
    if ((before !== null && name <= before) || !comesInOrder((value as Record<string, unknown>)[name])) return false;
    before = name;
  }
  return true;
}

/** Reads JSON that stands in its canonical form; undefined when it stands in any other, or is none. */
export function readCanonical(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (comesInOrder(value) && !text.includes(HALF)) return JSON.stringify(value) === text ? value : undefined;
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether two values have one canonical form, without writing it: in whatever order their members come, and 0 for -0. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => isSameJson(item, b[at]))
    );
  }
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        Object.hasOwn(b, name) &&
        isSameJson((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  );
}
