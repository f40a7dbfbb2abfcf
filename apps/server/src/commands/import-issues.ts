// npm run import:issues -- FILE: gives an insurer's issue file to the running program, waits until it has been read and
// compared, and prints what came of it; 1 when a line could not be read or something is open.
import { createReadStream, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { beijingDate, parseDate } from '@huimin/domain/date';
import {
  isIssueWorkDue,
  issueEditions,
  issueFileById,
  issueFileText,
  issueReport,
  issueReportText,
  storeIssueFile,
} from '../features/reconciliation/index.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type CommandInput, runCommand } from './run-command.ts';

const WAIT_MS = 30 * 60_000;
const LOOK_EVERY_MS = 500;
/** A file stays untouched for so long only where no program runs. */
const UNTOUCHED_MS = 60_000;

await runCommand(async (input) => {
  const { file, day, by } = optionsOf(input);
  const { query } = input.database;
  const stored = await storeIssueFile(query, createReadStream(file), { day, by }, Date.now());
  if (stored.kind === 'refused') {
    console.error(`✗ ${stored.why}`);
    return 1;
  }
  if (stored.kind === 'known') console.log('这个文件已经导入过，不再导入。');
  if (!(await untilDone(input, stored.id))) {
    console.error('✗ 没有等到结果：程序没有在运行。它下次运行时会接着做。');
    return 1;
  }
  const outcome = await issueFileById(query, stored.id);
  if (!outcome) throw new Error(`no file ${stored.id}`);
  console.log(issueFileText(outcome));
  let open = 0;
  for (const { edition_code: code } of await issueEditions(query)) {
    const report = await issueReport(query, code);
    if (!report) continue;
    open += report.edition.open;
    console.log(`\n${issueReportText(report)}`);
  }
  return outcome.state === 'imported' && outcome.bad_count === 0 && open === 0 ? 0 : 1;
});

/** Waits until nothing is due; false when nobody works on it. */
async function untilDone({ database: { query } }: CommandInput, id: string): Promise<boolean> {
  const startMs = Date.now();
  while (Date.now() < startMs + WAIT_MS) {
    if (!(await isIssueWorkDue(query, Date.now()))) return true;
    const isTouched = (await issueFileById(query, id))?.is_taken ?? false;
    if (!isTouched && Date.now() > startMs + UNTOUCHED_MS) return false;
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
  return false;
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
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw usage(file);
  const { day = today, by = 'npm run import:issues' } = parsed.values;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || parseDate(day) === null || day > today) throw usage(day);
  if (!/^[^\p{Cc}]{1,50}$/u.test(by)) throw usage(by);
  return { file, day, by };
}

function usage(what: string): StartupProblem {
  return new StartupProblem(
    `不明白：${what}。This is not understood.`,
    '用法：npm run import:issues -- 文件 [--day 2026-11-20] [--by 导入人]。--day 是文件的日期，不写就是今天。The day is that of which the file tells.',
  );
}
