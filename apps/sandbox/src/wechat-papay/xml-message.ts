export type Fields = Record<string, string>;

const LIMIT_BYTES = 65_536;
const FIELD = /\s*<([A-Za-z_][A-Za-z0-9_]*)>(?:((?:<!\[CDATA\[(?:(?!\]\]>)[\s\S])*\]\]>)+)|([^<&]*))<\/\1>\s*/y;
const SECTION = /<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>/g;

/** The fields of a flat `<xml>` message; undefined for anything else (attributes, entities, nesting, repeats, DOCTYPE). */
export function parseMessage(body: Buffer): Fields | undefined {
  if (body.length > LIMIT_BYTES) return undefined;
  const text = body
    .toString('utf8')
    .replace(/^\s*<\?xml version="1\.0"(?: encoding="utf-8")?\?>/i, '')
    .trim();
  const inner = /^<xml>([\s\S]*)<\/xml>$/.exec(text)?.[1]?.trim();
  if (inner === undefined || text.includes('\ufffd')) return undefined;
  const found = new Map<string, string>();
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < inner.length) {
    const match = FIELD.exec(inner);
    if (!match?.[1] || found.has(match[1])) return undefined;
    const sections = match[2];
    const value =
      sections === undefined ? (match[3] ?? '') : [...sections.matchAll(SECTION)].map((one) => one[1]).join('');
    found.set(match[1], value);
  }
  return Object.fromEntries(found);
}

/** A flat message: numbers bare, everything else as CDATA, as the platform itself writes it. */
export function messageText(fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) =>
    /^\d+$/.test(value)
      ? `<${name}>${value}</${name}>`
      : `<${name}><![CDATA[${value.split(']]>').join(']]]]><![CDATA[>')}]]></${name}>`,
  );
  return `<xml>\n${lines.join('\n')}\n</xml>`;
}
