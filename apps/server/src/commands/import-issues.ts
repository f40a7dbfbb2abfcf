// npm run import:issues -- FILE: gives an insurer's issue file to the running program, waits until it has been read and
// compared, and prints what came of it; 1 when a line could not be read or something is open.
import { createReadStream } from 'node:fs';
import {
  isIssueWorkDue,
  issueEditions,
  issueFileById,
  issueFileText,
  issueReport,
  issueReportText,
  storeIssueFile,
} from '../features/reconciliation/index.ts';
import { givenFile } from './file-options.ts';
import { type CommandInput, runCommand } from './run-command.ts';

const WAIT_MS = 30 * 60_000;
const LOOK_EVERY_MS = 500;
/** A file stays untouched for so long only where no program runs. */
const UNTOUCHED_MS = 60_000;

await runCommand(async (input) => {
  const { file, day, by } = givenFile(input.args, 'import:issues');
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
