import type { RecordedEvent } from '../events/index.ts';
import { mapStrings } from '../events/strings.ts';
import { cleanStyle } from './css.ts';

/** A file of a build as a player gets it. */
export interface PlayedAsset {
  /** A style sheet's rules. */
  readonly style?: string;
  /** Anything else, as a `data:` address. */
  readonly address?: string;
}

const ASSET = /asset:([0-9a-f]{64})/g;
const WHOLE = /^asset:([0-9a-f]{64})$/;

/** Puts what the events name as `asset:<sha256>` into them, so that nothing has to be loaded. */
export function fillAssets(
  events: readonly RecordedEvent[],
  assets: ReadonlyMap<string, PlayedAsset>,
): RecordedEvent[] {
  const addressOf = (sha256: string) => assets.get(sha256)?.address ?? 'data:,';
  const styled = events.map((event) => ({ ...event, data: withRules(event.data, assets) }));
  return mapStrings(styled, (text) =>
    text.includes('asset:') ? text.replace(ASSET, (_found, sha256: string) => addressOf(sha256)) : text,
  ) as RecordedEvent[];
}

/** Links to style sheets become the rules themselves. */
function withRules(value: unknown, assets: ReadonlyMap<string, PlayedAsset>): unknown {
  if (Array.isArray(value)) return value.map((one) => withRules(one, assets));
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withRules(member, assets)]));
  const { tagName, attributes } = node as { tagName?: unknown; attributes?: Record<string, unknown> };
  if (typeof tagName !== 'string' || tagName.toLowerCase() !== 'link' || !attributes) return node;
  const sha256 = WHOLE.exec(String(attributes.href))?.[1];
  if (sha256 === undefined) return node;
  const style = cleanStyle(assets.get(sha256)?.style ?? '', (address) =>
    address.startsWith('data:') ? address : null,
  );
  return { ...node, attributes: { rel: 'stylesheet', _cssText: style } };
}
