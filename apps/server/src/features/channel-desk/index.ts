import type { ConsoleHandlerTable } from '../staff/index.ts';
import { keepSaleChannel, resumeSaleChannel, stopSaleChannel } from './change-channels.ts';
import type { ChannelDeskDependencies } from './channel-desk-deps.ts';
import { showChannelReport } from './channel-report.ts';
import { listSaleChannels, showSaleChannel } from './show-channels.ts';

export { channelReportExport } from './channel-report.ts';

/** The console's calls of this topic, by name. */
export function channelDeskHandlers(deps: ChannelDeskDependencies) {
  return {
    listSaleChannels: listSaleChannels(deps),
    showSaleChannel: showSaleChannel(deps),
    keepSaleChannel: keepSaleChannel(deps),
    stopSaleChannel: stopSaleChannel(deps),
    resumeSaleChannel: resumeSaleChannel(deps),
    showChannelReport: showChannelReport(deps),
  } satisfies ConsoleHandlerTable;
}
