import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode, Fen, OrderNo, Relationship } from '../vocabulary/schemas.ts';

/** Number of a withholding contract, as people quote it. */
export const ContractNo = Type.String({ pattern: '^K[A-Z]{2}[0-9]{10,26}$', description: '签约号' });

/** Version of the text that somebody has read and agreed to. */
export const ConsentVersion = Type.Integer({ minimum: 1, maximum: 9999, description: '所同意的说明的版本' });

const ContractEvent = Type.Object({
  state: Type.Enum(['done', 'now', 'next', 'bad']),
  title: Type.String(),
  note: Type.Union([Type.String(), Type.Null()]),
  amountFen: Type.Union([Fen, Type.Null()]),
  at: Type.Union([BeijingTime, Type.Null()]),
});

/** The coming year of a contract: what would be taken when, and what it waits for. */
const ComingYear = Type.Object({
  editionCode: EditionCode,
  editionYear: Type.Integer(),
  productName: Type.String(),
  /** First and last day of cover. */
  coverage: Type.String(),
  /** asking: nothing is taken without a yes; running: on its way, too late to stop. */
  stage: Type.Enum(['asking', 'planned', 'running']),
  stageLabel: Type.String(),
  peopleCount: Type.Integer(),
  unitFen: Fen,
  formerUnitFen: Fen,
  amountFen: Fen,
  chargeOn: Type.String({ description: '扣费日，YYYY-MM-DD' }),
  /** Until when somebody who is asked can say yes. */
  answerBy: BeijingTime,
  reasons: Type.Array(Type.String()),
  changes: Type.Array(Type.Object({ title: Type.String(), before: Type.String(), after: Type.String() })),
  /** What has to be read before saying yes. */
  documents: Type.Array(Type.Object({ key: Type.String(), title: Type.String(), version: Type.Integer() })),
});

/** Automatic re-application of one order's people: how it stands, what it may take, what happened. */
export const WithholdingContract = Type.Object({
  contractNo: ContractNo,
  orderNo: OrderNo,
  status: Type.Enum([
    'UNSIGNED',
    'SIGNING',
    'SIGNED',
    'BOOKED',
    'CHARGED',
    'CHARGE_FAILED',
    'PAUSED',
    'ENDED_BY_USER',
    'ENDED_BY_MERCHANT',
    'ENDED_BY_TIME',
  ]),
  statusLabel: Type.String(),
  /** True while money may be taken by it later. */
  standing: Type.Boolean(),
  /** Its end was asked for and is not confirmed by the provider yet; nothing is taken any more. */
  closing: Type.Boolean(),
  /** It can be signed, for the first time or anew. */
  reopenable: Type.Boolean(),
  productName: Type.String(),
  productShortName: Type.String(),
  editionYear: Type.Integer(),
  people: Type.Array(Type.Object({ name: Type.String(), relationship: Relationship })),
  limitFen: Fen,
  methodLabel: Type.String(),
  /** Null while the next edition is not on sale, or where nothing is taken for it. */
  comingYear: Type.Union([ComingYear, Type.Null()]),
  /** A message that it ended has gone out. */
  toldOfEnd: Type.Boolean(),
  /** Newest first. */
  history: Type.Array(ContractEvent),
});
export type WithholdingContractValue = Static<typeof WithholdingContract>;
