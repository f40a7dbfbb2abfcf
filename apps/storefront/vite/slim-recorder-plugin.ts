import { join } from 'node:path';
import type { Plugin } from 'vite';

const CHANGED = '@rrweb/record is built differently: look again what can be taken out';

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
 * Functions that watch what our pages do not do: rules put in by script, fonts by script, own elements, sound and film; what
 * is marked with a finger to be copied, asked for with each letter; and one that hands on to listeners that nobody has given.
 */
const WATCHERS = [
  'initStyleSheetObserver',
  'initStyleDeclarationObserver',
  'initAdoptedStyleSheetObserver',
  'initFontObserver',
  'initCustomElementObserver',
  'initMediaInteractionObserver',
  'initSelectionObserver',
  'mergeHooks',
];

/** Its way of writing nodes down, one function after the other, by `src/recording/serialise.ts`. */
const WRITING_FROM = 'function serializeNode(n, options) {';
const WRITING_TO = 'function snapshot(n, options) {';
/** Of these, what says which nodes are left out stays. */
const LEAVES_OUT = ['function lowerIfExists(', 'function serializeNodeWithId('] as const;
const SERIALISE = `const serializeNodeWithId = createSerialise({
  ignored: IGNORED_NODE,
  nextId: genId,
  tagNameOf: getValidTagName,
  isLeftOut: slimDOMExcluded,
  withWholeAddress: transformAttribute,
  withWholeAddresses: (css, document) => absolutifyURLs(css, getHref(document)),
  rulesOf: stringifyStylesheet,
  typeOf: getInputType,
  masked: maskInputValue,
});
`;
/** What was added to a page, one by one. */
const ADDED_FROM = 'const sn = serializeNodeWithId(n, {';
const ADDED_TO = 'if (sn) {\n          adds.push(';
const ADDED = 'const sn = serializeNodeWithId(n, this, true, cssCaptured);\n        ';

/**
 * What only pages of other kinds need: style sheets in several pieces, frames, canvases, shadow roots, film; classes that
 * block or mask beside what our selectors say, which are asked of every node.
 */
const OF_OTHERS = {
  classMatchesRegex: '() { return false; }',
  isShadowRoot: '() { return false; }',
  hasShadowRoot: '() { return false; }',
  getShadowHost: '() { return null; }',
  shadowHostInDom: '() { return false; }',
  inDom: '(n) { return n.isConnected; }',
  ignoreAttribute: '() { return false; }',
  isBlocked: `(node, _, selector, withAncestors) {
    const element = node && closestElementOfNode(node);
    return Boolean(element && (withAncestors ? element.closest(selector) : element.matches(selector)));
  }`,
  needMaskingText: `(node, _, selector, withAncestors) {
    const element = isElement(node) ? node.firstChild && node : node.parentElement;
    return Boolean(element && (withAncestors ? element.closest(selector) : element.matches(selector)));
  }`,
};

/**
 * For pages whose scripts change what every node can do, it makes a frame of its own and asks that one's nodes, by name and
 * with a look into a table for each question. Ours change nothing.
 */
const ROUNDABOUT_FROM = 'const testableAccessors = {';
const ROUNDABOUT_TO = 'function ownerDocument(n) {';
const ROUNDABOUT = /getUntainted(?:Accessor|Method)\("\w+", n, "(\w+)"\)/g;
const OBSERVER =
  /getUntaintedPrototype\("MutationObserver"\)\.constructor,\s*untaintedBaseIframeCleanup\["MutationObserver"\] \?\? /;

/** To compare styles it writes an attribute that the page's policy refuses; the same by script is allowed. */
const STYLE_ATTRIBUTE = 'old.setAttribute("style", m.oldValue)';
const STYLE_BY_SCRIPT = 'old.style.cssText = m.oldValue';

/** Lines of it by what stands there instead. */
const LINES: readonly (readonly [string, string])[] = [
  [STYLE_ATTRIBUTE, STYLE_BY_SCRIPT],
  // React sets what is set already with every drawing: only a change is worth a look. What is not in the page yet comes with it.
  [
    `setTimeout(() => {
          d.set.call(this, value);
        }, 0);
        if (original && original.set) {
          original.set.call(this, value);
        }`,
    `const before = this.isConnected ? original.get.call(this) : null;
        original.set.call(this, value);
        if (before !== null && original.get.call(this) !== before) setTimeout(() => d.set.call(this, value), 0);`,
  ],
  // React writes a field's name anew with each letter that is typed, and what is in it as well, which is told as typed already.
  [
    '"processMutation", (m) => {',
    `"processMutation", (m) => {
      if (m.attributeName === "name" || (m.attributeName === "value" && m.target.nodeName === "INPUT")) return;`,
  ],
  // What was never chosen need not be told as chosen no more.
  [
    'if (el !== target) {\n          const text2',
    'if (el !== target && lastInputValueMap.get(el)?.isChecked) {\n          const text2',
  ],
  // What changes while nobody follows is not even looked at, and whoever begins again begins with a whole picture.
  ['mutations.forEach(this.processMutation);', 'if (this.frozen) return; mutations.forEach(this.processMutation);'],
  ['(_a2 = mutationBuffers[0]) == null ? void 0 : _a2.isFrozen()', 'false'],
  [
    `record.freezePage = () => {
  mutationBuffers.forEach((buf) => buf.freeze());
};`,
    `record.freezePage = (frozen) => {
  mutationBuffers.forEach((buf) => { buf.frozen = frozen; });
};`,
  ],
];

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
      const own = JSON.stringify(join(import.meta.dirname, '..', 'src', 'recording', 'serialise.ts'));
      const leavesOut = LEAVES_OUT.map((begins) => code.indexOf(begins));
      const kept = code.slice(...leavesOut);
      if (!kept.includes('function slimDOMExcluded(')) throw new Error(CHANGED);
      let slim = replaced(code, code.indexOf(WRITING_FROM), code.indexOf(WRITING_TO), kept + SERIALISE);
      slim = replaced(slim, slim.indexOf(ADDED_FROM), slim.indexOf(ADDED_TO), ADDED);
      slim = replaced(slim, slim.indexOf(FROM), slim.indexOf(TO), stubs.join(''));
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
      for (const [line, by] of LINES) {
        const at = slim.indexOf(line);
        slim = replaced(slim, at, at + line.length, by);
      }
      slim = replaced(slim, slim.indexOf(ROUNDABOUT_FROM), slim.indexOf(ROUNDABOUT_TO), '');
      slim = slim.replace(ROUNDABOUT, 'n.$1').replace(OBSERVER, 'MutationObserver, ');
      if (slim.includes('ntainted')) throw new Error(CHANGED);
      return { code: `import { createSerialise } from ${own};\n${slim}`, map: null };
    },
  };
}

function replaced(code: string, from: number, to: number, by: string): string {
  if (from < 0 || to <= from) throw new Error(CHANGED);
  return code.slice(0, from) + by + code.slice(to);
}
