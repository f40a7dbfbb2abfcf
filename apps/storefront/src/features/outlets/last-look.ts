import type { OutletChannel, Place } from '@huimin/domain/outlet';
import { whenPersonLeaves } from '../../channel/person-gone.ts';

/** Which outlets were looked at last, for whoever comes back to them. In memory only: it is gone with the page. */
export interface OutletLook {
  readonly city: string | null;
  readonly district: string | null;
  readonly text: string;
  readonly place: Place | null;
}

const NOTHING: OutletLook = { city: null, district: null, text: '', place: null };
let last: { readonly channel: OutletChannel; readonly look: OutletLook } | null = null;
whenPersonLeaves(() => {
  last = null;
});

export function lastLook(channel: OutletChannel): OutletLook {
  return last?.channel === channel ? last.look : NOTHING;
}

export function keepLook(channel: OutletChannel, part: Partial<OutletLook>): void {
  last = { channel, look: { ...lastLook(channel), ...part } };
}
