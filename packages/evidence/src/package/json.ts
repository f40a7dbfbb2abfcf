import { readUtf8 } from '../bytes/index.ts';

/** More than twenty thousand entries with their paths take, and less than would fill the memory once it is read. */
export const MOST_JSON_BYTES = 64 * 1_024 * 1_024;

const [QUOTE, BACKSLASH, COLON] = ['"', '\\', ':'];
const SPACE = /[ \t\n\r]/;

/** How many members stand in a JSON text, one that stands twice counted twice: texts with a colon behind them. */
function membersIn(json: string): number {
  let found = 0;
  for (let at = json.indexOf(QUOTE); at >= 0; at = json.indexOf(QUOTE, at + 1)) {
    for (at += 1; json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at += 1;
    let next = at + 1;
    while (SPACE.test(json[next] ?? '')) next += 1;
    if (json[next] === COLON) found += 1;
  }
  return found;
}

/** Members of a value, and of all within it. Goes down no deeper than whatever was looked at before. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const within = Object.values(value);
  return within.reduce<number>((sum, one) => sum + membersOf(one), Array.isArray(value) ? 0 : within.length);
}

/** undefined when the bytes are no JSON, or more of it than is read. */
export function readJson(bytes: Uint8Array): { value: unknown; isPlain(): boolean } | undefined {
  const json = bytes.length > MOST_JSON_BYTES ? null : readUtf8(bytes);
  try {
    const value: unknown = JSON.parse(json ?? '');
    // Of two members of one name some readers take the first. To be asked when the form is known.
    return { value, isPlain: () => membersIn(json ?? '') === membersOf(value) };
  } catch {
    return undefined;
  }
}
