import { addDays, beijingDate } from '@huimin/domain/date';
import { expect, test } from 'vitest';
import { positionId } from '../../../security/order-ids.ts';
import { writeCsv } from '../../../sheets/index.ts';
import { orderOf, pay, setStage, stage, startJsapi } from '../../payment/testing/payment-stage.ts';
import { policyIssuer } from '../../policy/index.ts';
import {
  decideIssueDifference,
  ISSUE_COLUMNS,
  issueDifferences,
  issueFileById,
  issueReport,
  issueRowOf,
  runIssueWork,
  storeIssueFile,
  wantIssueComparison,
} from './index.ts';

setStage();

const EDITION = 'demo';
const HEADER = '保单号,版本,出单日期,保费,状态,份额:甲,份额:乙';
const STRANGER = 'XX-000001';

function deps() {
  const document = {
    invalidDate: '2027-12-31',
    insuranceCompany: [
      { name: '甲', sharePercent: 60, lead: true },
      { name: '乙', sharePercent: 40 },
    ],
  };
  const edition = (code?: string) => (code === EDITION ? { document } : null) as never;
  return { ...stage.server.deps, editions: { edition } };
}

const today = () => beijingDate(stage.clock.now());

/** Two policies, paid and issued today; their ids and numbers. */
async function issued(): Promise<{ shard: number; ids: bigint[]; numbers: string[] }> {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  const refundUnissuable = async () => expect.unreachable();
  await policyIssuer({ ...stage.server.deps, groupByShard: false, refundUnissuable })(order);
  const ids = [1, 2].map((position) => positionId(order.id, position));
  return { shard: order.shard, ids, numbers: ids.map((id) => stage.server.deps.numbers.policyNo(id)) };
}

const line = (policyNo: string, day: string, rest = '158.00,有效,94.80,63.20') =>
  `${policyNo},${EDITION},${day},${rest}`;

async function* pieces(bytes: Buffer, size = 1_000): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function give(bytes: Buffer | string, day = today(), size?: number) {
  const { query } = stage.server.deps.database;
  const body = pieces(Buffer.from(bytes as string), size);
  const stored = await storeIssueFile(query, body, { day, by: '张会计' }, stage.clock.now());
  while ((await runIssueWork(deps())) > 0);
  return stored;
}

async function found(which: 'open' | 'all' = 'open') {
  const rows = [];
  for await (const some of issueDifferences(stage.server.deps.database.query, EDITION, which)) rows.push(...some);
  return rows.sort((a, b) => (`${a.class} ${a.policy_no}` < `${b.class} ${b.policy_no}` ? -1 : 1));
}

const classes = async () => (await found()).map((row) => row.class);

async function openAlerts(kind: string): Promise<number> {
  const rows = await stage.server.deps.database.query(
    'select from operator_alerts where kind = $1 and resolved_at is null',
    [kind],
  );
  return rows.length;
}

async function alerts(kind: string): Promise<object[]> {
  const rows = await stage.server.deps.database.query<{ details: object }>(
    'select details from operator_alerts where kind = $1 order by created_at, id',
    [kind],
  );
  return rows.map(({ details }) => details);
}

/** Text as a house on an older system writes it. */
function gb18030(text: string): Buffer {
  const codes = [];
  for (let high = 0xb0; high <= 0xf7; high++) for (let low = 0xa1; low <= 0xfe; low++) codes.push([high, low]);
  const all = new TextDecoder('gb18030').decode(Buffer.from(codes.flatMap((code) => [...code, 10]))).split('\n');
  const codeOf = new Map(codes.map((code, index) => [all[index], code]));
  return Buffer.from([...text].flatMap((character) => codeOf.get(character) ?? [character.charCodeAt(0)]));
}

test('what both sides have is compared, decided once, and settles itself when the insurer corrects it', async () => {
  const { query } = stage.server.deps.database;
  const [one, two, three] = [await issued(), await issued(), await issued()];
  const day = today();
  stage.clock.advance(5 * 24 * 60 * 60_000);
  const late = await issued();
  const [agreed, dear] = one.numbers as [string, string];
  const [cancelled, skewed] = two.numbers as [string, string];
  const [missing, ours] = three.numbers as [string, string];
  await query('update policies set status = 4, cancelled_at = $3 where shard = $1 and id = $2', [
    three.shard,
    three.ids[1],
    new Date(stage.clock.now() - 4 * 24 * 60 * 60_000),
  ]);
  const lines = [
    line(agreed, day),
    line(dear, day, '158.01,有效,94.81,63.20'),
    line(cancelled, day, '158.00,退保,94.80,63.20'),
    `"${skewed}",${EDITION},${day},"158.00",有效,94.81,63.19`,
    line(ours, day),
    line(STRANGER, day),
    line('XX-000002', day, '158.00,退保,94.80,63.20'),
    line('XX-000003', day).replace(EDITION, 'js99'),
    line(agreed, day, '1.00,退保,,'),
    line('李四', day),
  ];
  const first = await give(`\uFEFF${[HEADER, ...lines].join('\r\n')}\r\n`);
  if (first.kind !== 'stored') throw new Error(first.kind);
  const file = await issueFileById(query, first.id);
  expect(file).toMatchObject({ state: 'imported', encoding: 'utf-8', row_count: 7, bad_count: 3, given_by: '张会计' });
  expect(file?.bad_rows).toEqual([
    { line: 9, why: '没有这个版本' },
    { line: 10, why: '同一张保单在文件里有两行，只算第一行' },
    { line: 11, why: '保单号应为 6 到 40 位字母、数字或横线' },
  ]);
  expect(await query('select 1 from issue_file_parts')).toEqual([]);

  expect((await found()).map((row) => [row.class, row.policy_no, row.finding])).toEqual(
    [
      ['insurer-only', STRANGER, '保司承保了，我方没有这张已承保的保单'],
      ['ours-only', missing, `我方 ${day} 承保，保司的文件里没有`],
      ['premium', dear, '保司 158.01 元，我方 158.00 元'],
      ['share', skewed, '甲 94.81 元，应为 94.80 元；乙 63.19 元，应为 63.20 元'],
      ['state', cancelled, '保司已退保，我方有效'],
      ['state', ours, '我方已退保，保司有效'],
    ].sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1)),
  );
  const report = await issueReport(query, EDITION);
  expect(report?.days).toEqual([
    {
      ...{ day, policies: 6, premium_fen: 94_800, insurer_policies: 7, insurer_fen: 110_601 },
      ...{ agreed: 2, waiting: 0, shares: { 甲: 66_362, 乙: 44_239 }, differing: 6 },
    },
    {
      ...{ day: today(), policies: 2, premium_fen: 31_600, insurer_policies: 0, insurer_fen: 0 },
      ...{ agreed: 0, waiting: 2, shares: {}, differing: 0 },
    },
  ]);
  expect(await alerts('issue-difference')).toEqual([{ edition: EDITION, latestDay: today(), opened: 6 }]);
  expect(await alerts('issue-file-refused')).toMatchObject([{ rows: 7, bad: 3, state: 'imported' }]);

  // The same file again is no other file, on whichever server, and nobody is told twice.
  const again = await give(`\uFEFF${[HEADER, ...lines].join('\r\n')}\r\n`);
  expect(again).toEqual({ kind: 'known', id: first.id });
  await wantIssueComparison(query, EDITION, stage.clock.now());
  while ((await runIssueWork(deps())) > 0);
  expect(await alerts('issue-difference')).toHaveLength(1);

  // What a person decided stays so while it says the same.
  const premium = (await found()).find((row) => row.class === 'premium');
  const share = (await found()).find((row) => row.class === 'share');
  if (!premium || !share) throw new Error('not found');
  const decision = { resolution: 'checked', reason: '=已与保司核对', by: '张会计', atMs: stage.clock.now() } as const;
  const noWay = await decideIssueDifference(query, share.id, { ...decision, resolution: 'corrected-here' });
  expect(noWay).toMatchObject({ kind: 'not-so', why: '份额不符只能这样处理：保司更正、已核实' });
  expect(await decideIssueDifference(query, premium.id, decision)).toEqual({ kind: 'decided', editionCode: EDITION });
  expect(await decideIssueDifference(query, premium.id, decision)).toEqual({ kind: 'absent' });
  await wantIssueComparison(query, EDITION, stage.clock.now());
  while ((await runIssueWork(deps())) > 0);
  expect(await classes()).not.toContain('premium');

  // A day later the insurer has corrected all but the premium, which it made another one; in the encoding of its own house.
  stage.clock.advance(24 * 60 * 60_000);
  const corrected = [
    line(dear, day, '158.02,有效,94.81,63.21'),
    line(cancelled, day),
    line(skewed, day),
    line(missing, day),
    line(ours, day, '158.00,退保,94.80,63.20'),
    line(STRANGER, day, '158.00,退保,94.80,63.20'),
    ...late.numbers.map((number) => line(number, day)),
  ];
  const second = await give(gb18030([HEADER, ...corrected].join('\n')));
  if (second.kind !== 'stored') throw new Error(second.kind);
  expect(await issueFileById(query, second.id)).toMatchObject({ encoding: 'gb18030', row_count: 8, bad_count: 0 });
  expect((await found()).map((row) => [row.class, row.finding])).toEqual([
    ['premium', '保司 158.02 元，我方 158.00 元'],
  ]);
  const all = await found('all');
  expect(all.filter((row) => row.resolution === 'cleared')).toHaveLength(5);
  // What was told stands while anything of it is open, and ends by itself with the last, once the insurer has mended it.
  expect(await openAlerts('issue-difference')).toBe(2);
  // A file of an earlier day that comes late says nothing against it.
  await give(`${HEADER}\n${line(skewed, day, '158.00,退保,,')}\n`, addDays(today(), -1));
  expect(await classes()).toEqual(['premium']);
  expect(await openAlerts('issue-difference')).toBe(2);

  const rows = (await Array.fromAsync(issueDifferences(query, EDITION, 'all'))).flat().map(issueRowOf);
  const text = writeCsv({ headings: ISSUE_COLUMNS, rows });
  const [head, ...body] = text.split('\r\n');
  expect(head).toBe(
    '\uFEFF版本,出单日期,分类,保单号,保司（元）,我方（元）,保司状态,我方状态,差异,状态,处理,处理说明,处理人,处理时间',
  );
  expect(body).toHaveLength(7);
  expect(text).toContain(`${EDITION},${day},保费不符,${dear},158.02,158.00,有效,有效,"保司`.replace('"', ''));
  expect(text).toContain('已结清,自动结清,,规则,');
  // Compared again by itself a day later, and not before.
  expect(await runIssueWork(deps())).toBe(0);
  stage.clock.advance(24 * 60 * 60_000);
  expect(await runIssueWork(deps())).toBe(1);
  expect(await runIssueWork(deps())).toBe(0);

  await give(`${HEADER}\n${line(dear, day)}\n`);
  expect(await classes()).toEqual([]);
  expect(await openAlerts('issue-difference')).toBe(0);
});

test('a premium is what was paid with what raised it, also of a policy that was given back with it', async () => {
  const { query } = stage.server.deps.database;
  const { shard, ids, numbers } = await issued();
  const [kept, returned] = numbers as [string, string];
  const mine = async () => (await found()).filter((row) => numbers.includes(row.policy_no)).map((row) => row.finding);
  await query(
    `insert into upgrades (shard, id, order_id, base_order_id, policy_id, from_plan, plan_code, premium_fen, created_at,
       issued_at)
     select $1, id + 1000, id >> 4, id >> 4, id, 'basic', 'plus', 10000, $3, $3 from unnest($2::bigint[]) as id`,
    [shard, ids, new Date(stage.clock.now())],
  );
  for (const table of ['policies', 'upgrades']) {
    const column = table === 'policies' ? 'id' : 'policy_id';
    await query(`update ${table} set status = 4, cancelled_at = $3 where shard = $1 and ${column} = $2`, [
      ...[shard, ids[1]],
      new Date(stage.clock.now()),
    ]);
  }
  const back = line(returned, today(), '258.00,退保,154.80,103.20');
  await give([HEADER, line(kept, today()), back].join('\n'));
  expect(await mine()).toEqual([]);
  stage.clock.advance(3 * 24 * 60 * 60_000);
  await give([HEADER, line(STRANGER, today(), '1.00,退保,0.60,0.40')].join('\n'));
  expect(await mine()).toEqual(['保司 158.00 元，我方 258.00 元']);
  await give([HEADER, line(kept, today(), '258.00,有效,154.80,103.20')].join('\n'));
  expect(await mine()).toEqual([]);
});

test('a file of many lines is read in pieces, cut through its characters; two servers read it once', async () => {
  const many = Array.from({ length: 6_000 }, (_, index) => line(`YY-${100_000 + index}`, today(), '158.00,退保,,'));
  const { query } = stage.server.deps.database;
  const body = Buffer.from([HEADER, ...many, many[0]].join('\n'));
  const input = { day: today(), by: '张会计' };
  const stored = await storeIssueFile(query, pieces(body, 65_537), input, stage.clock.now());
  if (stored.kind !== 'stored') throw new Error(stored.kind);
  expect((await query('select 1 from issue_file_parts')).length).toBe(Math.ceil(body.length / 65_537));
  const both = [deps(), { ...deps(), database: stage.other.deps.database }];
  await Promise.all(both.map((server) => runIssueWork(server)));
  const file = await issueFileById(query, stored.id);
  expect(file).toMatchObject({ state: 'imported', row_count: 6_000, bad_count: 1 });
  expect(file?.bad_rows[0]).toMatchObject({ line: 6_002 });
});

test.each([
  ['a foreign column', `${HEADER},姓名\n`, '不需要的列'],
  ['no line that can be read', `${HEADER}\n1,2\n`, '没有一行能读'],
  ['a mark that is never closed', `${HEADER}\n${line('ZZ-000001', '2026-11-10')}\n"x\n`, '少了一个引号'],
])('a file with %s is refused whole, told, and may come again', async (_name, text, why) => {
  const { query } = stage.server.deps.database;
  for (const kind of ['stored', 'stored']) {
    const stored = await give(text);
    if (stored.kind !== kind || stored.kind === 'refused') throw new Error(stored.kind);
    const file = await issueFileById(query, stored.id);
    expect(file).toMatchObject({ state: 'refused', problem: expect.stringContaining(why) });
    expect(await alerts('issue-file-refused')).toContainEqual(expect.objectContaining({ file: stored.id }));
  }
  expect(await query(`select 1 from insurer_policies where policy_no like 'ZZ%'`)).toEqual([]);
  expect(await query('select 1 from issue_file_parts')).toEqual([]);
});

test('what is no text, or does not come to its end, is not kept', async () => {
  const { query } = stage.server.deps.database;
  const count = async () => (await query('select 1 from issue_files')).length;
  const before = await count();
  expect(await give('')).toEqual({ kind: 'refused', why: '文件是空的' });
  const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0xff]);
  expect(await give(pdf)).toMatchObject({ kind: 'refused', why: expect.stringContaining('UTF-8') });
  async function* broken() {
    yield Buffer.alloc(600_000, 65);
    throw new Error('connection lost');
  }
  const input = { day: today(), by: '张会计' };
  await expect(storeIssueFile(query, broken(), input, stage.clock.now())).rejects.toThrow('connection lost');
  expect(await count()).toBe(before);
  expect(await query('select 1 from issue_file_parts')).toEqual([]);
  // One that a crash left is forgotten when the next one comes.
  await query(`insert into issue_files (day, given_by, arrived_at) values ($1, 'x', $2)`, [
    today(),
    new Date(stage.clock.now() - 2 * 60 * 60_000),
  ]);
  await give('');
  expect(await count()).toBe(before);
});
