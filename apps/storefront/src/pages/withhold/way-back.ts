import { editionAddress, keptQueryOf } from '@huimin/domain/share';
import { forgetNote, keepNote, keptNote } from '../../channel/tab-note.ts';

const KEY = 'huimin-sign-left';

/** Before the provider's page, which leads back to the bare address of this shop. */
export function keepLeft(hash: string): void {
  keepNote(KEY, hash);
}

/** The hash of `keepLeft`, once; null where nobody has left. */
export function takeLeft(): string | null {
  const left = keptNote(KEY);
  forgetNote(KEY);
  return typeof left === 'string' ? left : null;
}

export type WayBack =
  /** Another edition's page has to be loaded. */
  { readonly kind: 'load'; readonly address: string } | { readonly kind: 'route'; readonly to: string };

/** How what was handed on comes back into the address; null where all of it is there. */
export function wayBack(left: string, presentSearch: string): WayBack | null {
  const search = left.split('?')[1] ?? '';
  const kept = keptQueryOf(search);
  const present = keptQueryOf(presentSearch);
  const isMissing = (name: string) => !(name in present);
  if (!Object.keys(kept).some(isMissing)) return null;
  if (kept.productId !== undefined && isMissing('productId'))
    return { kind: 'load', address: editionAddress(kept.productId, '/withhold', search) };
  return { kind: 'route', to: `/withhold?${new URLSearchParams({ ...kept, ...present })}` };
}
