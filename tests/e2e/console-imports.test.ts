import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { people, syntheticIdNumber } from '@huimin/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { outletsFile, outletsOfList } from '../../apps/server/src/features/outlets/index.ts';
import { csv, paid } from '../integration/claim-stage.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-imports');
const ROWS = 3_000;
/** Rows are read a thousand at a time; the journey holds the job before the third thousand. */
const HELD_LINE = 2_002;

const database = () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  return server.deps.database;
};

function fileOf(name: string, text: string): string {
  const path = join(tmpdir(), `huimin-${process.pid}-${name}.csv`);
  writeFileSync(path, text);
  return path;
}

/** Lets the job wait before a row, until the answer is called. */
async function holdReading(): Promise<() => Promise<void>> {
  const { query, transaction } = database();
  await query(`create function hold_reading() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(7061); return new; end $$`);
  await query(`create trigger hold_reading before insert on import_rows for each row when (new.line = ${HELD_LINE})
    execute function hold_reading()`);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((locked) => {
    done = transaction(async (inside) => {
      await inside('select pg_advisory_xact_lock(7061)');
      locked();
      await released;
    });
  });
  return () => {
    release();
    return done;
  };
}

const bar = (page: Page, name: string, percent: number) =>
  page.locator(`[role="progressbar"][aria-label="${name}"][aria-valuenow="${percent}"]`);

async function askForLife(page: Page): Promise<void> {
  await button(page, /^申请生效/).click();
  const dialog = page.getByRole('dialog', { name: '申请生效' });
  await dialog.getByRole('textbox').fill('四月的理赔结果');
  await dialog.getByRole('button', { name: '提交，等另一人' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('申请导入生效，等第二个人同意。').waitFor();
}

test('claims are given, watched while they are read, put right by the table of problems, and count when another agrees', async () => {
  const claims = Array.from({ length: ROWS }, (_, at) => {
    const birthDate = `19${50 + (at % 40)}-0${1 + (at % 9)}-1${at % 10}`;
    const idNumber = syntheticIdNumber({ district: '320102', birthDate, sequence: 1 + (at % 900) });
    const wrong: Record<string, string> = at === 700 ? { 就诊结束: '三月十一' } : at === 1_900 ? { 赔付金额: '' } : {};
    return paid({ ...people.linMei, idNumber }, { 结算单号: `S${at}`, 手机号: '', ...wrong });
  });
  const release = await holdReading();
  const { page } = await signIn('yunying01', '/imports');
  await heading(page, '导入').waitFor();
  await page.getByText('还没有导入过文件').waitFor();
  await button(page, '上传文件').click();
  const dialog = page.getByRole('dialog', { name: '上传文件' });
  await dialog.getByLabel('文件是哪一天的').fill('2026.04.01');
  await dialog.getByLabel('文件是哪一天的').press('Enter');
  await dialog.getByLabel('选文件').setInputFiles(fileOf('claims', csv(claims)));
  await look(page, 'upload');
  await dialog.getByRole('button', { name: '上传并检查' }).click();
  await bar(page, '检查进度', 66).waitFor();
  await page.getByText(/检查了 2,000 \/ 3,000 行，每秒 [\d,]+ 行，还要约 \d+ 秒/).waitFor();
  await look(page, 'reading');
  await release();
  await bar(page, '检查进度', 100).waitFor();
  await page.getByRole('cell', { name: '702', exact: true }).waitFor();
  await page.getByText('就诊结束应写成日期，如 2026-03-02').waitFor();
  await look(page, 'problems');

  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载错误表' }).click(),
  ]);
  const [top, first = '', second = ''] = readFileSync(await table.path(), 'utf8')
    .replace('\uFEFF', '')
    .split('\r\n');
  const right = (at: number, more: Record<string, string>) => csv([{ ...claims[at], ...more }]).split('\r\n')[1];
  const rows = [
    `${first.replace(/,+$/, '')},${right(700, { 就诊结束: '2026-03-11' })}`,
    `${second.replace(/,+$/, '')},${right(1_900, { 赔付金额: '27200' })}`,
  ];
  await page.getByLabel('续传错误行').setInputFiles(fileOf('mended', [top, ...rows].join('\r\n')));
  await page.getByText('没有要改的行').waitFor();
  await askForLife(page);

  const other = await signIn('hegui01', '/approvals');
  await other.page.getByText('内容：2026.04.01，3,000 行生效，不能撤销').waitFor();
  await button(other.page, /^同\s*意$/).click();
  await other.page
    .getByRole('dialog')
    .getByRole('button', { name: /同\s*意/ })
    .click();
  await other.page.getByText('没有等您同意的申请').waitFor();
  await page.reload();
  await page.getByText('生效了 3,000 / 3,000 行').waitFor();
  await look(page, 'done');
  const [counted] = await database().query<{ rows: number }>('select count(*)::int as rows from claim_settlements');
  expect(counted?.rows).toBe(ROWS);
});

test('a list shows what it would change before anybody agrees, and is stopped', async () => {
  const { query } = database();
  const [shown] = await query<{ version: number }>('select version from outlet_choice');
  const [head, one, two, ...rest] = outletsFile(await outletsOfList(query, shown?.version ?? 0)).split('\r\n');
  const changed = one?.replace(/09?:00/, '8:30').replace('路', '大街');
  expect(changed).not.toBe(one);
  const { page } = await signIn('yunying01', '/imports');
  await button(page, '上传文件').click();
  const dialog = page.getByRole('dialog', { name: '上传文件' });
  await dialog.getByLabel('导入什么').click();
  await page.locator('.ant-select-item-option', { hasText: '网点' }).click();
  await dialog
    .getByLabel('选文件')
    .setInputFiles(
      fileOf('outlets', [head, changed, ...rest.slice(0, -1), two?.replace(/^[^,]+/, 'NEW-0001')].join('\r\n')),
    );
  await dialog.getByRole('button', { name: '上传并检查' }).click();
  await page.getByText('文件里没有，导入后不再显示').waitFor();
  await page.locator('ins').first().waitFor();
  await look(page, 'difference');
  // What the address says is there again after a reload.
  await page.reload();
  await page.getByText('NEW-0001').waitFor();
  await button(page, /停\s*止/).click();
  const stop = page.getByRole('dialog', { name: '停止导入' });
  await stop.getByRole('textbox').fill('换一份再导');
  await stop.getByRole('button', { name: /停\s*止/ }).click();
  await page.getByText('已停止').first().waitFor();
});
