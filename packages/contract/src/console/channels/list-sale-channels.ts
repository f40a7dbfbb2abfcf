import Type from 'typebox';
import { SEARCHED_NUMBERS } from '../../vocabulary/searched-numbers.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ChannelCode, ChannelKindName, ChannelLine, ChannelStandingName } from './channel-schemas.ts';

/** Institutions and agents that bring orders, by their code */
export const listSaleChannels = defineConsoleCall({
  name: 'listSaleChannels',
  topic: 'console/channels',
  method: 'GET',
  path: '/sale-channels',
  summary: 'Institutions and agents that bring orders, by their code',
  input: Type.Object({
    channelKind: Type.Optional(ChannelKindName),
    standing: Type.Optional(ChannelStandingName),
    parentCode: Type.Optional(ChannelCode),
    /** A code or the number of a registration. */
    number: Type.Optional(Type.String({ pattern: SEARCHED_NUMBERS.channel, description: '编码或执业登记编号' })),
    after: Type.Optional(ChannelCode),
  }),
  output: Type.Object({
    channels: Type.Array(ChannelLine),
    next: Type.Union([Type.String(), Type.Null()]),
    /** Whom an agent can work for. */
    institutions: Type.Array(Type.Object({ channelCode: Type.String(), name: Type.String() })),
    figures: Type.Object({
      institutions: Type.Integer(),
      agents: Type.Integer(),
      stopped: Type.Integer(),
      expired: Type.Integer(),
      expiring: Type.Integer(),
    }),
  }),
  staff: ['channels.view'],
  title: '看渠道和业务员',
  noted: 'nothing',
});
