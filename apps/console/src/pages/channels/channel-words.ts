import type { ChannelLineValue } from '@huimin/contract/console';
import type { StateTone } from '../../parts/state-tag.tsx';

export const STANDING_TONES: Readonly<Record<ChannelLineValue['standing'], StateTone>> = {
  active: 'success',
  stopped: 'neutral',
  expired: 'error',
};

export type Institutions = readonly { readonly channelCode: string; readonly name: string }[];
