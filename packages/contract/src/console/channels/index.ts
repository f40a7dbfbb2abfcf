export { keepSaleChannel } from './keep-sale-channel.ts';
export { listSaleChannels } from './list-sale-channels.ts';
export { resumeSaleChannel } from './resume-sale-channel.ts';
export { showChannelReport } from './show-channel-report.ts';
export { showSaleChannel } from './show-sale-channel.ts';
export { stopSaleChannel } from './stop-sale-channel.ts';
