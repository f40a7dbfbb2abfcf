// npm run import:claims -- FILE: gives an insurer's claim file to the running program, waits until it has been read, and
// prints what came of it; 1 when it was refused or a line could not be read.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { beijingDate, parseDate } from '@huimin/domain/date';
import {
  type ClaimFile,
  claimFileById,
  claimFileProblems,
  LARGEST_FILE_BYTES,
  storeClaimFile,
} from '../features/claims/index.ts';
import { createVault } from '../security/vault.ts';
import { readDataKeys } from '../settings.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type CommandInput, runCommand } from './run-command.ts';

const WAIT_MS = 30 * 60_000;
const LOOK_EVERY_MS = 500;
const PROBLEMS_PRINTED = 50;

await runCommand(async (input) => {
  const { file, day, by } = optionsOf(input);
  const { database, settings } = input;
  const vault = createVault(readDataKeys(process.env, settings), randomBytes);
  const stored = await storeClaimFile({ database, vault }, readFileSync(file), { day, by }, Date.now());
  if (stored.isKnown) console.log('这个文件已经导入过，不再导入。');
  const outcome = await untilRead(input, stored.id);
  if (!outcome) {
    console.error('✗ 没有等到结果：程序没有在运行。它下次运行时会接着做。');
    return 1;
  }
  const { state, row_count: rows, case_count: cases, bad_count: bad } = outcome;
  console.log(`理赔文件（${outcome.day}，SHA-256 ${outcome.sha256}）`);
  console.log(
    state === 'refused' ? `  没有导入：${outcome.problem}` : `  导入 ${rows} 行、${cases} 个案件，不能读 ${bad} 行`,
  );
  await printProblems(input, stored.id, bad);
  return state === 'imported' && bad === 0 ? 0 : 1;
});

async function printProblems({ database: { query } }: CommandInput, id: string, bad: number): Promise<void> {
  const first = await claimFileProblems(query, id).next();
  const printed = first.done ? [] : first.value.slice(0, PROBLEMS_PRINTED);
  for (const { line, why } of printed) console.log(`  第 ${line} 行：${why}`);
  if (bad > printed.length)
    console.log(`  还有 ${bad - printed.length} 行，见 /operator/claim-files/${id}/problems.csv`);
}

async function untilRead({ database: { query } }: CommandInput, id: string): Promise<ClaimFile | null> {
  const startMs = Date.now();
  while (Date.now() < startMs + WAIT_MS) {
    const file = await claimFileById(query, id);
    if (file && file.state !== 'waiting') return file;
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
  return null;
}

function optionsOf({ args }: CommandInput): { file: string; day: string; by: string } {
  const today = beijingDate(Date.now());
  let parsed: { values: { day?: string; by?: string }; positionals: string[] };
  try {
    const options = { day: { type: 'string' }, by: { type: 'string' } } as const;
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message);
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0) throw usage(parsed.positionals.join(' ') || '没有写文件 no file');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw usage(file);
  if (found.size === 0 || found.size > LARGEST_FILE_BYTES) throw usage(`${file} 是空的，或者超过 96 MB`);
  const { day = today, by = 'npm run import:claims' } = parsed.values;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || parseDate(day) === null || day > today) throw usage(day);
  if (!/^[^\p{Cc}]{1,50}$/u.test(by)) throw usage(by);
  return { file, day, by };
}

function usage(what: string): StartupProblem {
  return new StartupProblem(
    `不明白：${what}。This is not understood.`,
    '用法：npm run import:claims -- 文件 [--day 2026-11-20] [--by 导入人]。--day 是文件的日期，不写就是今天。The day is that of which the file tells.',
  );
}
