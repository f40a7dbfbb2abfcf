import type { RecordedEvent } from '../events/index.ts';
import { mapStrings } from '../events/strings.ts';
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

/**
 * Puts what the events name as `asset:<sha256>` into them, so that nothing has to be loaded, and has style sheets follow what
 * the phone asked for. `wishes` is what it asked for before the first event, and afterwards before the next one.
 */
export function fillAssets(
  events: readonly RecordedEvent[],
  assets: ReadonlyMap<string, PlayedAsset>,
  wishes: Wishes = noWishes(),
): RecordedEvent[] {
  const addressOf = (sha256: string) => assets.get(sha256)?.address ?? 'data:,';
  const styled = events.map((event) => {
    Object.assign(wishes, wishesFrom(event, wishes));
    return { ...event, data: withRules(event.data, assets, wishes) };
  });
  return mapStrings(styled, (text) =>
    text.includes('asset:') ? text.replace(ASSET, (_found, sha256: string) => addressOf(sha256)) : text,
  ) as RecordedEvent[];
}

/** Links to style sheets become the rules themselves; rules in the page are followed as they are there. */
function withRules(value: unknown, assets: ReadonlyMap<string, PlayedAsset>, wishes: Wishes): unknown {
  if (Array.isArray(value)) return value.map((one) => withRules(one, assets, wishes));
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withRules(member, assets, wishes)]),
  );
  const { tagName, attributes } = node as { tagName?: unknown; attributes?: Record<string, unknown> };
  if (typeof tagName !== 'string' || !attributes) return node;
  const tag = tagName.toLowerCase();
  if (tag === 'style') return inPage(node, attributes, wishes);
  const sha256 = tag === 'link' ? WHOLE.exec(String(attributes.href))?.[1] : undefined;
  if (sha256 === undefined) return node;
  const style = cleanStyle(assets.get(sha256)?.style ?? '', (address) =>
    address.startsWith('data:') ? address : null,
  );
  return { ...node, attributes: { rel: 'stylesheet', _cssText: withWishes(style, wishes) } };
}

function inPage(node: Record<string, unknown>, attributes: Record<string, unknown>, wishes: Wishes): unknown {
  const followed = (text: unknown) => (typeof text === 'string' ? withWishes(text, wishes) : text);
  const childNodes = Array.isArray(node.childNodes) ? node.childNodes : [];
  return {
    ...node,
    attributes: '_cssText' in attributes ? { ...attributes, _cssText: followed(attributes._cssText) } : attributes,
    childNodes: childNodes.map((child) => ({ ...child, textContent: followed(child.textContent) })),
  };
}
