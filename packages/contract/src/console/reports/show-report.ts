import Type, { type Static } from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

const Text = Type.String();
const Unit = Type.Enum(['count', 'fen', 'share', 'days', 'rate']);
const Cell = Type.Union([Type.Number(), Type.Null()]);
const Choice = Type.Object({ value: Text, label: Text });

const ReportNameSchema = Type.Enum(
  ['sales', 'renewal', 'refunds', 'failures', 'withholding', 'premium', 'claims', 'conduct'],
  { description: '报表' },
);

const Report = Type.Object({
  report: ReportNameSchema,
  title: Text,
  by: Text,
  /** How it can be told apart. */
  ways: Type.Array(Choice),
  measure: Text,
  measures: Type.Array(Choice),
  edition: Text,
  editions: Type.Array(Type.Object({ code: Text, name: Text })),
  /** Months of which days are shown, the newest first; none where there are only months. */
  months: Type.Array(Text),
  /** Empty: the whole edition, month by month. */
  month: Text,
  /** The last day that is counted. */
  until: Type.Union([Text, Type.Null()]),
  /** How it is counted, in words. */
  note: Text,
  figures: Type.Array(Type.Object({ label: Text, value: Cell, unit: Unit, note: Text })),
  rowTitle: Text,
  columns: Type.Array(Type.Object({ name: Text, unit: Unit })),
  /** Null: fewer than ten, or what would tell such a number. */
  rows: Type.Array(Type.Object({ name: Text, cells: Type.Array(Cell) })),
  /** Below the rows: sums, and shares of something else. */
  feet: Type.Array(Type.Object({ name: Text, unit: Type.Union([Unit, Type.Null()]), cells: Type.Array(Cell) })),
  /** The column that the picture shows; null where nothing can be added. */
  whole: Type.Union([Type.Integer(), Type.Null()]),
  /** The columns it is made of. */
  parts: Type.Array(Type.Integer()),
});
export type ReportValue = Static<typeof Report>;

/** One of the reports: sales, renewal, refunds, failures, withholding, premium by insurer, claims, conduct */
export const showReport = defineConsoleCall({
  name: 'showReport',
  topic: 'console/reports',
  method: 'GET',
  path: '/reports/{report}',
  summary: 'One of the reports: sales, renewal, refunds, failures, withholding, premium by insurer, claims, conduct',
  input: Type.Object({
    report: ReportNameSchema,
    by: Type.Optional(Type.String({ pattern: '^[a-z]{1,20}$', description: '按什么分' })),
    measure: Type.Optional(Type.String({ pattern: '^[a-z]{1,20}$', description: '数什么' })),
    month: Type.Optional(Type.String({ pattern: '^(all|20[0-9]{2}-(0[1-9]|1[0-2]))$', description: '月份' })),
    edition: Type.Optional(EditionCode),
  }),
  output: Report,
  errors: ['not-found'],
  staff: ['reports.view'],
  title: '看报表',
  noted: 'nothing',
});
