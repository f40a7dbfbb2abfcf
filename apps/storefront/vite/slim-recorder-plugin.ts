import type { Plugin } from 'vite';

/** Where the recorder's parts for frames, shadow roots and canvases stand, one after the other, in the pinned version. */
const FROM = 'class CrossOriginIframeMirror';
const TO = 'class StylesheetManager';
/** What the rest of it calls of them. */
const STUBS = {
  IframeManager: ['addIframe', 'attachIframe', 'addLoadListener'],
  ShadowDomManager: ['init', 'reset', 'addShadowRoot', 'observeAttachShadow'],
  CanvasManager: ['reset', 'freeze', 'unfreeze', 'lock', 'unlock'],
};
/**
 * Functions that watch what our pages do not do: rules put in by script, fonts by script, own elements, sound and film; and
 * one that hands on to listeners that nobody has given.
 */
const WATCHERS = [
  'initStyleSheetObserver',
  'initStyleDeclarationObserver',
  'initAdoptedStyleSheetObserver',
  'initFontObserver',
  'initCustomElementObserver',
  'initMediaInteractionObserver',
  'mergeHooks',
];

/** What only pages of other kinds need: style sheets in several pieces, frames, canvases. */
const OF_OTHERS = {
  splitCssText: '(cssText) { return [cssText]; }',
  is2DCanvasBlank: '() { return true; }',
  onceIframeLoaded: '() {}',
};

/** To compare styles it writes an attribute that the page's policy refuses; the same by script is allowed. */
const STYLE_ATTRIBUTE = 'old.setAttribute("style", m.oldValue)';
const STYLE_BY_SCRIPT = 'old.style.cssText = m.oldValue';
/** A style sheet in the page is told rule by rule, in the browser's own words, which takes longer than all else of a picture. */
const SHEET_BY_RULES = `let cssText = stringifyStylesheet(
      n.sheet
    );`;
/** Addresses in it would be those of the page, which only the long way turns into whole ones. */
const SHEET_AS_WRITTEN = `const written = n.textContent;
    let cssText = written.includes("url(") ? stringifyStylesheet(n.sheet) : written;`;

/**
 * Takes out of `@rrweb/record` what our screens have not, and what is never recorded (a canvas may show a face or a paper):
 * a third of its weight, with a worker of its own that our policy would refuse. A test holds our pages to it. And has style
 * sheets in the page told as they are written there, which no script of ours changes.
 */
export function slimRecorder(): Plugin {
  return {
    name: 'huimin:slim-recorder',
    transform(code, id) {
      if (!/@rrweb\/record\/dist\/record\.js/.test(id)) return null;
      const stubs = Object.entries(STUBS).map(
        ([name, methods]) => `class ${name} { ${methods.map((method) => `${method}() {}`).join(' ')} }\n`,
      );
      let slim = replaced(code, code.indexOf(FROM), code.indexOf(TO), stubs.join(''));
      const watchers = WATCHERS.map((name) => [name, '() { return () => {}; }'] as const);
      for (const [name, rest] of [...watchers, ...Object.entries(OF_OTHERS)]) {
        const from = slim.indexOf(`\nfunction ${name}(`);
        // Functions of the file end with the first brace that stands at the beginning of a line.
        // One that was taken out already ends on its own line: the next brace would be another's.
        const isWhole = slim
          .slice(from + 1)
          .split('\n', 1)[0]
          ?.endsWith('{');
        slim = replaced(slim, isWhole ? from : -1, slim.indexOf('\n}\n', from) + 2, `\nfunction ${name}${rest}`);
      }
      const at = slim.indexOf(STYLE_ATTRIBUTE);
      slim = replaced(slim, at, at + STYLE_ATTRIBUTE.length, STYLE_BY_SCRIPT);
      const sheet = slim.indexOf(SHEET_BY_RULES);
      return { code: replaced(slim, sheet, sheet + SHEET_BY_RULES.length, SHEET_AS_WRITTEN), map: null };
    },
  };
}

function replaced(code: string, from: number, to: number, by: string): string {
  if (from < 0 || to <= from) throw new Error('@rrweb/record is built differently: look again what can be taken out');
  return code.slice(0, from) + by + code.slice(to);
}
