import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { RecordingVerdict } from './replay-schemas.ts';

/** What goes out: the proofs alone; the pictures too, with what somebody typed left out; or everything. */
export const ExportContent = Type.Enum(['proofs', 'masked', 'unmasked'], { description: '导出的内容' });
export type ExportContentValue = Static<typeof ExportContent>;

const Moment = Type.Union([BeijingTime, Type.Null()]);

/** What another person agreed to: one person may take one recording out, for a while. */
export const ExportGrant = Type.Object({
  exportNo: Type.String(),
  content: ExportContent,
  reason: Type.String(),
  askedBy: Type.String(),
  approvedBy: Type.String(),
  approvedAt: BeijingTime,
  until: BeijingTime,
  /** When it was first taken out. */
  takenAt: Moment,
  fileName: Type.String(),
});
export type ExportGrantValue = Static<typeof ExportGrant>;

export const ExportStanding = Type.Object({
  /** Why nothing can be taken out, as a sentence; null when something can. */
  whyNot: Type.Union([Type.String(), Type.Null()]),
  /** What whoever takes it out now should know. */
  notes: Type.Array(Type.String()),
  contents: Type.Array(Type.Object({ content: ExportContent, label: Type.String() })),
  /** Asked for by this person and not decided. */
  waiting: Type.Boolean(),
  grant: Type.Union([ExportGrant, Type.Null()]),
});
export type ExportStandingValue = Static<typeof ExportStanding>;

/** What the first page of the report says. */
export const ExportReport = Type.Object({
  reportNo: Type.String(),
  madeAt: BeijingTime,
  grant: ExportGrant,
  verdict: RecordingVerdict,
  verdictLine: Type.String(),
  gaps: Type.Object({ count: Type.Integer(), seconds: Type.Number() }),
  findings: Type.Array(
    Type.Object({
      check: Type.Integer(),
      title: Type.String(),
      state: Type.Enum(['ok', 'failed', 'unchecked']),
      text: Type.String(),
    }),
  ),
  notProven: Type.String(),
  orderNo: Type.Union([Type.String(), Type.Null()]),
  sealedAt: BeijingTime,
  manifests: Type.Array(Type.String({ description: 'SHA-256' })),
  /** Number of the first manifest's entry in the log; null while it waits for one. */
  logEntry: Type.Union([Type.Integer(), Type.Null()]),
  stampedBy: Type.Array(Type.String()),
  /** A QR code with recording and manifest, as dark runs. */
  square: Type.Object({
    size: Type.Integer(),
    runs: Type.Array(Type.Object({ x: Type.Integer(), y: Type.Integer(), length: Type.Integer() })),
  }),
});
export type ExportReportValue = Static<typeof ExportReport>;
