// npm run import:claims -- FILE: gives an insurer's claim file to the running program, waits until it has been read, and
// prints what came of it; 1 when it was refused or a line could not be read.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import {
  type ClaimFile,
  claimFileById,
  claimFileProblems,
  claimProblemsFile,
  LARGEST_FILE_BYTES,
  storeClaimFile,
} from '../features/claims/index.ts';
import { createVault } from '../security/vault.ts';
import { readDataKeys } from '../settings.ts';
import { givenFile } from './file-options.ts';
import { type CommandInput, runCommand } from './run-command.ts';

const WAIT_MS = 30 * 60_000;
const LOOK_EVERY_MS = 500;
const PROBLEMS_PRINTED = 50;

await runCommand(async (input) => {
  const { file, day, by } = givenFile(input.args, 'import:claims');
  if (statSync(file).size > LARGEST_FILE_BYTES) {
    console.error(`✗ ${file} 超过 ${LARGEST_FILE_BYTES / 1024 / 1024} MB，请分成几份。`);
    return 1;
  }
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
  await printProblems(input, stored.id, bad, file);
  return state === 'imported' && bad === 0 ? 0 : 1;
});

async function printProblems(
  { database: { query } }: CommandInput,
  id: string,
  bad: number,
  file: string,
): Promise<void> {
  const first = await claimFileProblems(query, id).next();
  const printed = first.done ? [] : first.value.slice(0, PROBLEMS_PRINTED);
  for (const { line, why } of printed) console.log(`  第 ${line} 行：${why}`);
  if (bad <= printed.length) return;
  const list = `${file}.problems.csv`;
  await writeFile(list, claimProblemsFile(query, id));
  console.log(`  还有 ${bad - printed.length} 行，全部写在 ${list}`);
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
