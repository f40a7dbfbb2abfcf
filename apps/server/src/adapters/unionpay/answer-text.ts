import type { Fields } from '../form-fields.ts';

/**
 * The fields of an answer: `name=value` joined by `&`, nothing encoded, so that a value may hold `=`, `+` and line
 * breaks, and inside braces `&` as well. Null when it is nothing of the kind or a name comes twice.
 */
export function answerFields(text: string): Fields | null {
  const fields: Record<string, string> = Object.create(null);
  for (const pair of pairsOf(text)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at));
    if (!/^\w+$/.test(name) || name in fields) return null;
    fields[name] = pair.slice(at + 1);
  }
  return fields;
}

function pairsOf(text: string): string[] {
  const pairs: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{') depth++;
    else if (character === '}') depth = Math.max(0, depth - 1);
    else if (character === '&' && depth === 0) {
      pairs.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...pairs, text.slice(from)];
}
