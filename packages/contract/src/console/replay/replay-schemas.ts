import Type, { type Static } from 'typebox';
import { BeijingTime, Fen } from '../../vocabulary/schemas.ts';

export const RecordingId = Type.String({ pattern: '^[0-9A-Za-z_-]{8,64}$', description: '记录编号' });
/** A complaint's or case's number, as whoever keeps it writes it. */
export const DisputeNo = Type.String({
  pattern: '^[0-9A-Za-z（）()\\u4e00-\\u9fff-]{3,40}$',
  description: '投诉或案件编号',
});
export const BeijingDay = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '日期' });

const Ms = Type.Integer({ minimum: 0 });

/** Where a recording stands; `unrecorded`: an order that no page was recorded for. */
export const RecordingState = Type.Enum(
  ['collecting', 'sealed', 'sealed-with-gaps', 'exported', 'restricted', 'held', 'due', 'erased', 'unrecorded'],
  { description: '状态' },
);

/** What a check of a recording says. */
export const RecordingVerdict = Type.Enum(['intact', 'intact-with-gaps', 'altered', 'incomplete', 'erased-by-rule']);

/** One recording as a list shows it: whose it is, is not in it. */
export const RecordingLine = Type.Object({
  /** With `unrecorded` what the server noted by itself; empty until that is put together. */
  trace: Type.String(),
  state: RecordingState,
  stateLabel: Type.String(),
  held: Type.Boolean(),
  /** Complaints that go on. */
  disputes: Type.Integer(),
  /** What the last check said; null while none was made. */
  verdict: Type.Union([RecordingVerdict, Type.Null()]),
  orderNos: Type.Array(Type.String()),
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
  /** What was taken for the order; absent wherever nothing was. */
  paidFen: Type.Optional(Fen),
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

const CheckLine = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 12 }),
  title: Type.String(),
  /** `warn`: nothing wrong, and something to be said. */
  state: Type.Enum(['ok', 'warn', 'failed', 'unchecked']),
  detail: Type.String(),
});

export const RecordingCheck = Type.Object({
  at: BeijingTime,
  /** The batches were decrypted as well. */
  deep: Type.Boolean(),
  verdict: RecordingVerdict,
  /** In a few words. */
  verdictLabel: Type.String(),
  /** How many of the twelve are fine, and what is to be said of the others. */
  summary: Type.String(),
  lines: Type.Array(CheckLine),
});
export type RecordingCheckValue = Static<typeof RecordingCheck>;

/** One sealed object. */
const Seal = Type.Object({
  /** 0: the recording; 1, 2 …: what came late. */
  addendum: Type.Integer(),
  sealedAt: BeijingTime,
  manifestSha256: Type.String(),
  /** Which authority stamped a tree with it first, and when. */
  stamps: Type.Array(Type.Object({ authority: Type.Integer(), at: BeijingTime })),
});

/** For how long it is kept, and who decided anything about that. */
const Keeping = Type.Object({
  /** Null until it is sealed. */
  until: Type.Union([BeijingTime, Type.Null()]),
  rule: Type.String(),
  hold: Type.Union([Type.Object({ at: BeijingTime, by: Type.String(), reason: Type.String() }), Type.Null()]),
  /** A release waits for the second person, or is being done. */
  releaseWaits: Type.Boolean(),
  disputes: Type.Array(
    Type.Object({
      disputeNo: Type.String(),
      reason: Type.String(),
      by: Type.String(),
      beganAt: BeijingTime,
      endedAt: Type.Union([BeijingTime, Type.Null()]),
    }),
  ),
});

export const RecordingView = Type.Object({
  trace: RecordingId,
  state: RecordingState,
  stateLabel: Type.String(),
  orderNos: Type.Array(Type.String()),
  /** What was ordered, as its policy names it; nothing without an order. */
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
  keeping: Keeping,
  /** The last check that was made; null while there is none. */
  check: Type.Union([RecordingCheck, Type.Null()]),
  seals: Type.Array(Seal),
  accesses: Type.Object({
    count: Type.Integer(),
    /** Who looked last; '' for whoever may not read the audit log. */
    lastBy: Type.String(),
    /** By the audit log, for whoever may read that. */
    latest: Type.Array(Type.Object({ at: BeijingTime, who: Type.String(), reason: Type.String() })),
    mayList: Type.Boolean(),
  }),
  unmasking: Type.Object({
    /** Until when this person sees it as it was; null: masked. */
    until: Type.Union([BeijingTime, Type.Null()]),
    /** Asked for and not decided. */
    waiting: Type.Boolean(),
  }),
});
export type RecordingViewValue = Static<typeof RecordingView>;
