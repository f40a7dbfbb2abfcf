import Type, { type Static } from 'typebox';
import { FileIds } from '../uploads/upload-schemas.ts';
import { ClientKey, EditionCode, MemberId } from '../vocabulary/schemas.ts';

export const QueryNo = Type.String({ pattern: '^JW[0-9]{19}$', description: '既往症查询编号' });
export const AppealNo = Type.String({ pattern: '^FH[0-9]{19}$', description: '复核申请编号' });
/** private: the data centre gets a keyed hash; trusted: it gets name and number, encrypted. */
export const PreExistingWay = Type.Enum(['private', 'trusted']);
export const AppealReason = Type.Enum(['not-mine', 'outdated', 'wrong-class', 'not-counted'], {
  description: '复核原因：记录不是我的、情况早就变了、归错了类、不该算既往症',
});
export const AppealFiles = FileIds;

/** A question about the asker's own person, or about one of their minor children. */
export const AskPreExistingInput = Type.Object({
  clientKey: ClientKey,
  /** Left out: the person the asker has proven to be. */
  memberId: Type.Optional(MemberId),
  productId: Type.Optional(EditionCode),
  /** Version of the rules for health information that were shown and agreed to. */
  consentVersion: Type.Integer({ minimum: 1, maximum: 999 }),
  /** The asker said to be the child's guardian; needed for a child. */
  guardian: Type.Optional(Type.Literal(true)),
});

export const PreExistingAppeal = Type.Object({
  appealNo: AppealNo,
  reasonLabel: Type.String(),
  status: Type.Enum(['submitted', 'more-papers', 'corrected', 'confirmed', 'withdrawn', 'lapsed']),
  statusLabel: Type.String(),
  /** Why it was not changed, or what is still missing. */
  answer: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  /** By when it is looked at, or until when papers are waited for. */
  until: Type.Union([Type.String(), Type.Null()]),
  paperCount: Type.Integer(),
});

/** A label and what it rests on; never a disease. */
export const PreExistingAnswer = Type.Object({
  label: Type.Enum(['yes', 'no', 'cannot-tell']),
  labelText: Type.String(),
  /** Which class of the health notice's list; null unless yes. */
  classText: Type.Union([Type.String(), Type.Null()]),
  ruleVersion: Type.String(),
  /** `YYYY-MM-DD`: until when what was settled is in. */
  dataDate: Type.String(),
  answeredAt: Type.String(),
  /** When it is deleted. */
  validUntil: Type.String(),
  /** Corrected after an appeal. */
  reviewed: Type.Boolean(),
});

export const PreExistingQuery = Type.Object({
  queryNo: QueryNo,
  way: PreExistingWay,
  wayLabel: Type.String(),
  about: Type.Enum(['self', 'child']),
  name: Type.String(),
  idNumberMasked: Type.String(),
  productName: Type.String(),
  state: Type.Enum(['asking', 'answered', 'no-answer', 'withdrawn', 'expired']),
  stateLabel: Type.String(),
  askedAt: Type.String(),
  answer: Type.Union([PreExistingAnswer, Type.Null()]),
  /** The way that can still be tried where this one could not tell. */
  otherWay: Type.Union([PreExistingWay, Type.Null()]),
  /** What is paid of the costs, in percent. */
  ratios: Type.Array(
    Type.Object({
      name: Type.String(),
      percent: Type.Integer(),
      preExistingPercent: Type.Integer(),
    }),
  ),
  mayAppeal: Type.Boolean(),
  appeal: Type.Union([PreExistingAppeal, Type.Null()]),
});
export type PreExistingQueryValue = Static<typeof PreExistingQuery>;

/** Everything the screen begins with. */
export const PreExistingOverview = Type.Object({
  /** Which ways are open, the one to begin with first. */
  ways: Type.Array(PreExistingWay),
  /** Who the asker has proven to be, and until when that holds; null while they have not. */
  self: Type.Union([
    Type.Object({ name: Type.String(), idNumberMasked: Type.String(), provenUntil: Type.String() }),
    Type.Null(),
  ]),
  /** Somebody is logged in. */
  loggedIn: Type.Boolean(),
  /** Logged in for everything: may appeal, and ask for children. False in a session for settlements. */
  whole: Type.Boolean(),
  /** Minor children that may be asked about. */
  children: Type.Array(Type.Object({ memberId: MemberId, name: Type.String(), idNumberMasked: Type.String() })),
  /** Newest first; only of people the asker may see now. */
  queries: Type.Array(PreExistingQuery),
  /** Who asked about the asker, newest first. */
  lookups: Type.Array(Type.Object({ at: Type.String(), who: Type.String(), how: Type.String() })),
});
export type PreExistingOverviewValue = Static<typeof PreExistingOverview>;
