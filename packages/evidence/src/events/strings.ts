import { expandNodes } from './nodes.ts';

/** The string table of section 2: what a build says anyway is sent as a number. */

const DEL = '\u007f';
const INDEX = /^(0|[1-9a-z][0-9a-z]{0,5})$/;

/** Far deeper than pages are; without an end it would depend on the machine what can be read. */
const MOST_DEPTH = 500;

/** Thrown by whatever looks through events: things within things, deeper than any page. */
export class TooDeep extends Error {
  override name = 'TooDeep';
}

/** Rewrites every string of a JSON value; names of members stay. */
export function mapStrings(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MOST_DEPTH) throw new TooDeep('events within events');
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, depth + 1));
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = mapStrings((value as Record<string, unknown>)[name], change, depth + 1);
    // A member of this name would otherwise change what the object is made of.
    if (name === '__proto__') Object.defineProperty(changed, name, { value: member, enumerable: true });
    else changed[name] = member;
  }
  return changed;
}

export type StringIndex = ReadonlyMap<string, number>;

export const indexOfTable = (table: readonly string[]): StringIndex =>
  new Map(table.map((text, index) => [text, index] as const).reverse());

export function packString(text: string, table: StringIndex): string {
  const index = table.get(text);
  if (index !== undefined) return DEL + index.toString(36);
  return text.startsWith(DEL) ? DEL + text : text;
}

/** Thrown by expansion: a number that the table does not have. The table is another one. */
export class UnknownString extends Error {
  override name = 'UnknownString';
}

export function expandString(text: string, table: readonly string[]): string {
  if (!text.startsWith(DEL)) return text;
  if (text.startsWith(DEL, 1)) return text.slice(1);
  const digits = text.slice(1);
  const found = INDEX.test(digits) ? table[Number.parseInt(digits, 36)] : undefined;
  if (found === undefined) throw new UnknownString(`no string ${digits.slice(0, 12)}`);
  return found;
}

export const packEvents = <T>(events: T, table: StringIndex): T =>
  mapStrings(events, (text) => packString(text, table)) as T;

/** The events of a batch as rrweb had them. */
export const expandEvents = <T>(events: T, table: readonly string[]): T =>
  expandNodes(mapStrings(events, (text) => expandString(text, table)) as T);

/** A table as a file holds it: a JSON array of strings. null when it is none. */
export function readTable(json: string): string[] | null {
  try {
    const table: unknown = JSON.parse(json);
    return Array.isArray(table) && table.every((text) => typeof text === 'string') ? table : null;
  } catch {
    return null;
  }
}
