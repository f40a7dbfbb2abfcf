// npm run reconcile -- --day YYYY-MM-DD: has a day compared again, prints it and writes its differences to a file; 1 when
// something of it is open.
// The running program does the work, since only it holds the providers' keys; here it is asked for and waited for.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { addDays, beijingDate, parseDate } from '@huimin/domain/date';
import { providerLabel } from '@huimin/domain/payment';
import {
  dayReports,
  dayText,
  differencesFile,
  isDayPending,
  knownProviders,
  missingBills,
  wantDay,
} from '../features/reconciliation/index.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type CommandInput, runCommand } from './run-command.ts';

const WAIT_MS = 120_000;
const LOOK_EVERY_MS = 500;

await runCommand(async (input) => {
  const { day, isStored, file } = optionsOf(input);
  const { query } = input.database;
  const isFresh = isStored || (await compareAgain(input, day));
  if (!isFresh) console.error('✗ 没有等到核对结果：程序没有在运行，或渠道没有应答。下面是上一次的结果。');
  const reports = await dayReports(query, day);
  console.log(dayText(day, reports));
  for (const { provider, last_problem: problem } of await missingBills(query, day)) {
    console.log(`${providerLabel(provider)}：还没有账单（${problem}）`);
  }
  if (reports.length > 0) {
    mkdirSync(resolve(file, '..'), { recursive: true });
    writeFileSync(file, differencesFile(reports));
    console.log(`\n差异已写入 ${file}`);
  }
  return isFresh && reports.length > 0 && reports.every(({ run }) => run.open === 0) ? 0 : 1;
});

/** Asks for the day and waits until the program has tried every provider's bill; false when it did not. */
async function compareAgain({ database: { query } }: CommandInput, day: string): Promise<boolean> {
  await wantDay(query, await knownProviders(query), day, Date.now());
  const untilMs = Date.now() + WAIT_MS;
  while (Date.now() < untilMs) {
    if (!(await isDayPending(query, day))) return true;
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
  return false;
}

function optionsOf({ args, settings }: CommandInput): { day: string; isStored: boolean; file: string } {
  const yesterday = addDays(beijingDate(Date.now()), -1);
  let values: { day?: string; stored?: boolean; file?: string };
  try {
    const options = { day: { type: 'string' }, stored: { type: 'boolean' }, file: { type: 'string' } } as const;
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw usage((error as Error).message);
  }
  const day = values.day ?? yesterday;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || parseDate(day) === null || day > yesterday) throw usage(day);
  const file = values.file ?? join(settings.dataDir, 'reconciliation', `${day}.csv`);
  return { day, isStored: values.stored ?? false, file: resolve(file) };
}

function usage(what: string): StartupProblem {
  return new StartupProblem(
    `不明白：${what}。This is not understood.`,
    '用法：npm run reconcile -- [--day 2026-11-20] [--stored] [--file 文件]。不写日期就是昨天；--stored 只看已有的结果。Without a day it is yesterday; --stored shows what is there.',
  );
}
