import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

const Count = Type.Union([Type.Integer(), Type.Null()]);

export const AgreementLine = Type.Object({
  key: Type.String(),
  title: Type.String(),
  /** 必读条款, 协议, 授权书. */
  kindLabel: Type.String(),
  version: Type.Integer(),
  /** Null for what comes with the program. */
  validFrom: Type.Union([BeijingTime, Type.Null()]),
  versions: Type.Integer(),
  shownAt: Type.String(),
  /** How often this version was agreed to, and all together; null where it is not told within a limited scope. */
  confirmed: Count,
  confirmedEver: Count,
  /** Not shown at present: nothing can be agreed to. */
  isWithheld: Type.Boolean(),
  /** Has a page of its own under 页面与条款. */
  hasPage: Type.Boolean(),
});
export type AgreementLineValue = Static<typeof AgreementLine>;

/** What residents agree to in an edition: which version, since when, where it is shown, how often it was agreed to */
export const listAgreements = defineConsoleCall({
  name: 'listAgreements',
  topic: 'console/agreements',
  method: 'GET',
  path: '/agreements',
  summary:
    'What residents agree to in an edition: which version, since when, where it is shown, how often it was agreed to',
  input: Type.Object({ edition: Type.Optional(EditionCode) }),
  output: Type.Object({
    edition: EditionCode,
    editions: Type.Array(Type.Object({ edition: EditionCode, name: Type.String() })),
    agreements: Type.Array(AgreementLine),
    /** Until when agreements were counted. */
    at: Type.Union([BeijingTime, Type.Null()]),
  }),
  errors: ['not-found'],
  staff: ['edition.view'],
  title: '看协议',
  noted: 'nothing',
});
