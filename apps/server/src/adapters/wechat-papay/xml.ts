export type Fields = Readonly<Record<string, string>>;

const MAX_BYTES = 64 * 1024;
const DECLARATION = /^<\?xml version="1\.[01]"(?: encoding="utf-8")?\s*\?>/i;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * Reads `<xml>` with one level of fields, plain or CDATA: all that this provider sends. Null for everything else.
 * There are no entities, no document types, no attributes, no comments, no nesting, no field twice: what is not
 * understood is refused, so that nothing can be read in two ways.
 */
export function readXml(bytes: Buffer): Fields | null {
  if (bytes.length > MAX_BYTES) return null;
  const text = textOf(bytes)?.replace(DECLARATION, '').trim();
  if (!text?.startsWith('<xml>') || !text.endsWith('</xml>')) return null;
  const inside = text.slice('<xml>'.length, -'</xml>'.length);
  const fields: Record<string, string> = Object.create(null);
  let at = 0;
  for (;;) {
    while (isSpace(inside[at])) at += 1;
    if (at === inside.length) return fields;
    const nameEnd = inside.indexOf('>', at);
    const name = inside[at] === '<' && nameEnd > 0 ? inside.slice(at + 1, nameEnd) : '';
    if (!NAME.test(name) || name in fields) return null;
    const value = readValue(inside, nameEnd + 1);
    const end = `</${name}>`;
    if (value === null || !inside.startsWith(end, value.endsAt)) return null;
    fields[name] = value.text;
    at = value.endsAt + end.length;
  }
}

/** Either CDATA sections one after another or a plain text. */
function readValue(text: string, from: number): { text: string; endsAt: number } | null {
  let at = from;
  let value = '';
  while (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at);
    if (end < 0) return null;
    value += text.slice(at + '<![CDATA['.length, end);
    at = end + ']]>'.length;
  }
  if (at > from) return { text: value, endsAt: at };
  const end = text.indexOf('<', at);
  if (end < 0) return null;
  const plain = text.slice(at, end);
  return plain.includes('&') || plain.includes(']]>') ? null : { text: plain, endsAt: end };
}

/** Every value as CDATA. */
export function writeXml(fields: Fields): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `<${name}><![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>`,
  );
  return `<xml>${lines.join('')}</xml>`;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
