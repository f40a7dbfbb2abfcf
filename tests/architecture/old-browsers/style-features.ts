import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import { below, DATA, type Feature, isOld } from './browser-support.ts';

const { properties, selectors, types, 'at-rules': atRules } = DATA.css;

/**
 * What a style sheet uses that the oldest browsers lack, each as a name such as `gap in flex`, `:focus-visible`, `max()`,
 * `height: fit-content`. What an @supports rule asks about first is left out, and a value that stands behind an older one
 * of the same property in the same rule: those who do not know it keep the older one.
 */
export function newStyleFeatures(css: string): Set<string> {
  const found = new Set<string>();
  const take = (names: readonly string[]) => {
    for (const name of names) found.add(name);
  };
  postcss.parse(css).walk((node) => {
    if (isAskedFirst(node)) return;
    if (node.type === 'atrule') take(ofAtRule(node as AtRule));
    if (node.type === 'rule') take([...ofSelector((node as Rule).selector), ...ofGap(node as Rule)]);
    if (node.type === 'decl') take(ofDeclaration(node as Declaration));
  });
  return found;
}

function isAskedFirst(node: { parent?: unknown }): boolean {
  for (let at = node.parent as AtRule | undefined; at; at = at.parent as AtRule | undefined) {
    if (at.type === 'atrule' && at.name === 'supports') return true;
  }
  return false;
}

function ofAtRule({ name, params }: AtRule): string[] {
  if (!isOld(atRules[name])) return [`@${name}`];
  if (name !== 'media') return [];
  const media = atRules.media as Feature;
  const asked = Array.from(params.matchAll(/\(\s*([a-z-]+)/g), ([, feature]) => feature as string);
  return [
    ...asked.filter((feature) => !isOld(media[feature] as Feature | undefined)).map((feature) => `@media ${feature}`),
    ...(/[<>]/.test(params) ? ['@media with < or >'] : []),
  ];
}

function ofSelector(selector: string): string[] {
  const names = Array.from(selector.matchAll(/(?<!\\)::?((?:-[a-z]+-)?[a-z-]+)/g), ([, name]) => name as string);
  const unknown = names.filter((name) => !isOld(selectors[name]) && !isOld(selectors[name.replace(/^-[a-z]+-/, '')]));
  const lists = /:not\([^()]*,/.test(selector) && !isOld((selectors.not as Feature).selector_list as Feature);
  return [...unknown.map((name) => `:${name}`), ...(lists ? [':not() with a list'] : [])];
}

/** `gap` came to grids years before it came to flexible boxes. */
function ofGap(rule: Rule): string[] {
  const declared = (property: RegExp): Declaration | undefined =>
    rule.nodes.find((node): node is Declaration => node.type === 'decl' && property.test(node.prop));
  const gap = declared(/^(row-|column-)?gap$/);
  if (gap === undefined || /^(0|normal)$/.test(gap.value)) return [];
  const isGrid = /grid/.test(declared(/^display$/)?.value ?? '') || declared(/^grid-(template|auto)/) !== undefined;
  return isGrid ? [] : [`gap outside a grid: ${rule.selector}`];
}

function ofDeclaration(declaration: Declaration): string[] {
  const { prop, value } = declaration;
  const names: string[] = [];
  const plain = prop.replace(/^-(webkit|moz|ms)-/, '');
  const property = properties[prop] ?? properties[plain];
  if (!prop.startsWith('--')) {
    const isPrefixed = prop !== plain;
    if (!isPrefixed && !isOld(property) && !hasPrefixedTwin(declaration)) names.push(prop);
  }
  const text = value.replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '');
  if (hasOlderTwin(declaration)) return names;
  for (const [, name] of text.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) {
    // The old property's own form.
    if (prop === 'clip') continue;
    if (!isOld(functionNamed(name as string))) names.push(`${name}() in ${prop}`);
  }
  for (const [, unit] of text.matchAll(/(?<![\w#-])[\d.]+([a-z]+)/g)) {
    if (/^[dsl]v(h|w|i|b|min|max)$/.test(unit as string)) names.push(unit as string);
    else if (!isOld((types.length as Feature)[unit as string] as Feature | undefined)) names.push(unit as string);
  }
  if (property !== undefined && !prop.startsWith('--')) {
    for (const [word, feature] of below(property)) {
      const isUsed = new RegExp(`(?<![\\w-])${word}(?![\\w(-])`).test(text);
      if (isUsed && isOld(property) && !isOld(feature)) names.push(`${prop}: ${word}`);
    }
  }
  return names;
}

function functionNamed(name: string): Feature | undefined {
  const families = [
    types,
    ...['color', 'gradient', 'image', 'basic-shape', 'transform-function', 'easing-function'].map(
      (family) => types[family] as Feature | undefined,
    ),
  ];
  for (const family of families) {
    const feature = family?.[name];
    if (feature !== undefined) return feature as Feature;
  }
  return undefined;
}

/** `-webkit-mask` before `mask`. */
function hasPrefixedTwin({ prop, parent }: Declaration): boolean {
  return (parent as Rule).nodes.some(
    (node) => node.type === 'decl' && /^-webkit-/.test(node.prop) && node.prop.endsWith(`-${prop}`),
  );
}

/** The same property before it in the same rule, without anything new. */
function hasOlderTwin(declaration: Declaration): boolean {
  const siblings = (declaration.parent as Rule).nodes;
  const before = siblings.slice(0, siblings.indexOf(declaration));
  return before.some((node) => node.type === 'decl' && node.prop === declaration.prop);
}
