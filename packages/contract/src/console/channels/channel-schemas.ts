import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { CityCode } from '../orders/order-schemas.ts';

/** As it stands in an address behind `agentCode=`. */
export const ChannelCode = Type.String({
  pattern: '^[0-9A-Za-z_-]{2,40}$',
  description: '渠道或业务员编码，2 到 40 位字母、数字、- 和 _',
});
export const ChannelKindName = Type.Enum(['bank', 'outlet', 'broker', 'agency', 'platform', 'insurer', 'agent'], {
  description: '渠道种类；agent 是业务员',
});
export const ChannelStandingName = Type.Enum(['active', 'stopped', 'expired'], { description: '在用、已停、登记过期' });
export const ChannelReason = Type.String({
  minLength: 4,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$',
  description: '原因，4 到 200 个字',
});

export const ChannelLine = Type.Object({
  channelCode: Type.String(),
  channelKind: ChannelKindName,
  kindLabel: Type.String(),
  name: Type.String(),
  /** For whom an agent works. */
  parentCode: Type.Union([Type.String(), Type.Null()]),
  parentName: Type.Union([Type.String(), Type.Null()]),
  agents: Type.Integer(),
  licenceNo: Type.Union([Type.String(), Type.Null()]),
  licenceUntil: Type.Union([Type.String(), Type.Null()]),
  /** How many days the registration still runs; null where there is none. */
  licenceDays: Type.Union([Type.Integer(), Type.Null()]),
  standing: ChannelStandingName,
  standingText: Type.String(),
  /** By itself, not with whom it works for. */
  isOwnStopped: Type.Boolean(),
});
export type ChannelLineValue = Static<typeof ChannelLine>;

export const ChannelView = Type.Object({
  channel: ChannelLine,
  mayChange: Type.Boolean(),
  /** Where somebody who comes through this channel begins. */
  links: Type.Array(Type.Object({ edition: EditionCode, name: Type.String(), url: Type.String() })),
  changes: Type.Array(Type.Object({ at: BeijingTime, by: Type.String(), what: Type.String(), reason: Type.String() })),
});
export type ChannelViewValue = Static<typeof ChannelView>;

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** What the report is narrowed to. */
export const ReportChoice = {
  from: Day,
  to: Day,
  by: Type.Optional(Type.Enum(['channel', 'agent', 'way', 'day'], { description: '按渠道、业务员、来源方式或天' })),
  edition: Type.Optional(EditionCode),
  city: Type.Optional(CityCode),
};

export const ChannelFigures = Type.Object({
  orders: Type.Integer(),
  people: Type.Integer(),
  fen: Type.Integer(),
  /** Of what goes back it is not counted how it had come. */
  backOrders: Type.Union([Type.Integer(), Type.Null()]),
  backFen: Type.Union([Type.Integer(), Type.Null()]),
});
export type ChannelFiguresValue = Static<typeof ChannelFigures>;

export const ChannelReportRow = Type.Object({
  key: Type.String(),
  name: Type.String(),
  /** What kind of channel, or for whom an agent works. */
  of: Type.String(),
  /** Null for what is none of the register's. */
  standingText: Type.Union([Type.String(), Type.Null()]),
  standing: Type.Union([ChannelStandingName, Type.Null()]),
  isRegistered: Type.Boolean(),
  ...ChannelFigures.properties,
});
export type ChannelReportRowValue = Static<typeof ChannelReportRow>;
