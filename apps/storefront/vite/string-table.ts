import { parseAst } from 'rolldown/parseAst';

/** A shorter string costs about as much as its number, once a batch is compressed. In bytes of UTF-8. */
const SHORTEST = 24;
const LONGEST = 100_000;

export interface TableSources {
  /** The page as it is built, whose style sheets stand in it. */
  readonly page: string;
  /** Code of the modules whose words, classes and drawings a screen of a sale may show. */
  readonly code: readonly string[];
  /** The documents that are read before buying, as they are seeded. */
  readonly documents: readonly string[];
}

/**
 * What a build shows whoever looks: a recorder sends its number instead. Made of the built files alone, so that nothing
 * of a person can be in it, and in one order, so that the same files make the same table.
 */
export function stringTable({ page, code, documents }: TableSources): string[] {
  const found = new Set<string>();
  const take = (text: string) => {
    const bytes = Buffer.byteLength(text);
    if (bytes >= SHORTEST && bytes <= LONGEST && !text.includes('\u007f')) found.add(text);
  };
  for (const [, style] of page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) take(style as string);
  for (const [, content] of page.matchAll(/<meta name="viewport" content="([^"]*)"/g)) take(content as string);
  for (const text of code) for (const literal of literals(text)) take(literal);
  // A line is a block of its document; its first character says of which kind.
  for (const text of documents) for (const line of text.split(/\r?\n/)) take(line.replace(/^[=#!-]\s+/, '').trim());
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** Every text that stands whole in a script. */
function literals(code: string): string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one);
    } else if (typeof node === 'object' && node !== null) {
      const { type, value, quasis, expressions } = node as Readonly<Record<string, unknown>>;
      if (type === 'Literal' && typeof value === 'string') texts.push(value);
      if (type === 'TemplateLiteral' && (expressions as unknown[]).length === 0) {
        const [only] = quasis as { value: { cooked: string } }[];
        if (only) texts.push(only.value.cooked);
      }
      for (const member of Object.values(node)) walk(member);
    }
  };
  walk(parseAst(code));
  return texts;
}
