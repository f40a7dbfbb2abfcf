import type { Plugin } from 'vite';

const CHANGED = '@rrweb/replay is built differently: look again what can be taken out';

/** Where the two copies of a reader of style sheets stand in the pinned version: from, and before what comes behind. */
const READERS = [
  ['var picocolors_browser$1 = {', 'const tagMap = {'],
  ['var picocolors_browser = {', 'var NodeType$1 = '],
] as const;
const ADAPTING = '\nfunction adaptCssForReplay(';
/** The size of the phone's screen is that of its picture. Only questions of style sheets have such words in them. */
const ADAPTED = `\nfunction adaptCssForReplay(cssText) {
  return cssText.includes("-device-") ? cssText.replace(MEDIA_SELECTOR_GLOBAL, "$1-$2") : cssText;
}`;

/**
 * Takes the reader of style sheets out of `@rrweb/replay`: it read, changed and wrote every sheet of a page before anything
 * was seen, so that what a mouse stood on could look so. A phone has no mouse. That was three fifths of the time from the
 * first event to the first picture, and more than half of the player's script.
 */
export function slimPlayer(): Plugin {
  return {
    name: 'huimin:slim-player',
    transform(code, id) {
      if (!/@rrweb\/replay\/dist\/replay\.js/.test(id)) return null;
      let slim = code;
      for (const [from, to] of READERS) slim = cut(slim, slim.indexOf(from), slim.indexOf(to), '');
      const at = slim.indexOf(ADAPTING);
      slim = cut(slim, at, slim.indexOf('\n}\n', at) + 2, ADAPTED);
      if (/postcss\$?\d?\b[.([]/.test(slim) || !slim.includes('MEDIA_SELECTOR_GLOBAL = ')) throw new Error(CHANGED);
      return { code: slim, map: null };
    },
  };
}

function cut(code: string, from: number, to: number, by: string): string {
  if (from < 0 || to <= from) throw new Error(CHANGED);
  return code.slice(0, from) + by + code.slice(to);
}
