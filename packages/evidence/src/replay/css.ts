/** What an address in a recording becomes: another one, or null when there is nothing to show for it. */
export type Resolve = (address: string) => string | null;

const ESCAPE = /\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|([^\r\n\f0-9a-f]))/gi;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
const IMPORT = /@(?:import|namespace|charset)\b[^;{}]*(?:;|$)/gi;
const ADDRESS = /\b(url|src)\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^)"'\n]*))[^)]*(?:\)|$)/gi;
/** Functions that take addresses as plain strings. */
const PICTURES = /(?:-webkit-)?(?:image-set|cross-fade)\([^;{}]*|\bimage\([^;{}]*/gi;
/** Not `overscroll-behavior` and its like, which are harmless. */
const BEHAVIOUR = /(^|[^\w-]|-ms-)(?:behavior|-moz-binding)\s*:[^;{}]*/gi;

/**
 * Style rules that ask nobody for anything: every address is what `resolve` makes of it, or nothing. Characters written
 * as escapes are written out first, so that no word hides behind one, except inside what such a word cannot be.
 */
export function cleanStyle(text: string, resolve: Resolve): string {
  return writtenOut(text.replace(COMMENT, ''))
    .replace(IMPORT, '')
    .replace(BEHAVIOUR, '$1')
    .replace(PICTURES, 'none')
    .replace(ADDRESS, (_found, _name, double?: string, single?: string, bare?: string) => {
      const address = resolve((double ?? single ?? bare ?? '').trim());
      return address === null ? 'url("data:,")' : `url("${address.replace(/["\\\n]/g, encodeURIComponent)}")`;
    });
}

/** Escapes of letters, digits and hyphens as what they stand for: those are what names of functions are made of. */
const writtenOut = (text: string): string =>
  text.replace(ESCAPE, (found, hex?: string, plain?: string) => {
    const letter =
      hex === undefined ? (plain ?? '') : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    return /^[a-z@-]$/i.test(letter) ? letter : found;
  });
