import Type, { type Static } from 'typebox';
import { RightName, RightsTone } from '../../rights/rights-schemas.ts';
import { BeijingTime, Fen, OrderNo, PolicyNo } from '../../vocabulary/schemas.ts';
import { PersonKey, Tone } from '../orders/order-schemas.ts';

export { PersonKey };

export const Ticket = Type.String({ pattern: '^[0-9A-Za-z-]{3,32}$', description: '工单号' });
export const RevealField = Type.Enum(['name', 'idNumber', 'phone'], { description: '看哪一项' });
/** What a text message leads to. */
export const MessageTopic = Type.Enum(['paper', 'change', 'order'], { description: '请本人办什么' });

const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);
const MomentOrNull = Type.Union([BeijingTime, Type.Null()]);

/** One person as the list shows it, masked. */
export const PersonLine = Type.Object({
  person: PersonKey,
  name: Text,
  idType: Text,
  idNumber: Text,
  sex: Text,
  ageBand: Text,
  phone: TextOrNull,
  place: Text,
  /** The newest policy's year and state; null: none. */
  cover: Type.Union([Type.Object({ label: Text, tone: Tone }), Type.Null()]),
});
export type PersonLineValue = Static<typeof PersonLine>;

const Policy = Type.Object({
  year: Type.Integer(),
  policyNo: PolicyNo,
  orderNo: OrderNo,
  relationship: Text,
  statusLabel: Text,
  tone: Tone,
  plan: Text,
  premiumFen: Fen,
});

/** A person's page, masked. */
export const PersonView = Type.Object({
  line: PersonLine,
  /** Of the account that is this person's own; null where there is none. */
  account: Type.Union([Type.Object({ phone: Text, registeredAt: BeijingTime, lastLoginAt: BeijingTime }), Type.Null()]),
  medicalType: TextOrNull,
  consent: TextOrNull,
  family: Type.Array(Type.Object({ relationship: Text, name: Text, idNumber: Text })),
  policies: Type.Array(Policy),
  claims: Type.Array(
    Type.Object({
      caseNo: Text,
      acceptedOn: Text,
      year: TextOrNull,
      statusLabel: Text,
      payableFen: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  orders: Type.Array(
    Type.Object({ orderNo: OrderNo, at: BeijingTime, people: Type.Integer(), amountFen: Fen, statusLabel: Text }),
  ),
  contacts: Type.Array(Type.Object({ at: BeijingTime, kind: Text, who: Text, ticket: TextOrNull, words: Text })),
  /** Who looked at this person within 30 days. */
  looks: Type.Array(Type.Object({ at: BeijingTime, who: Text, what: Text, detail: Text })),
  /** What this person's own accounts asked for, the newest of each right; null for whoever works for a part alone. */
  rights: Type.Union([
    Type.Null(),
    Type.Object({
      requests: Type.Array(
        Type.Object({
          right: RightName,
          statusLabel: Text,
          tone: RightsTone,
          open: Type.Boolean(),
          askedAt: BeijingTime,
          dueAt: BeijingTime,
          late: Type.Boolean(),
        }),
      ),
      /** Whether messages that advertise are sent; null without an account. */
      marketing: Type.Union([Type.Boolean(), Type.Null()]),
    }),
  ]),
  reveal: Type.Object({
    until: MomentOrNull,
    fields: Type.Array(RevealField),
    /** The reader's own request waits for the other person. */
    waiting: Type.Boolean(),
  }),
});
export type PersonViewValue = Static<typeof PersonView>;
