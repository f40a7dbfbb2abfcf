import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { CityCode } from '../orders/order-schemas.ts';

const Text = Type.String();
const Count = Type.Integer();
const CountOrNull = Type.Union([Count, Type.Null()]);

const Dashboard = Type.Object({
  from: Text,
  to: Text,
  /** When the figures were counted. */
  at: Type.Union([BeijingTime, Type.Null()]),
  edition: Text,
  editions: Type.Array(Type.Object({ code: Text, name: Text })),
  people: Count,
  orders: Count,
  receivedFen: Count,
  /** People up to the last full hour of today, and up to the same one yesterday; null for other periods. */
  soFar: Type.Union([Type.Object({ hour: Count, people: Count, before: Count }), Type.Null()]),
  attempts: Type.Object({ paid: Count, ended: Count }),
  refunds: Type.Object({ people: Count, orders: Count, fen: Count }),
  /** Of the orders that were to be recorded, how many are. */
  recorded: Type.Object({ whole: Count, all: Count }),
  /** Of a day its 24 hours, of several days each day. */
  times: Type.Array(
    Type.Object({
      label: Text,
      people: Count,
      orders: Count,
      fen: Count,
      before: CountOrNull,
      isRunning: Type.Boolean(),
    }),
  ),
  cities: Type.Array(Type.Object({ code: Text, name: Text, people: Count, orders: Count, fen: Count })),
  /** Where a step cannot be told apart by city or channel it is left out. */
  funnel: Type.Array(Type.Object({ step: Text, count: Count })),
  methods: Type.Array(Type.Object({ method: Text, label: Text, orders: Count, fen: Count, paid: Count, ended: Count })),
  failures: Type.Array(Type.Object({ label: Text, count: Count })),
  waiting: Type.Object({
    refunds: CountOrNull,
    refundDueAt: Type.Union([BeijingTime, Type.Null()]),
    differences: CountOrNull,
    differenceDay: Type.Union([Text, Type.Null()]),
    unissued: Count,
    unissuedSince: Type.Union([BeijingTime, Type.Null()]),
  }),
});
export type DashboardValue = Static<typeof Dashboard>;

/** How the sale goes: today, yesterday, seven days or the whole edition, with what waits for somebody */
export const showDashboard = defineConsoleCall({
  name: 'showDashboard',
  topic: 'console/reports',
  method: 'GET',
  path: '/dashboard',
  summary: 'How the sale goes: today, yesterday, seven days or the whole edition, with what waits for somebody',
  input: Type.Object({
    period: Type.Optional(Type.Enum(['today', 'yesterday', 'week', 'edition'], { description: '时间范围' })),
    edition: Type.Optional(EditionCode),
    city: Type.Optional(CityCode),
  }),
  output: Dashboard,
  staff: ['reports.view'],
  title: '看数据总览',
  noted: 'nothing',
});
