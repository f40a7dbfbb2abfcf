import type { ChannelLineValue, ConsoleCalls } from '@huimin/contract/console';
import { addDays, beijingDate, beijingDateTime } from '@huimin/domain/date';
import {
  channelAddress,
  LICENCE_ENDS_SOON_DAYS,
  licenceDaysLeft,
  SALE_CHANNEL_LABELS,
  SALE_CHANNEL_STANDINGS,
  saleChannelStanding,
} from '@huimin/domain/share';
import { mayStaff, withinScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { type ChannelDeskDependencies, NO_CHANNEL, seesChannel } from './channel-desk-deps.ts';
import { type ChannelRow, changesOf, channelOf, countChannels, findChannels, institutions } from './channel-store.ts';

const PAGE = 50;
export const NAME_SEAL = 'sale-channel-name';

export function listSaleChannels(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['listSaleChannels']> {
  const { query } = deps.database;
  return async ({ channelKind, ...search }, { member }) => {
    const within = member.scope.channels;
    const today = beijingDate(deps.clock.now());
    const rows = await findChannels(query, within, today, { ...search, kind: channelKind }, PAGE + 1);
    const page = rows.slice(0, PAGE);
    return ok({
      channels: page.map((row) => channelLine(deps, row)),
      next: rows.length > PAGE ? (page.at(-1)?.code ?? null) : null,
      institutions: (await institutions(query, within)).map(({ code, name_sealed }) => ({
        channelCode: code,
        name: deps.vault.open(NAME_SEAL, name_sealed),
      })),
      figures: await countChannels(query, within, today, addDays(today, LICENCE_ENDS_SOON_DAYS)),
    });
  };
}

export function showSaleChannel(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['showSaleChannel']> {
  return async ({ channelCode }, { member }) => {
    const row = await channelOf(deps.database.query, channelCode);
    if (!row || !seesChannel(member, row)) return fail('not-found', NO_CHANNEL);
    const editions = deps.editions
      .all()
      .filter(({ document }) =>
        withinScope(member.scope, { insurers: document.insuranceCompany.map(({ name }) => name) }),
      );
    return ok({
      channel: channelLine(deps, row),
      mayChange: mayStaff(member.roles, 'channels.change'),
      links: editions
        .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
        .map(({ code, document, isDefault }) => ({
          ...{ edition: code, name: document.proName },
          url: channelAddress(deps.publicOrigin, row.code, isDefault ? null : code),
        })),
      changes: (await changesOf(deps.database.query, row.code)).map(({ at, ...change }) => ({
        at: beijingDateTime(at),
        ...change,
      })),
    });
  };
}

export function channelLine(
  { vault, clock }: Pick<ChannelDeskDependencies, 'vault' | 'clock'>,
  row: ChannelRow,
): ChannelLineValue {
  const { licence_until: licenceUntil, parent_name_sealed: parentName } = row;
  const standing = saleChannelStanding({ isStopped: row.is_stopped, licenceUntil }, clock.now());
  return {
    ...{ channelCode: row.code, channelKind: row.kind, kindLabel: SALE_CHANNEL_LABELS[row.kind] },
    name: vault.open(NAME_SEAL, row.name_sealed),
    parentCode: row.parent_code,
    parentName: parentName && vault.open(NAME_SEAL, parentName),
    ...{ agents: row.agents, licenceNo: row.licence_no, licenceUntil },
    licenceDays: licenceUntil === null ? null : licenceDaysLeft(licenceUntil, clock.now()),
    standing,
    standingText: standing === 'stopped' && !row.own_stopped ? '所属渠道已停用' : SALE_CHANNEL_STANDINGS[standing],
    isOwnStopped: row.own_stopped,
  };
}
