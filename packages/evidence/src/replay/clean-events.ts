import type { RecordedEvent } from '../events/index.ts';
import { cleanStyle, type Resolve } from './css.ts';

/** Kinds of events and of what changes, by rrweb 2. */
const FULL_SNAPSHOT = 2;
const INCREMENTAL = 3;
const META = 4;
const CUSTOM = 5;
const SOURCE = { mutation: 0, styleRule: 8, canvas: 9, font: 10, styleDeclaration: 13, adoptedStyles: 15 } as const;
const ELEMENT = 2;
const TEXT = 3;

type Tree = Record<string, unknown>;

/** Elements that run, load or lead somewhere, or that change other elements' addresses: an empty box stays of them. */
const REFUSED = new Set(
  `script noscript iframe frame frameset object embed applet base meta portal fencedframe template animate set
   animatemotion animatetransform discard handler listener feimage foreignobject param audio video source track
   math maction`.split(/\s+/),
);
/** Attributes whose value is an address, by the elements that show something of it. */
const SHOWS: Readonly<Record<string, ReadonlySet<string>>> = {
  src: new Set(['img', 'input']),
  href: new Set(['image', 'use', 'link', 'lineargradient', 'radialgradient', 'pattern', 'textpath', 'filter', 'mpath']),
  'xlink:href': new Set(['image', 'use', 'lineargradient', 'radialgradient', 'pattern', 'textpath', 'filter']),
  rr_src: new Set(['img']),
};
/** Never: they run, load or send. */
const NEVER =
  /^(?:on.*|action|formaction|formmethod|srcdoc|srcset|imagesrcset|poster|background|data|manifest|ping|codebase|classid|code|archive|cite|longdesc|profile|usemap|target|download|http-equiv|is|xml:base|rr_dataurl|dynsrc|lowsrc|attributename|integrity|nonce|crossorigin|autoplay|autofocus|style-src)$/;
/** What somebody reads, where a word before a colon is only a word. */
const WORDS = /^(?:aria-.*|data-.*|title|alt|placeholder|value|label|class|id|name|for|content)$/;
const LEADS = /^[^0-9a-z/#.]*(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;
const NAME = /^[a-z_][a-z0-9_:.-]*$/i;
const BOX = { tagName: 'div', attributes: { hidden: '' }, childNodes: [] };

/**
 * Events that a player may show without asking anybody for anything and without anything that runs. `resolve` says by what
 * an address of a style sheet or picture is replaced; what it does not know is left out. Applied to its own result it
 * changes nothing, as long as `resolve` knows what it answered.
 */
export function cleanEvents(events: readonly RecordedEvent[], resolve: Resolve): RecordedEvent[] {
  return events.flatMap((event) => {
    const data = cleanData(event.type, event.data, resolve);
    return data === null ? [] : [{ type: event.type, timestamp: event.timestamp, data }];
  });
}

function cleanData(type: number, given: unknown, resolve: Resolve): unknown {
  const data = asTree(given);
  if (type === FULL_SNAPSHOT) {
    return { node: cleanNode(asTree(data.node), false, resolve), initialOffset: offsetOf(data.initialOffset) };
  }
  if (type === META) {
    const { width, height, dark, contrast } = data;
    const wish = { ...(dark === true ? { dark } : {}), ...(contrast === true ? { contrast } : {}) };
    return { href: '', width: size(width), height: size(height), ...wish };
  }
  if (type === CUSTOM) return { tag: String(data.tag), payload: data.payload };
  if (type === INCREMENTAL) return cleanChange(data, resolve);
  // Loaded, DOM ready: they carry nothing. What plugins said is not shown.
  return type === 0 || type === 1 ? {} : null;
}

function cleanChange(data: Tree, resolve: Resolve): unknown {
  const style = (text: unknown) => (typeof text === 'string' ? cleanStyle(text, resolve) : text);
  const rules = (list: unknown) => listOf(list).map((rule) => ({ ...rule, rule: style(rule.rule) }));
  switch (data.source) {
    case SOURCE.mutation:
      return {
        ...data,
        adds: listOf(data.adds).map((add) => ({ ...add, node: cleanNode(asTree(add.node), false, resolve) })),
        // Which element it is, is not told here: what is right for any of them.
        attributes: listOf(data.attributes).map((one) => ({
          ...one,
          attributes: cleanAttributes(null, asTree(one.attributes), resolve),
        })),
        // The text of a style element looks like any other.
        texts: listOf(data.texts).map((text) =>
          hasAddress(text.value) ? { ...text, value: style(text.value) } : text,
        ),
      };
    case SOURCE.styleRule:
      return {
        ...data,
        ...(data.adds ? { adds: rules(data.adds) } : {}),
        ...(data.replace ? { replace: style(data.replace) } : {}),
        ...(data.replaceSync ? { replaceSync: style(data.replaceSync) } : {}),
      };
    case SOURCE.styleDeclaration: {
      const set = asTree(data.set);
      return data.set ? { ...data, set: { ...set, value: style(set.value) } } : data;
    }
    case SOURCE.adoptedStyles:
      return { ...data, styles: listOf(data.styles).map((one) => ({ ...one, rules: rules(one.rules) })) };
    case SOURCE.canvas:
    case SOURCE.font:
      return null;
    default:
      return data;
  }
}

const hasAddress = (text: unknown) => typeof text === 'string' && /url|src|@import|image|\\/i.test(text);

function cleanNode(node: Tree, inStyle: boolean, resolve: Resolve): Tree {
  const children = (insideStyle: boolean) =>
    listOf(node.childNodes).map((child) => cleanNode(child, insideStyle, resolve));
  if (node.type === ELEMENT) {
    const { id, rootId } = node;
    const place = { type: ELEMENT, id, ...(rootId === undefined ? {} : { rootId }) };
    const tag = String(node.tagName).toLowerCase();
    if (REFUSED.has(tag) || !NAME.test(tag)) return { ...place, ...BOX };
    const attributes = cleanAttributes(tag, asTree(node.attributes), resolve);
    // Of whatever else a link leads to, nothing is shown.
    if (tag === 'link' && !isStyleSheet(attributes)) return { ...place, ...BOX };
    const { isSVG, needBlock } = node;
    return {
      ...place,
      tagName: node.tagName,
      attributes,
      childNodes: children(tag === 'style'),
      ...(isSVG ? { isSVG: true } : {}),
      ...(needBlock ? { needBlock: true } : {}),
    };
  }
  if (node.type === TEXT) {
    const text = String(node.textContent ?? '');
    const isStyle = inStyle || node.isStyle === true;
    return { ...node, textContent: isStyle ? cleanStyle(text, resolve) : text };
  }
  return node.childNodes === undefined ? node : { ...node, childNodes: children(false) };
}

const isStyleSheet = ({ rel, href, _cssText }: Tree) =>
  String(rel).toLowerCase() === 'stylesheet' && (typeof href === 'string' || typeof _cssText === 'string');

function cleanAttributes(tag: string | null, given: Tree, resolve: Resolve): Tree {
  const clean: Tree = {};
  for (const [name, value] of Object.entries(given)) {
    const kept = cleanAttribute(tag, name.toLowerCase(), value, resolve);
    if (kept !== undefined) clean[name] = kept;
  }
  return clean;
}

/** undefined: it is left out. */
function cleanAttribute(tag: string | null, name: string, value: unknown, resolve: Resolve): unknown {
  if (!NAME.test(name) || NEVER.test(name)) return undefined;
  if (name === 'style' || name === '_csstext') return cleanStyleValue(value, resolve);
  // Numbers, truth values, and null where an attribute was taken away.
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? undefined : value;
  // It looks like a link and leads nowhere.
  if (tag === 'a' && name === 'href') return '#';
  if (name in SHOWS) {
    if (tag !== null && !SHOWS[name]?.has(tag)) return undefined;
    return value.startsWith('#') || PICTURE.test(value) ? value : (resolve(value) ?? undefined);
  }
  if (WORDS.test(name)) return value;
  if (LEADS.test(value)) return undefined;
  return /url|src|image|\\/i.test(value) ? cleanStyle(value, resolve) : value;
}

/** Text, or the changes of single properties. */
function cleanStyleValue(value: unknown, resolve: Resolve): unknown {
  if (typeof value === 'string') return cleanStyle(value, resolve);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([property, one]) => [
      property,
      typeof one === 'string'
        ? cleanStyle(one, resolve)
        : Array.isArray(one)
          ? one.map((part) => (typeof part === 'string' ? cleanStyle(part, resolve) : part))
          : one,
    ]),
  );
}

const asTree = (value: unknown): Tree => (typeof value === 'object' && value !== null ? (value as Tree) : {});
const listOf = (value: unknown): Tree[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
const size = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.min(value, 4_096) : 375);

function offsetOf(value: unknown) {
  const { left, top } = asTree(value);
  const whole = (one: unknown) => (typeof one === 'number' ? one : 0);
  return { left: whole(left), top: whole(top) };
}
