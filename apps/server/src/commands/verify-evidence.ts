// npm run verify:evidence -- <orderNo|traceId|file.evidence|--all|--since day> [--deep] [--offline] [--json]: checks recordings; ends with 0 to 4 by the verdict, with 64 or 70 when there is none.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDate } from '@huimin/domain/date';
import { HASH_LENGTH, readBase64 } from '@huimin/evidence/bytes';
import { openCheckpoint } from '@huimin/evidence/log';
import { checkPackage, readPackage } from '@huimin/evidence/package';
import {
  type Depth,
  EXIT_CODES,
  NO_VERDICT,
  NOT_PROVEN,
  type Report,
  reportLines,
  type VerdictWord,
} from '@huimin/evidence/verify';
import { sm2NoteKey } from '../evidence-stores.ts';
import {
  type CheckedPage,
  checkInThreads,
  checkPage,
  countSealed,
  createChecker,
  ownTrust,
  type PageWish,
  sealedTraces,
} from '../features/evidence/index.ts';
import { StartupProblem, UsageProblem } from '../startup-problem.ts';
import { evidenceDeps, findTrace } from './evidence-deps.ts';
import { whyNotSealed } from './not-sealed.ts';
import { type CommandInput, endProcess, onDatabase } from './run-command.ts';
import { tellMany } from './tell-many.ts';
import type { ThreadData } from './verify-evidence-thread.ts';

const USAGE =
  '用法：npm run verify:evidence -- <订单号|记录号|文件.evidence|--all|--since 2026-11-20> [--deep] [--offline] [--json] [--seen 文件] [--tsa-roots 文件] [--sm2-key 公钥] [--threads 数]。--deep 解密后逐条核对；--offline 只凭文件里的公钥，不连数据库；--seen 是上次所见检查点的存放处；--tsa-roots 是时间戳机构的根证书（PEM），代替设置里的；--sm2-key 是检查点第二行签名的 SM2 公钥（base64），配合 --offline；--threads 是同时核验的线程数，份数多时默认与处理器核数相同。';

const notUnderstood = (what: string): UsageProblem =>
  new UsageProblem(`不明白：${what}。This is not understood.`, USAGE);

/** 04‖x‖y */
const SM2_KEY_BYTES = 65;
const MOST_THREADS = 64;
/** Of fewer recordings the threads would take longer to start than they save. */
const WORTH_THREADS = 20_000;

interface Asked {
  readonly what: string | null;
  readonly sinceMs: number | null;
  readonly all: boolean;
  readonly deep: boolean;
  readonly offline: boolean;
  readonly json: boolean;
  readonly seen: string | null;
  readonly roots: string | null;
  readonly sm2Key: Buffer | null;
  /** Null: as many as suit the number of recordings. */
  readonly threads: number | null;
}

function readArgs(args: readonly string[]): Asked {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        all: flag,
        since: text,
        deep: flag,
        offline: flag,
        json: flag,
        seen: text,
        'tsa-roots': text,
        'sm2-key': text,
        threads: text,
      },
      allowPositionals: true,
    });
    const { all = false, since, deep = false, offline = false, json = false, seen = null } = values;
    const day = since === undefined ? null : parseDate(since);
    if (since !== undefined && day === null) throw new Error(`${since} 不是日期`);
    const asked = [...positionals, ...(all ? ['--all'] : []), ...(since === undefined ? [] : ['--since'])];
    if (asked.length !== 1) throw new Error(asked.length === 0 ? '没有写要核验什么' : asked.join(' '));
    const what = positionals[0] ?? null;
    const { 'tsa-roots': roots = null, 'sm2-key': sm2Text = null } = values;
    const threads = values.threads === undefined ? null : Number(values.threads);
    if (threads !== null && !(Number.isSafeInteger(threads) && threads >= 1 && threads <= MOST_THREADS)) {
      throw new Error(`--threads 应为 1 到 ${MOST_THREADS}`);
    }
    const sm2Key = sm2Text === null ? null : readBase64(sm2Text, SM2_KEY_BYTES);
    if (sm2Text !== null && sm2Key === null) throw new Error('--sm2-key 应为 65 字节公钥的 base64');
    return { what, sinceMs: day, all, deep, offline, json, seen, roots, sm2Key, threads };
  } catch (error) {
    throw notUnderstood((error as Error).message);
  }
}

const print = (report: Report, json: boolean): void =>
  console.log(json ? JSON.stringify(report) : [`记录 ${report.trace}`, ...reportLines(report)].join('\n'));

const noFile = (path: string): UsageProblem => new UsageProblem(`没有文件 ${path}。There is no such file.`, USAGE);

/** Root certificates that were named in the call. */
function rootsOf({ roots }: Asked): string | null {
  if (roots === null) return null;
  if (!isFile(roots)) throw noFile(roots);
  return readFileSync(roots, 'utf8');
}

/** What a package is checked by that nobody of the house stands beside. */
function offlineTrust(asked: Asked, bytes: Buffer): Parameters<typeof checkPackage>[2] {
  const read = asked.sm2Key === null ? null : readPackage(bytes);
  const origin = read !== null && 'info' in read ? read.info.origin : null;
  const secondLine = origin && asked.sm2Key ? sm2NoteKey(origin, asked.sm2Key) : null;
  return { stampRoots: rootsOf(asked), secondLine };
}

function checkFile(file: string, asked: Asked, trust?: Parameters<typeof checkPackage>[2]): number {
  const bytes = readFileSync(file);
  const report = checkPackage(bytes, asked.deep ? 'deep' : 'whole', trust ?? offlineTrust(asked, bytes));
  print(report, asked.json);
  return report.exitCode;
}

interface Seen {
  readonly size: number;
  readonly root: string;
}

function readSeen(file: string): { size: number; root: Uint8Array } | null {
  if (!existsSync(file)) return null;
  try {
    const { size, root } = JSON.parse(readFileSync(file, 'utf8')) as Seen;
    const bytes = readBase64(root, HASH_LENGTH);
    if (bytes === null) throw new Error('no root');
    return { size, root: bytes };
  } catch {
    // Passing over it would hide a log that was begun anew.
    throw new StartupProblem(
      `上次所见检查点的文件读不懂：${file}。The checkpoint that was seen last cannot be read.`,
      '请从备份恢复这个文件；确知丢失时删去它，再核验一次。Bring the file back; when it is lost for certain, delete it and check again.',
    );
  }
}

async function run({ database, databaseUrl, settings }: CommandInput, asked: Asked): Promise<number> {
  const found = await evidenceDeps(database, settings);
  const deps = { ...found, stampRoots: rootsOf(asked) ?? found.stampRoots };
  try {
    const { what } = asked;
    const own = await ownTrust(deps);
    if (what !== null && isFile(what)) {
      return checkFile(what, asked, { trust: own });
    }
    const seenFile = resolve(asked.seen ?? join(settings.dataDir, 'verify-seen.json'));
    const lastSeen = readSeen(seenFile);
    const depth: Depth = asked.deep ? 'deep' : what === null ? 'shallow' : 'whole';
    const one = what === null ? null : await findTrace(deps, what);
    if (one !== null && 'absent' in one) {
      if (!one.isNumber) throw notUnderstood(one.absent);
      console.error(one.absent);
      return EXIT_CODES.incomplete;
    }
    const last = await deps.evidenceLog.checkpoint();
    const total = what === null ? await countSealed(database.query, asked.sinceMs) : 1;
    const many = what === null && !asked.json ? tellMany(total) : null;
    const wish: PageWish = { depth, told: many === null ? 'all' : 'to-look-into' };
    const threads = asked.threads ?? (total < WORTH_THREADS ? 1 : Math.min(availableParallelism(), MOST_THREADS));
    const traces = one === null ? sealedTraces(database.query, asked.sinceMs) : onePage(one.trace);
    const data: ThreadData = { databaseUrl, roots: rootsOf(asked), wish, lastSeen, last };
    const program = new URL('./verify-evidence-thread.ts', import.meta.url);
    const pages = threads > 1 ? checkInThreads(traces, { threads, program, data }) : checkHere();
    async function* checkHere(): AsyncGenerator<CheckedPage> {
      const checker = await createChecker(deps, depth, lastSeen, last);
      for await (const page of traces) yield checkPage(deps, checker, page, wish);
    }
    const sum = new Map<VerdictWord, number>();
    const count = (word: VerdictWord, by: number) => by > 0 && sum.set(word, (sum.get(word) ?? 0) + by);
    let logIsSame = false;
    for await (const page of pages) {
      const { verdicts, reports, notSealed } = page;
      logIsSame ||= page.isSameLog;
      for (const [word, by] of verdicts) count(word, by);
      count('incomplete', notSealed.length);
      if (many !== null) many.page(page);
      else {
        for (const report of reports) print(report, asked.json);
        for (const trace of notSealed) console.error(await whyNotSealed(database.query, trace, deps.clock.now()));
      }
    }
    if (many !== null) {
      many.end(sum);
      console.log(NOT_PROVEN);
    }
    if (last && logIsSame) {
      const head = openCheckpoint(Buffer.from(last.checkpoint), own.log);
      const seen: Seen = { size: head?.size ?? 0, root: Buffer.from(head?.root ?? []).toString('base64') };
      writeFileSync(`${seenFile}.new`, JSON.stringify(seen));
      renameSync(`${seenFile}.new`, seenFile);
    }
    return worst(sum);
  } finally {
    deps.closeConnections();
  }
}

async function* onePage(trace: string): AsyncGenerator<string[]> {
  yield [trace];
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Of many the weightiest: altered before incomplete before gaps. What was erased by rule alone has its own code. */
function worst(sum: ReadonlyMap<VerdictWord, number>): number {
  const order: VerdictWord[] = ['altered', 'incomplete', 'intact-with-gaps', 'intact', 'erased-by-rule'];
  return EXIT_CODES[order.find((word) => sum.has(word)) ?? 'intact'];
}

async function checkOffline(asked: Asked): Promise<number> {
  const { what } = asked;
  if (what === null) throw notUnderstood('--offline 只能核验文件');
  if (!isFile(what)) throw noFile(what);
  return checkFile(what, asked);
}

await endProcess(async () => {
  const asked = readArgs(process.argv.slice(2));
  return asked.offline ? checkOffline(asked) : onDatabase((input) => run(input, asked));
}, NO_VERDICT);
