import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { afterAll, expect, test, vi } from 'vitest';
import { sweepLedger } from '../../apps/server/src/features/ledger/index.ts';
import {
  numberOf,
  orderOf,
  pay,
  setStage,
  stage,
  startJsapi,
} from '../../apps/server/src/features/payment/testing/payment-stage.ts';
import { reconcileDue, runIssueWork } from '../../apps/server/src/features/reconciliation/index.ts';

setStage();
// Commands are processes of their own; on a busy machine several take a while.
vi.setConfig({ testTimeout: 120_000 });

const root = join(import.meta.dirname, '..', '..');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');
const folder = mkdtempSync(join(tmpdir(), 'huimin-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a command as npm does; `meanwhile` goes on until it has ended, as the running program would. */
async function command(
  name: string,
  args: string[] = [],
  meanwhile: () => Promise<unknown> = async () => undefined,
  environment: Record<string, string> = { DATABASE_URL: stage.database.url },
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const file = join(root, 'apps', 'server', 'src', 'commands', `${name}.ts`);
  const child = spawn(existsSync(pinnedNode) ? pinnedNode : process.execPath, [file, ...args], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  let ended: Ended | null = null;
  const end = new Promise<Ended>((done) => child.once('close', (code) => done({ code, output })));
  void end.then((value) => {
    ended = value;
  });
  while (ended === null) {
    await meanwhile();
    await Promise.race([end, new Promise((next) => setTimeout(next, 50))]);
  }
  return end;
}

const yesterday = addDays(beijingDate(Date.now()), -1);

async function paidYesterday(): Promise<string> {
  stage.clock.set(beijingMs(`${yesterday} 12:00:00`));
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  return numberOf(order);
}

const untilNothingIsDue = async (): Promise<void> => {
  while ((await reconcileDue(stage.server.deps)) > 0);
};

test('ledger:check prints the trial balance, and fails when a payment is not posted', async () => {
  expect(await command('ledger-check')).toMatchObject({ code: 0, output: expect.stringContaining('账平。') });
  await paidYesterday();
  const wrong = await command('ledger-check');
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringMatching(/逾时未入账 2 笔[\s\S]*账不平/)]);
  while ((await sweepLedger(stage.server.deps)) > 0);
  const right = await command('ledger-check');
  expect(right).toMatchObject({ code: 0, output: expect.stringMatching(/渠道待清算·微信支付 +316\.00/) });
});

test('a command without a database says what to do', async () => {
  const ended = await command('ledger-check', [], undefined, {});
  expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('还没有数据库')]);
});

test('reconcile has the running program compare a day, prints it and writes the file', async () => {
  const merchantOrderNo = await paidYesterday();
  // A day later, whatever the hour is now: the bill is there.
  stage.clock.set(Date.now() + 24 * 60 * 60_000);
  await untilNothingIsDue();
  stage.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'bill_amount_diff' });
  const file = join(folder, 'differences.csv');
  const args = ['--day', yesterday, '--file', file];
  const ended = await command('reconcile', args, untilNothingIsDue);
  expect(ended.code, ended.output).toBe(1);
  expect(ended.output).toMatch(/微信支付（账单第 2 版，SHA-1 [0-9a-f]{40}/);
  expect(ended.output).toMatch(/金额不符 \w{4}\*{4}\w{4} 316\.01 \/ 316\.00 \/ 0\.01 渠道账单与我方的金额不同/);
  expect(ended.output).toContain('拉卡拉：还没有账单');
  const lines = readFileSync(file, 'utf8').split('\r\n');
  expect(lines).toHaveLength(3);
  const again = await command('reconcile', args, untilNothingIsDue);
  expect(again.output).toContain('未结清 0 笔');
  expect(again.code).toBe(0);
  const stored = await command('reconcile', [...args, '--stored']);
  expect(stored.output).toBe(again.output);
  expect(merchantOrderNo).toMatch(/^JS/);
});

test('import:issues has the running program read a file and prints what differs', async () => {
  const document = { invalidDate: '2027-12-31', insuranceCompany: [{ name: '甲' }] };
  const editions = { edition: (code?: string) => (code === 'demo' ? { document } : null) as never };
  const work = async (): Promise<void> => {
    stage.clock.set(Date.now());
    while ((await runIssueWork({ ...stage.server.deps, editions })) > 0);
  };
  const file = join(folder, 'issues.csv');
  writeFileSync(file, `保单号,版本,出单日期,保费,状态,份额:甲\nXX-000001,demo,${yesterday},158.00,有效,158.00\nx\n`);
  const ended = await command('import-issues', [file, '--day', yesterday], work);
  expect(ended.code, ended.output).toBe(1);
  expect(ended.output).toMatch(/导入 1 行，不能读 1 行\n {2}第 3 行：有 1 列，应为 6 列/);
  expect(ended.output).toMatch(
    /demo（文件到 [\d-]{10}），未结清 1 笔\n {2}[\d-]{10} 保司 1 张 158\.00，我方 0 张 0\.00；/,
  );
  const wrong = await command('import-issues', [join(folder, 'nothing.csv')]);
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('用法')]);
});

test.each([
  ['--day', 'yesterday'],
  ['--day', '2999-01-01'],
  ['--when', yesterday],
])('reconcile %s %s is not understood', async (...args) => {
  const ended = await command('reconcile', args);
  expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('用法')]);
});

test('partner:key prints the key of one purpose, and says what is missing', async () => {
  const example = JSON.parse(readFileSync(join(root, 'tests', 'vectors', 'partner-token.json'), 'utf8'));
  const keys = { PARTNER_TOKEN_KEYS: `${example.keyId}:${example.keyBase64}` };
  const done = await command('partner-key', [example.purpose], undefined, keys);
  expect(done).toEqual({ code: 0, output: `${example.keyId} ${example.purposeKeyBase64}\n` });
  const refused = await Promise.all([
    command('partner-key', [], undefined, keys),
    command('partner-key', [example.purpose], undefined, {}),
  ]);
  expect(refused).toMatchObject([
    { code: 1, output: expect.stringContaining('用法') },
    { code: 1, output: expect.stringContaining('PARTNER_TOKEN_KEYS') },
  ]);
});

test('the index of recordings is made again from their files; nothing to do is well, a file that is none is not', async () => {
  const first = await command('recording-reindex');
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('chunks 0') });
  const own = join(folder, 'recordings', 'w07');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'w07-20261115T080000-0123456789ab.seg'), 'this is no segment');
  const second = await command('recording-reindex');
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining('does not begin like a segment') });
  rmSync(join(folder, 'recordings'), { recursive: true });
});
