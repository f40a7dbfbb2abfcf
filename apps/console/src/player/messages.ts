import type { RecordedEvent } from '@huimin/evidence/events';
import type { PlayedAsset } from '@huimin/evidence/replay';

/** What the page says to the player in its frame. Times are the phone's, ms since 1970. */
export type ToPlayer =
  /** The first events; whatever was shown before goes. It stands at a time, or as near to it as there are events. */
  | { readonly say: 'begin'; readonly at: number; readonly events: readonly RecordedEvent[]; readonly assets: Assets }
  | { readonly say: 'add'; readonly events: readonly RecordedEvent[]; readonly assets: Assets }
  | { readonly say: 'play' | 'pause'; readonly at: number }
  | { readonly say: 'pace'; readonly speed: number; readonly skipIdle: boolean };

export type FromPlayer =
  | { readonly say: 'ready' }
  | { readonly say: 'shown' }
  | { readonly say: 'time'; readonly at: number }
  | { readonly say: 'ended' }
  | { readonly say: 'failed' };

export type Assets = readonly (readonly [string, PlayedAsset])[];
