import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const RecordingId = Type.String({ pattern: '^[0-9A-Za-z_-]{8,64}$', description: '记录编号' });
export const BeijingDay = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '日期' });

const Ms = Type.Integer({ minimum: 0 });

/** One recording as a list shows it: whose it is, is not in it. */
export const RecordingLine = Type.Object({
  trace: RecordingId,
  state: Type.Enum(['open', 'sealed', 'erased']),
  stateLabel: Type.String(),
  orderNos: Type.Array(Type.String()),
  product: Type.String(),
  channel: Type.String(),
  startedAt: BeijingTime,
  lastAt: BeijingTime,
  batches: Type.Integer(),
  /** Null while nothing was read out of it yet. */
  pages: Type.Union([Type.Integer(), Type.Null()]),
  gaps: Type.Integer(),
  /** The clauses were open for less than three seconds. */
  shortRead: Type.Boolean(),
});
export type RecordingLineValue = Static<typeof RecordingLine>;

/** One thing on the timeline. */
export const Happening = Type.Object({
  /** By the phone's clock, ms since 1970. */
  at: Ms,
  /** Where it lasts. */
  until: Type.Union([Ms, Type.Null()]),
  kind: Type.Enum(['page', 'document', 'consent', 'field', 'tap', 'api', 'server', 'gap', 'note']),
  /** A word or two for the timeline. */
  label: Type.String(),
  /** The whole sentence for the list. */
  text: Type.String(),
  /** Something is missing or was refused. */
  bad: Type.Boolean(),
  /** The page life in which it was; of the server's own, ''. */
  tab: Type.String(),
});
export type HappeningValue = Static<typeof Happening>;

export const DocumentReading = Type.Object({
  id: Type.String(),
  title: Type.String(),
  version: Type.Integer(),
  sha256: Type.String(),
  openedAt: Ms,
  dwellMs: Ms,
  /** Of all recordings that showed this version; null when there are too few. */
  medianMs: Type.Union([Ms, Type.Null()]),
  /** 0 to 100. */
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  bottomAt: Type.Union([Ms, Type.Null()]),
});
export type DocumentReadingValue = Static<typeof DocumentReading>;

export const ChunkLine = Type.Object({
  number: Type.Integer(),
  kind: Type.Enum(['client', 'server']),
  tab: Type.String(),
  seq: Type.Integer(),
  receivedAt: BeijingTime,
  events: Type.Integer(),
  bytes: Type.Integer(),
  firstAt: Ms,
  lastAt: Ms,
  flags: Type.Array(Type.String()),
  sha256: Type.String(),
});
export type ChunkLineValue = Static<typeof ChunkLine>;

export const RecordingView = Type.Object({
  trace: RecordingId,
  state: Type.Enum(['open', 'sealed', 'erased']),
  stateLabel: Type.String(),
  orderNos: Type.Array(Type.String()),
  product: Type.String(),
  /** The account's masked name where an order tells it. */
  holder: Type.String(),
  environment: Type.Object({
    channel: Type.String(),
    device: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    userAgent: Type.String(),
    recorder: Type.String(),
    elder: Type.Boolean(),
  }),
  /** By the phone's clock. */
  beginsAt: Ms,
  endsAt: Ms,
  /** By how much the server's clock is ahead of the phone's; null when nothing tells. */
  clockOffsetMs: Type.Union([Type.Integer(), Type.Null()]),
  events: Type.Integer(),
  chunks: Type.Array(ChunkLine),
  documents: Type.Array(DocumentReading),
  happenings: Type.Array(Happening),
  /** Why something of it cannot be shown, in sentences. */
  problems: Type.Array(Type.String()),
  accesses: Type.Object({
    count: Type.Integer(),
    latest: Type.Array(Type.Object({ at: BeijingTime, who: Type.String(), reason: Type.String() })),
  }),
  unmasking: Type.Object({
    /** Until when this person sees it as it was; null: masked. */
    until: Type.Union([BeijingTime, Type.Null()]),
    /** Asked for and not decided. */
    waiting: Type.Boolean(),
  }),
});
export type RecordingViewValue = Static<typeof RecordingView>;
