/** One member of a JSON object with the exact text of its value. */
interface Member {
  readonly name: string;
  readonly raw: string;
}

/**
 * The members of the JSON object that `text` is, each value as it was written: the signature of an answer covers the
 * node's own characters, so nothing may be parsed and written again. Null when the text is no JSON object.
 */
function membersOf(text: string): Member[] | null {
  try {
    const whole: unknown = JSON.parse(text);
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return null;
  } catch {
    return null;
  }
  // The text is valid JSON, so only strings and nesting have to be minded.
  const members: Member[] = [];
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = valueEnd(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const from = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const to = valueEnd(text, from);
    members.push({ name, raw: text.slice(from, to) });
    at = skipSpace(text, skipSpace(text, to) + 1);
  }
  return members;
}

/** The raw text of an answer's node and its signature; null when it has no such node, or has it twice. */
export function signedNode(text: string, nodeName: string): { readonly raw: string; readonly sign: unknown } | null {
  const members = membersOf(text);
  const nodes = members?.filter(({ name }) => name === nodeName) ?? [];
  const signs = members?.filter(({ name }) => name === 'sign') ?? [];
  const [node] = nodes;
  if (!node || nodes.length > 1 || signs.length > 1 || !node.raw.startsWith('{')) return null;
  return { raw: node.raw, sign: signs[0] ? JSON.parse(signs[0].raw) : null };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++;
  return at;
}

/** Where the JSON value that begins at `from` ends. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') {
      at = stringEnd(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && ', \t\r\n'.includes(character)) return at;
  }
  return text.length;
}

function stringEnd(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
