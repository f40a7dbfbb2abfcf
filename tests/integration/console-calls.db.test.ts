import type { Envelope } from '@huimin/contract';
import { type AnyConsoleCall, consoleCalls } from '@huimin/contract/console';
import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { STAFF_PERMISSION_TABLE } from '@huimin/domain/staff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMONSTRATION_PEOPLE, seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, deskAt, signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

/** Every call of the console, as every role and as nobody: what it does not name is refused, what it changes is noted. */
const ALL: readonly AnyConsoleCall[] = Object.values(consoleCalls);

let shop: Shop;
const desks = new Map<StaffRole, Desk>();

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(shopCore());
  for (const { account, roles } of DEMONSTRATION_PEOPLE) {
    desks.set(roles[0] as StaffRole, await signedIn(shop, account));
  }
});
afterAll(() => shop?.close());

const shopCore = () => {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  return server.deps;
};
const deskOf = (role: StaffRole): Desk => {
  const desk = desks.get(role);
  if (!desk) throw new Error(`nobody is ${role}`);
  return desk;
};

const WHOLE = { insurers: null, cities: null, channels: null };
/** What a field holds when its form is right; numbers of things that are nobody's. */
const RIGHT: Readonly<Record<string, unknown>> = {
  account: 'nobody01',
  password: 'three words in a row',
  oldPassword: 'three other words here',
  code: '000000',
  staffNo: '900000',
  approvalNo: '900000',
  agree: true,
  name: '陈示范',
  company: '示例单位',
  roles: ['operations'],
  scope: WHOLE,
  reason: '测试用的原因',
  kind: 'audit-log',
  format: 'csv',
  filter: {},
  exportNo: '900000',
  job: 'no-such-job',
  day: '2026-01-01',
  differenceNo: '900000',
  resolution: 'checked',
  alertNo: '900000',
  note: '处理好了',
  groupNo: `TD${'0'.repeat(19)}`,
  line: '2',
  step: 'contact',
  which: 'template',
  fileName: '名单.csv',
  importNo: '900000',
  sizeBytes: 100,
  piece: 0,
  fileId: `W${'0'.repeat(19)}`,
  idType: '01',
  idNumber: '11010119900307123X',
  phone: '13900000999',
  productId: 'noedition',
  companyName: '示例单位',
  creditCode: '91320594MA1EXAMP0',
  regionCode: '320500',
  headCount: 20,
  contactName: '陈示范',
  bankReference: 'BANK-0001',
  amountFen: 100,
  payerName: '示例单位',
  payerAccount: '62220000000',
  receivedOn: '2026-01-10',
  receiptNo: '900000',
  payoutNo: '900000',
  decision: 'withdraw',
  payeeName: '示例单位',
  payeeBank: '示例银行',
  payeeAccount: '62220000000',
  trace: 'no-such-recording',
  orderNo: 'JS0000000000000000001',
  policyNos: ['PJS0000000000000000001'],
  refundReason: 'other',
  expectedFen: 100,
  refundNo: 'RJS000000000000000000102',
  refundNos: ['RJS000000000000000000102'],
  reference: 'BANK-0001',
  paidOn: '2026-11-01',
  content: 'masked',
  edition: 'noedition',
  key: 'clauses',
  source: '= 条款',
  changeReason: '测试用的原因',
  revision: 1,
  fields: {},
  at: '2099-01-01 08:00',
  sha256: 'a'.repeat(64),
  contentId: 'no-such-content',
  contentKind: 'card',
  version: 1,
  expiresOn: '2099-12-31',
  word: '包赔不误',
  list: 'drugs',
  cells: ['x'],
  how: 'drop',
  file: 'AAAA',
  serviceBookingNo: `JK${'0'.repeat(19)}`,
  outcome: 'used',
  disputeNo: 'D-2026-01',
  beganOn: '2026-01-10',
  person: 'A'.repeat(22),
  revealed: ['name'],
  purpose: 'call',
  detail: '来电核对，证件号码要逐位看',
  about: 'paper',
  words: '问电子保单在哪里下载',
  clientKey: 'k'.repeat(16),
  category: 'sale',
  workingDays: 5,
  issueNo: '1',
  issueResolution: 'checked',
  rightsNo: '0_1',
  answer: '已按您说的办好',
  queue: 'recheck',
  reviewNo: '900000',
  verdict: 'upheld',
  complaintNo: `TS${'0'.repeat(19)}`,
  finding: 'founded',
  rules: {
    ...{ editionCode: 'noedition', version: 1, label: '测试用的规则', cases: [] },
    rounding: { mode: 'half-up', per: 'year' },
    plans: [
      {
        code: 'basic',
        categories: [
          {
            ...{ category: 'in-scope', label: '目录内自付', everyday: '自己付的部分', deductibleFen: 0, limitFen: 1 },
            ratio: { normal: 8_000, 'pre-existing': 4_000 },
          },
        ],
      },
    ],
  },
  seed: '20260110-7F3A',
  size: 20,
  from: '2026-01-01',
  to: '2026-01-31',
  sampleNo: '900000',
  channelCode: 'no-such-channel',
  channelKind: 'bank',
  isNew: false,
  dictionary: 'refund_reason',
  entries: [{ value: 'other', label: '其他原因', isOffered: true }],
  roundCode: 'no-such-round',
  roundTitle: '测试轮',
  organiser: '示例公司',
  activityNo: 'HD-1',
  startsOn: '2026-01-01',
  endsOn: '2026-01-31',
  claimDays: 10,
  prizes: [{ code: 'cup', name: '水杯', unit: '个', valueFen: 2_000, stock: 3, oddsPpm: 5_000 }],
  luckyNo: 'XL0000000000000000001',
  report: 'sales',
  messageNo: '0_1',
  messageKind: 'change-result',
  registeredId: 'SMS_100000099',
  body: '这一种没有变量的正文',
  requestNo: `GZ${'0'.repeat(19)}`,
  deskVerdict: 'approve',
};

type Schema = { properties?: Record<string, object>; required?: string[] };

function rightInput(call: AnyConsoleCall): Record<string, unknown> {
  const { required = [] } = call.input as Schema;
  return Object.fromEntries(
    required.map((name) => {
      if (!(name in RIGHT)) throw new Error(`give ${call.name}.${name} a right value`);
      return [name, RIGHT[name]];
    }),
  );
}

/** By the table of the rules, written out again. */
const mayCall = (call: AnyConsoleCall, role: StaffRole) =>
  call.staff === 'self' ||
  (call.staff !== 'door' && call.staff.some((name) => STAFF_PERMISSION_TABLE[name].roles.includes(role)));

const codeOf = async (response: Response) => ((await response.json()) as Envelope).code;

const entriesAfter = (number: bigint): Promise<{ what: string; outcome: string }[]> =>
  shopCore().database.query('select what, outcome from staff_audit where number > $1 order by number', [number]);

async function lastEntry(): Promise<bigint> {
  const [head] = await shopCore().database.query<{ number: bigint }>('select number from staff_audit_head');
  return head?.number ?? 0n;
}

const behindTheDoor = ALL.filter((call) => call.staff !== 'door');

describe('who may make a call', () => {
  test.each(behindTheDoor.map((call) => [call.name, call] as const))(
    '%s: nobody who is not signed in',
    async (_, call) => {
      expect(await codeOf(await deskAt(shop.origin).send(call, rightInput(call)))).toBe(400701);
      const forged = deskAt(shop.origin);
      forged.cookie = `hm_console=${'A'.repeat(43)}`;
      expect(await codeOf(await forged.send(call, rightInput(call)))).toBe(400701);
      // A resident's session is none of the console's.
      forged.cookie = (desks.get('audit')?.cookie ?? '').replace('hm_console', 'hm_session');
      expect(await codeOf(await forged.send(call, rightInput(call)))).toBe(400701);
    },
  );

  test.each(behindTheDoor.map((call) => [call.name, call] as const))(
    '%s: no role that it does not name',
    async (_, call) => {
      // Nobody there may do it, so that the session of whoever may is still the same afterwards.
      const answers = new Map<StaffRole, number | string>();
      const before = await lastEntry();
      for (const role of STAFF_ROLES) {
        if (!mayCall(call, role)) answers.set(role, await codeOf(await deskOf(role).send(call, rightInput(call))));
      }
      expect([...answers].filter(([, code]) => code !== 400702)).toEqual([]);
      const refused = (await entriesAfter(before)).filter(
        ({ what, outcome }) => what === call.name && outcome === 'refused',
      );
      expect(refused).toHaveLength(answers.size);
    },
  );

  test('a regulator, who only reads, has no permission that changes anything', () => {
    const permissions = Object.values(STAFF_PERMISSION_TABLE);
    expect(permissions.filter(({ kind, roles }) => kind === 'change' && roles.includes('regulator'))).toEqual([]);
    // It only looks; what it looks for may be somebody's number, and what comes of a check is kept.
    const looks = ['checkRecording', 'searchRecordings', 'searchOrders', 'searchPeople', 'readPerson', 'drawSample'];
    looks.push('readServiceBooking', 'tryClaimRules', 'readDeskRequest');
    const found = ALL.filter((call) => call.method !== 'GET' && call.noted !== 'change').map(({ name }) => name);
    expect(found.sort()).toEqual(looks.sort());
  });
});

test('no change is made without the page’s token', async () => {
  for (const call of behindTheDoor.filter(({ method }) => method !== 'GET')) {
    const role = STAFF_ROLES.find((one) => mayCall(call, one)) as StaffRole;
    for (const token of ['', 'A'.repeat(43), deskOf(role === 'audit' ? 'security' : 'audit').token]) {
      const other = deskAt(shop.origin);
      other.cookie = deskOf(role).cookie;
      other.token = token;
      expect([call.name, await codeOf(await other.send(call, rightInput(call)))]).toEqual([call.name, 400706]);
    }
  }
});

const BAD: readonly unknown[] = [
  '',
  ' ',
  -1,
  1.5,
  true,
  null,
  [],
  [[1]],
  {},
  'x'.repeat(5_000),
  '\u0000',
  '林\ud83d',
  `'; --`,
];

test('nothing that is sent makes an error', async () => {
  for (const call of ALL) {
    const role = STAFF_ROLES.find((one) => mayCall(call, one)) ?? 'audit';
    // At the door with a desk of its own: signing out is one of the calls.
    const desk = call.staff === 'door' ? deskAt(shop.origin) : deskOf(role);
    for (const field of Object.keys((call.input as Schema).properties ?? {})) {
      for (const value of BAD) {
        if (call.path.includes(`{${field}}`) && (typeof value !== 'string' || !value.isWellFormed())) continue;
        const response = await desk.send(call, { ...rightInput(call), [field]: value });
        const body = await response.text();
        expect([call.name, field, value, response.status < 500, body.includes('500000')]).toEqual([
          ...[call.name, field, value],
          true,
          false,
        ]);
      }
    }
  }
});

describe('the audit log', () => {
  test('cannot be changed, emptied or added to out of turn in the database', async () => {
    const { query } = shopCore().database;
    for (const statement of [
      `update staff_audit set detail = 'x' where number = 1`,
      `delete from staff_audit where number = 1`,
      `truncate staff_audit`,
      `insert into staff_audit select number + 1000, at, staff_id, what, outcome, subject, subject_index, detail, address,
         request_id, previous, hash from staff_audit where number = 1`,
    ]) {
      await expect(query(statement)).rejects.toThrow(/only added to|follow the last/);
    }
  });

  test('shows where it was altered by somebody who may switch the guard off', async () => {
    const { database } = shopCore();
    const check = shop.servers[0]?.built.jobs.find(({ name }) => name === 'audit-chain');
    await check?.run();
    expect((await deskOf('audit').value('listAuditLog')).chain).toMatchObject({ whole: true, broken: '' });
    await database.transaction(async (query) => {
      await query(`alter table staff_audit disable trigger staff_audit_is_kept`);
      await query(`update staff_audit set detail = detail || '。' where number = 7`);
      await query(`alter table staff_audit enable trigger staff_audit_is_kept`);
    });
    await check?.run();
    expect((await deskOf('audit').value('listAuditLog')).chain).toMatchObject({ whole: false, broken: '7' });
  });

  test('has no password, code or typed text of the door', async () => {
    const text = JSON.stringify(await shopCore().database.query('select * from staff_audit'), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of ['three words', 'yanshi-houtai', '000000']) expect(text).not.toContain(secret);
  });
});
