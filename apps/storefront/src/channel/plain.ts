import type { Channel } from './channel.ts';

/** An ordinary browser: payment goes over the H5 cashier's address, sharing over copied words. */
export const plainChannel: Channel = {
  kind: 'plain',
  canShare: true,
  canAuthorise: false,
  savePicture: null,
  shareCard: null,
  payWithWechat: async () => 'fail',
};
