import Type, { type Static } from 'typebox';
import { BeijingTime, Fen, OrderNo, Relationship } from '../vocabulary/schemas.ts';

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

/** Automatic re-application of one order's people: how it stands, what it may take, what happened. */
export const WithholdingContract = Type.Object({
  contractNo: ContractNo,
  orderNo: OrderNo,
  status: Type.String(),
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
  /** Newest first. */
  history: Type.Array(ContractEvent),
});
export type WithholdingContractValue = Static<typeof WithholdingContract>;
