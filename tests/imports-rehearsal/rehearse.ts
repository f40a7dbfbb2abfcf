import { createHash } from 'node:crypto';
import type { ClaimFile } from '../../apps/server/src/features/claims/index.ts';
import { type Desk, signedIn } from '../integration/desk.ts';
import type { InventedFile } from './invent-claims.ts';

export interface Rehearsal {
  readonly file: InventedFile;
  /** Answers the origin. */
  start(): Promise<string>;
  /** Kills the server without a word and starts it again. */
  kill(): Promise<string>;
  claimFiles(): Promise<readonly ClaimFile[]>;
  say(text: string): void;
  bar(label: string, done: number, all: number, more: string): void;
}

const LOOK_EVERY_MS = 200;
const DAY = '2026-04-01';
const pause = () => new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
const clock = { now: () => Date.now(), advance: () => {} };
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} 秒`;

/** The whole way of a file; true when all of it came out right. */
export async function rehearse(rehearsal: Rehearsal): Promise<boolean> {
  const { file, say } = rehearsal;
  const origin = await rehearsal.start();
  const signIn = (at: string, account: string) => signedIn({ clock, origin: at } as never, account);
  const giver = await signIn(origin, 'yunying01');
  const approver = await signIn(origin, 'hegui01');
  say(`${file.rows} 行，${(file.bytes.length / 1024 / 1024).toFixed(1)} MB，其中 ${file.wrong.length} 行故意写错`);
  const begun = performance.now();
  const importNo = await upload(rehearsal, giver);
  say(`上传 ${seconds(begun)}`);

  const reading = performance.now();
  const inTheMiddle = await untilPast(rehearsal, giver, importNo, '检查', 0.4);
  await rehearsal.kill();
  say(`检查到 ${inTheMiddle} 行时杀掉进程，已重启`);
  await untilStatus(rehearsal, giver, importNo, '检查', 'read');
  say(`检查完，连中断在内 ${seconds(reading)}`);
  const found = await problemLines(giver, importNo);
  const { approvalNo } = await giver.value('askImport', { importNo, reason: '演练用的原因' });
  await approver.value('decideApproval', { approvalNo, agree: true });

  const applying = performance.now();
  const halfLive = await untilPast(rehearsal, giver, importNo, '生效', 0.4);
  await rehearsal.kill();
  say(`生效到 ${halfLive} 行时杀掉进程，已重启`);
  await untilStatus(rehearsal, giver, importNo, '生效', 'done');
  say(`生效完，连中断在内 ${seconds(applying)}；从头到尾 ${seconds(begun)}`);

  const { rows } = await giver.value('showImport', { importNo });
  const kept = await keptFile(rehearsal);
  say(`生效 ${rows.live} 行，要改 ${rows.bad} 行；理赔文件记下 ${kept.row_count} 行、${kept.case_count} 个案件`);
  const expected = file.rows - file.wrong.length;
  return (
    rows.live === expected &&
    kept.row_count === expected &&
    kept.case_count === file.cases &&
    JSON.stringify(found) === JSON.stringify(file.wrong)
  );
}

async function upload({ file, bar }: Rehearsal, desk: Desk): Promise<string> {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const given = { kind: 'claims', fileName: '演练.csv', sizeBytes: file.bytes.length, sha256, day: DAY };
  const { importNo, pieceBytes, missing } = await desk.value('beginImport', given);
  for (const piece of missing) {
    const content = file.bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes).toString('base64');
    const { here, all } = await desk.value('sendImportPiece', { importNo, piece, content });
    bar('上传', here, all, ' 段');
  }
  return importNo;
}

type Step = '检查' | '生效';

/** How many rows are done; shown as the page shows it. */
async function look({ bar }: Rehearsal, desk: Desk, importNo: string, step: Step) {
  const { rows, pace, status, problem } = await desk.value('showImport', { importNo });
  const [done, all] = step === '检查' ? [rows.read, rows.total] : [rows.live, rows.good];
  const left = pace.secondsLeft === null ? '' : `，每秒 ${pace.rowsPerSecond} 行，还要约 ${pace.secondsLeft} 秒`;
  if (all) bar(step, done, all, ` 行${left}`);
  if (status === 'refused') throw new Error(problem);
  return { done, all, status };
}

async function untilPast(rehearsal: Rehearsal, desk: Desk, importNo: string, step: Step, part: number) {
  for (;;) {
    const { done, all, status } = await look(rehearsal, desk, importNo, step);
    if (all && done >= all * part) return done;
    if (status === 'done') throw new Error('it was done before it could be killed: give it more rows');
    await pause();
  }
}

async function untilStatus(rehearsal: Rehearsal, desk: Desk, importNo: string, step: Step, wanted: string) {
  while ((await look(rehearsal, desk, importNo, step)).status !== wanted) await pause();
}

async function problemLines(desk: Desk, importNo: string): Promise<number[]> {
  const lines: number[] = [];
  for (let after: string | undefined; ; ) {
    const page = await desk.value('listImportProblems', { importNo, ...(after ? { after } : {}) });
    lines.push(...page.problems.map(({ line }) => line));
    if (page.next === null) return lines;
    after = page.next;
  }
}

/** What the claims themselves say of the file. */
async function keptFile({ claimFiles }: Rehearsal): Promise<ClaimFile> {
  const file = (await claimFiles()).find(({ day }) => day === DAY);
  if (!file) throw new Error('the claims know of no such file');
  return file;
}
