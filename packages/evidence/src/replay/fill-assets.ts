import type { RecordedEvent } from '../events/index.ts';
import { cleanStyle } from './css.ts';
import { noWishes, type Wishes, wishesFrom, withWishes } from './wishes.ts';

/** A file of a build as a player gets it. */
export interface PlayedAsset {
  /** A style sheet's rules. */
  readonly style?: string;
  /** Anything else, as a `data:` address. */
  readonly address?: string;
}

const ASSET = /asset:([0-9a-f]{64})/g;
const WHOLE = /^asset:([0-9a-f]{64})$/;

/** Of what changes, what may name a file: nodes and their attributes, and rules put in by script. */
const WITH_FILES = [0, 8, 13, 15];
const FULL_SNAPSHOT = 2;
const INCREMENTAL = 3;

/**
 * Puts what the events name as `asset:<sha256>` into them, so that nothing has to be loaded, and has style sheets follow what
 * the phone asked for. `wishes` is what it asked for before the first event, and afterwards before the next one. What has
 * nothing to fill in is handed back as it is.
 */
export function fillAssets(
  events: readonly RecordedEvent[],
  assets: ReadonlyMap<string, PlayedAsset>,
  wishes: Wishes = noWishes(),
): RecordedEvent[] {
  return events.map((event) => {
    Object.assign(wishes, wishesFrom(event, wishes));
    if (!mayHaveFiles(event)) return event;
    return { ...event, data: filled(event.data, assets, wishes) };
  });
}

const mayHaveFiles = ({ type, data }: RecordedEvent): boolean =>
  type === FULL_SNAPSHOT ||
  (type === INCREMENTAL && WITH_FILES.includes((data as { readonly source?: number } | null)?.source ?? -1));

type Members = Record<string, unknown>;

/** The same value with its files, and the very same one where it has none. */
function filled(value: unknown, assets: ReadonlyMap<string, PlayedAsset>, wishes: Wishes): unknown {
  if (typeof value === 'string') {
    if (!value.includes('asset:')) return value;
    return value.replace(ASSET, (_found, sha256: string) => assets.get(sha256)?.address ?? 'data:,');
  }
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Members;
  const sheet = sheetOf(given, assets, wishes);
  if (sheet !== null) return sheet;
  let after: Members | null = null;
  for (const name of Object.keys(given)) {
    const member = filled(given[name], assets, wishes);
    if (member === given[name]) continue;
    after ??= (Array.isArray(given) ? [...given] : { ...given }) as Members;
    // A member of this name would otherwise change what the object is made of.
    if (name === '__proto__') Object.defineProperty(after, name, { value: member, enumerable: true });
    else after[name] = member;
  }
  return tagOf(given) === 'style' ? inPage(after ?? given, wishes) : (after ?? given);
}

const tagOf = ({ tagName, attributes }: Members): string | null =>
  typeof tagName === 'string' && attributes ? tagName.toLowerCase() : null;

/** A link to a style sheet with the rules themselves; null for all else. */
function sheetOf(node: Members, assets: ReadonlyMap<string, PlayedAsset>, wishes: Wishes): Members | null {
  if (tagOf(node) !== 'link') return null;
  const sha256 = WHOLE.exec(String((node.attributes as Members).href))?.[1];
  if (sha256 === undefined) return null;
  const asset = assets.get(sha256);
  return { ...node, attributes: { rel: 'stylesheet', _cssText: asset ? rulesOf(asset, wishes) : '' } };
}

/** By file and wishes: every screen of a recording begins with the same sheets. */
const knownRules = new WeakMap<PlayedAsset, Map<string, string>>();

function rulesOf(asset: PlayedAsset, wishes: Wishes): string {
  const known = knownRules.get(asset) ?? new Map<string, string>();
  knownRules.set(asset, known);
  const wished = `${wishes.dark} ${wishes.contrast}`;
  const found = known.get(wished);
  if (found !== undefined) return found;
  const style = cleanStyle(asset.style ?? '', (address) => (address.startsWith('data:') ? address : null));
  const rules = withWishes(style, wishes);
  known.set(wished, rules);
  return rules;
}

function inPage(node: Members, wishes: Wishes): Members {
  const followed = (text: unknown) => (typeof text === 'string' ? withWishes(text, wishes) : text);
  const attributes = node.attributes as Members;
  const childNodes: Members[] = Array.isArray(node.childNodes) ? node.childNodes : [];
  return {
    ...node,
    attributes: '_cssText' in attributes ? { ...attributes, _cssText: followed(attributes._cssText) } : attributes,
    childNodes: childNodes.map((child) => ({ ...child, textContent: followed(child.textContent) })),
  };
}
