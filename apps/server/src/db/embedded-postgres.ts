import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { StartupProblem } from '../startup-problem.ts';
import { takeFolderLock } from './folder-lock.ts';
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { endProcess, isProcessAlive, processCommand, processIdentity } from './process-identity.ts';

export type EmbeddedPostgresOptions = {
  /** The program's data folder; the cluster lives in its folder `postgres`. */
  dataDir: string;
  log?: (line: string) => void;
  /** Only for throw-away test clusters: no fsync, so a power cut loses them. */
  durable?: boolean;
  /** Called when PostgreSQL ends although nobody asked it to. */
  onUnexpectedExit?: (reason: string) => void;
};

export type EmbeddedPostgres = { url: string; port: number; stop(): Promise<void> };

type Access = { user: string; password: string; database: string; port: number };

const readyTimeoutMs = 60_000;
const logLimitBytes = 10 * 1024 * 1024;

/**
 * Starts the PostgreSQL that comes with the project on 127.0.0.1 and resolves when it takes connections.
 * The first start makes the cluster; later ones take it as it is, also after a `kill -9` of this process or of PostgreSQL.
 * @throws StartupProblem when the person can do something about it
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const dataDir = resolve(options.dataDir);
  makeDataFolder(dataDir);
  const lock = takeFolderLock(join(dataDir, 'postgres.lock'));
  if ('heldBy' in lock) {
    throw new StartupProblem(
      `数据文件夹 ${dataDir} 正被另一个已启动的程序（进程 ${lock.heldBy}）使用。The data folder is in use by a running instance (process ${lock.heldBy}).`,
      '请先停止那个程序，或用 DATA_DIR 指定另一个文件夹。Stop that one first, or set DATA_DIR to another folder.',
    );
  }
  try {
    const binaries = findPostgresBinaries();
    const clusterDir = join(dataDir, 'postgres');
    const account = choosePostgresAccount([clusterDir, binaries.postgres, binaries.initdb]);
    const accessFile = join(dataDir, 'postgres-access.json');
    const durable = options.durable ?? true;
    if (!existsSync(join(clusterDir, 'PG_VERSION'))) {
      log('正在准备数据库（只在首次启动时）… preparing the database (first start only)');
      await makeCluster({ dataDir, clusterDir, accessFile, binaries, account, durable });
    }
    const access = readAccess(accessFile, clusterDir);
    await endOrphan(clusterDir, log);
    const port = await freePort(access.port);
    writeFileDurably(accessFile, JSON.stringify({ ...access, port }, null, 2));
    const logFile = join(dataDir, 'postgres.log');
    const child = await startPostmaster({ clusterDir, logFile, binaries, account, port, durable });

    let stopping = false;
    child.once('exit', (code, signal) => {
      if (!stopping) options.onUnexpectedExit?.(`PostgreSQL ended (${signal ?? code}); see ${logFile}`);
    });
    return {
      url: addressOf({ ...access, port }),
      port,
      async stop() {
        if (stopping) return;
        stopping = true;
        await endPostmaster(child.pid as number);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Where the PostgreSQL of a data folder listens while its program runs.
 * @throws StartupProblem when the folder does not say so
 */
export function embeddedAddress(dataDir: string): string {
  return addressOf(readAccess(join(dataDir, 'postgres-access.json'), join(dataDir, 'postgres')));
}

function addressOf({ user, password, port, database }: Access): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/**
 * Ends a PostgreSQL that still runs on this data folder although the program that started it is gone, and removes nothing.
 * For folders whose program is known to be dead.
 */
export async function endOrphanPostgres(dataDir: string): Promise<void> {
  await endOrphan(join(resolve(dataDir), 'postgres'), () => {});
}

function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    const probe = join(dataDir, `.write-probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartupProblem(
      `数据文件夹 ${dataDir} 不能读写（${(error as NodeJS.ErrnoException).code}）。The data folder cannot be read and written.`,
      '请检查它的属主和权限，或用 DATA_DIR 指定另一个文件夹。Check its owner and permissions, or set DATA_DIR to another folder.',
    );
  }
}

type MakeClusterInput = {
  dataDir: string;
  clusterDir: string;
  accessFile: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  durable: boolean;
};

/** Makes the cluster beside its final place and renames it there, so that an interrupted first start leaves no half of one. */
async function makeCluster(input: MakeClusterInput): Promise<void> {
  const { dataDir, clusterDir, account, binaries } = input;
  if (existsSync(clusterDir) && readdirSync(clusterDir).length > 0) {
    throw new StartupProblem(
      `${clusterDir} 不是一个完整的数据库文件夹。${clusterDir} is not a complete database folder.`,
      '请把它移走（不要删除，里面可能有数据），或用 DATA_DIR 指定另一个文件夹。Move it away (it may hold data), or set DATA_DIR to another folder.',
    );
  }
  const making = `${clusterDir}.making`;
  const passwordFile = join(dataDir, '.postgres-password');
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  const access: Access = {
    user: 'huimin',
    password: randomBytes(24).toString('base64url'),
    database: 'huimin',
    port: 0,
  };
  try {
    writeFileSync(passwordFile, access.password, { mode: 0o600 });
    if (account.owner) {
      chownSync(making, account.owner.uid, account.owner.gid);
      chownSync(passwordFile, account.owner.uid, account.owner.gid);
    }
    const args = ['-D', making, '-U', access.user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    args.push('--encoding=UTF8', '--locale=C', '--no-instructions');
    if (!input.durable) args.push('--no-sync');
    await runToEnd(account, binaries.initdb, args);
    await runToEnd(
      account,
      binaries.postgres,
      ['--single', '-D', making, 'postgres'],
      `CREATE DATABASE ${access.database}\n`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileDurably(input.accessFile, JSON.stringify(access, null, 2));
  rmSync(clusterDir, { recursive: true, force: true });
  renameSync(making, clusterDir);
}

function runToEnd(account: PostgresAccount, program: string, programArgs: string[], input = ''): Promise<void> {
  const { file, args, options } = account.command(program, programArgs);
  return new Promise((done, fail) => {
    const child = spawn(file, args, { ...options, cwd: '/', env: postgresEnvironment(), stdio: 'pipe' });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => fail(cannotStart(error.message)));
    child.once('close', (code) => (code === 0 ? done() : fail(cannotStart(output.trim()))));
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

function cannotStart(detail: string): StartupProblem {
  return new StartupProblem(
    `内置 PostgreSQL 无法启动。The embedded PostgreSQL could not be started:\n${detail}`,
    '请按上面的提示处理（磁盘空间、权限、缺少的系统库），或用 DATABASE_URL 指定一个 PostgreSQL。See the lines above (disk space, permissions, a missing system library), or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** The programs get no variable of ours: neither secrets nor PG* settings that would redirect them. */
function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function readAccess(file: string, clusterDir: string): Access {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Access;
  } catch {
    throw new StartupProblem(
      `${file} 丢失或损坏，无法登录 ${clusterDir} 中的数据库。${file} is missing or damaged, so the database cannot be opened.`,
      '请从备份恢复这个文件；如果不需要原来的数据，移走整个数据文件夹即可重新开始。Restore it from a backup, or move the whole data folder away to start anew.',
    );
  }
}

type PostmasterFile = { pid: number; ready: boolean; lines: string[] };

function readPostmasterFile(clusterDir: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Math.abs(Number(lines[0])), ready: lines[7]?.trim() === 'ready', lines };
  } catch {
    return null;
  }
}

async function endOrphan(clusterDir: string, log: (line: string) => void): Promise<void> {
  const file = readPostmasterFile(clusterDir);
  if (file === null || !(file.pid > 1) || !isProcessAlive(file.pid) || processIdentity(file.pid) === null) return;
  if (processCommand(file.pid).includes(clusterDir)) {
    log('上次异常退出留下的数据库进程正在收尾… ending the PostgreSQL left over from the last run');
    await endPostmaster(file.pid);
    return;
  }
  // The id now belongs to someone else. The file stays, because PostgreSQL finds back-ends that outlived their
  // postmaster by its shared memory line; only the misleading id goes.
  writeFileSync(join(clusterDir, 'postmaster.pid'), [String(deadProcessId()), ...file.lines.slice(1)].join('\n'));
}

function deadProcessId(): number {
  for (let pid = 99_000; pid > 2; pid -= 1) if (!isProcessAlive(pid)) return pid;
  throw new Error('no unused process id');
}

async function endPostmaster(pid: number): Promise<void> {
  // SIGINT rolls back what runs and writes a checkpoint; SIGQUIT leaves the repair to the next start.
  const gone = await endProcess(pid, [
    { signal: 'SIGINT', graceMs: 30_000 },
    { signal: 'SIGQUIT', graceMs: 10_000 },
  ]);
  if (!gone) {
    throw new StartupProblem(
      `数据库进程 ${pid} 没有停下来。The PostgreSQL process ${pid} does not stop.`,
      `请手动结束它（kill ${pid}）后再启动。End it by hand (kill ${pid}) and start again.`,
    );
  }
}

/** The port of the last start if it is still free, otherwise one the system picks. */
async function freePort(preferred: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | null>((done) => {
      const probe = createServer();
      probe.once('error', () => done(null));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => done(typeof address === 'object' && address ? address.port : null));
      });
    });
  const port = (preferred > 0 ? await tryPort(preferred) : null) ?? (await tryPort(0));
  if (port === null) throw cannotStart('no free port on 127.0.0.1');
  return port;
}

type PostmasterInput = {
  clusterDir: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  port: number;
  durable: boolean;
};

async function startPostmaster(input: PostmasterInput): Promise<ChildProcess> {
  // Back-ends that outlived a killed postmaster leave within moments; until then PostgreSQL rightly refuses to start.
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryPostmaster(input);
    if ('child' in outcome) return outcome.child;
    if (attempt >= 20 || !/pre-existing shared memory|lock file .* already exists/.test(outcome.output)) {
      throw cannotStart(outcome.output.split('\n').slice(-12).join('\n'));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function tryPostmaster(input: PostmasterInput): Promise<{ child: ChildProcess } | { output: string }> {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(input.port),
    unix_socket_directories: '',
    // A throw-away one serves many servers at once, some of them killed a moment ago.
    max_connections: input.durable ? '100' : '300',
    shared_buffers: input.durable ? '256MB' : '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: input.durable ? 'on' : 'off',
  };
  if (!input.durable) settings.full_page_writes = 'off';
  const postgresArgs = ['-D', input.clusterDir];
  for (const [name, value] of Object.entries(settings)) postgresArgs.push('-c', `${name}=${value}`);
  const { file, args, options } = input.account.command(input.binaries.postgres, postgresArgs);

  if ((statSync(input.logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes) {
    renameSync(input.logFile, `${input.logFile}.1`);
  }
  const logHandle = openSync(input.logFile, 'a', 0o600);
  const logStart = statSync(input.logFile).size;
  // Its own process group: Ctrl-C in the terminal must reach this program only, which then stops PostgreSQL last.
  const child = spawn(file, args, {
    ...options,
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['ignore', logHandle, logHandle],
    detached: true,
  });
  closeSync(logHandle);
  child.unref();
  const failed = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('exit', (code, signal) => done(linesAfter(input.logFile, logStart) || `ended with ${signal ?? code}`));
  });
  const pauseMs = 10;
  for (let waitedMs = 0; waitedMs < readyTimeoutMs; waitedMs += pauseMs) {
    const outcome = await Promise.race([failed, new Promise<null>((done) => setTimeout(() => done(null), pauseMs))]);
    if (outcome !== null) return { output: outcome };
    const file = readPostmasterFile(input.clusterDir);
    if (file?.ready && file.pid === child.pid) return { child };
  }
  await endPostmaster(child.pid as number);
  return { output: `not ready after ${readyTimeoutMs / 1000} s; see ${input.logFile}` };
}

function linesAfter(logFile: string, start: number): string {
  // The folder may be gone already when a program that was stopped is reaped.
  return existsSync(logFile) ? readFileSync(logFile).subarray(start).toString('utf8').trim() : '';
}

/** Replaces a file of ours in one step, readable by the owner only. */
function writeFileDurably(file: string, text: string): void {
  const handle = openSync(`${file}.new`, 'w', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
}
