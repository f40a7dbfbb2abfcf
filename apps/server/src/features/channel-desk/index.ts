import type { AnyApprovalKind, ConsoleHandlerTable } from '../staff/index.ts';
import { listAgreements } from './agreement-calls.ts';
import { keepSaleChannel, resumeSaleChannel, stopSaleChannel } from './change-channels.ts';
import type { ChannelDeskDependencies } from './channel-desk-deps.ts';
import { showChannelReport } from './channel-report.ts';
import { askDictionaryChange, dictionaryChangeKind, listDictionaries, showDictionary } from './dictionary-calls.ts';
import {
  askLuckyRound,
  closeLuckyRound,
  listLuckyClaims,
  listLuckyRounds,
  luckyOpenKind,
  markLuckySent,
  readLuckyParcel,
} from './lucky-calls.ts';
import { listSaleChannels, showSaleChannel } from './show-channels.ts';

export { channelReportExport } from './channel-report.ts';
export { type FirstChannel, registerFirstChannels } from './first-channels.ts';

/** What two people are needed for on these pages. */
export function channelDeskApprovals(deps: Omit<ChannelDeskDependencies, 'approvals'>): readonly AnyApprovalKind[] {
  return [dictionaryChangeKind(), luckyOpenKind(deps)];
}

/** The console's calls of this topic, by name. */
export function channelDeskHandlers(deps: ChannelDeskDependencies) {
  return {
    listSaleChannels: listSaleChannels(deps),
    showSaleChannel: showSaleChannel(deps),
    keepSaleChannel: keepSaleChannel(deps),
    stopSaleChannel: stopSaleChannel(deps),
    resumeSaleChannel: resumeSaleChannel(deps),
    showChannelReport: showChannelReport(deps),
    listDictionaries: listDictionaries(deps),
    showDictionary: showDictionary(deps),
    askDictionaryChange: askDictionaryChange(deps),
    listAgreements: listAgreements(deps),
    listLuckyRounds: listLuckyRounds(deps),
    askLuckyRound: askLuckyRound(deps),
    closeLuckyRound: closeLuckyRound(deps),
    listLuckyClaims: listLuckyClaims(deps),
    markLuckySent: markLuckySent(deps),
    readLuckyParcel: readLuckyParcel(deps),
  } satisfies ConsoleHandlerTable;
}
