// Brings a fresh clone to the point where programs can run: packages, the pinned Node, the built storefront.
// Plain JavaScript for the Node that happens to be on the machine (20 or newer), with nothing installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Ends the program with a reason and a way out.
 * @param {string} what
 * @param {string} remedy
 * @returns {never}
 */
export function giveUp(what, remedy) {
  console.error(`\n✗ ${what}\n  ${remedy}\n`);
  process.exit(1);
}

/** Runs a program in the foreground; returns its exit code (`none` when it could not be started, or a signal ended it). */
export function run(file, args, options = {}, none = 1) {
  const result = spawnSync(file, args, { cwd: root, stdio: 'inherit', ...options });
  return result.status ?? none;
}

const PREPARING = join(root, '.cache', 'preparing');

/** Two commands begun on one fresh clone would write into the same folders; the second finds all done. */
function whileNobodyElsePrepares(work) {
  const sayWaiting = () =>
    console.log(
      `另一个命令正在准备，等它完成…（若没有，请删除 ${PREPARING}） waiting for another command to prepare (if there is none, remove that file)`,
    );
  oneAtATime(PREPARING, sayWaiting, work);
}

export function checkNodeVersion() {
  if (Number(process.versions.node.split('.')[0]) >= 20) return;
  giveUp(
    `本机的 Node ${process.versions.node} 太旧。Node ${process.versions.node} is too old.`,
    '请安装 Node 20 或更新：https://nodejs.org。Install Node 20 or newer.',
  );
}

const installStamp = join(root, 'node_modules', '.installed-from');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** True when node_modules was made from this package-lock.json, or holds what it asks for (other systems' packages aside). */
function isInstalled() {
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === lockHash()) return true;
  const installedList = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed[path];
    if (there === undefined) return entry.optional === true;
    return there.link === true || there.version === entry.version;
  });
}

export function ensureInstalled() {
  if (!isInstalled()) whileNobodyElsePrepares(install);
}

function install() {
  if (isInstalled()) return;
  console.log('正在安装依赖（npm ci）… installing packages');
  // The build tools are development packages; NODE_ENV=production must not leave them out.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Packages run on the Node that is installed with them; warnings about the machine's own would only worry.
  const quiet = ['--no-fund', '--no-audit', '--loglevel=error'];
  if (run(npm, ['ci', '--include=dev', '--include=optional', ...quiet]) !== 0) {
    giveUp(
      '依赖安装失败。Installing the packages failed.',
      '请检查网络和 npm 源（npm config get registry）后重试。Check the network and the npm registry, then try again.',
    );
  }
  writeFileSync(installStamp, lockHash());
}

/** The Node that runs the TypeScript files as they are: the pinned one, or the machine's own if it is new enough. */
export function runtimeNode() {
  const pinned = join(root, 'node_modules', 'node', 'bin', 'node');
  const works = () => existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0;
  if (works()) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  // npm may have been told not to run install scripts; this package's script fetches the program itself.
  run('npm', ['rebuild', 'node', '--ignore-scripts=false']);
  if (works()) return pinned;
  return giveUp(
    '没有可用的 Node 24。There is no Node 24 to run the server.',
    '请运行 npm rebuild node --ignore-scripts=false，或直接安装 Node 24。Run that command, or install Node 24.',
  );
}

function hashFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', '.cache'].includes(entry.name)) hashFolder(hash, path);
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      hash
        .update(`${path.slice(root.length)}\0`)
        .update(readFileSync(path))
        .update('\0');
    }
  }
}

const STOREFRONT = {
  name: 'storefront',
  // The browser's pages, then the landing page for the server.
  builds: [[], ['--ssr', 'src/landing/entry-server.tsx']],
  results: ['client/index.html', 'server/landing.js'],
};

/** Builds the residents' pages if their sources, or what they import, changed since the last build. */
export function ensureStorefront(node) {
  ensureBuilt(node, STOREFRONT);
}

/** Whether the residents' pages stand built from the sources as they are now. */
export function isStorefrontBuilt() {
  return stateOf(STOREFRONT).isBuilt;
}

/** Builds the operators' console likewise. */
export function ensureConsole(node) {
  const precompress = join('apps', 'storefront', 'vite', 'precompress-plugin.ts');
  ensureBuilt(node, {
    name: 'console',
    builds: [[], ['--config', 'vite.offline.config.ts']],
    results: ['index.html', 'player.html', 'report.html', 'offline/offline.html'],
    more: [precompress],
  });
}

/** The server's program as one file; what it stands for is this folder, wherever it lies. */
const SERVER_FILE = join(root, '.cache', 'server.mjs');
const SERVER_SOURCE = join(root, 'apps', 'server', 'src', 'main.ts');

/** Makes the server's program one file, if its sources changed since that was done last. */
export function ensureServer(node) {
  if (!serverState().isBuilt) whileNobodyElsePrepares(() => makeServer(node));
}

function serverState() {
  const hash = createHash('sha256').update(`${root}\0`);
  for (const file of ['package-lock.json', join('scripts', 'one-file.mjs')])
    hash.update(readFileSync(join(root, file)));
  for (const folder of [join('apps', 'server'), 'packages']) hashFolder(hash, join(root, folder));
  const wanted = hash.digest('hex');
  const stamp = join(root, '.cache', 'server-build');
  return { wanted, stamp, isBuilt: existsSync(SERVER_FILE) && holds(stamp, wanted) };
}

function makeServer(node) {
  const { wanted, stamp, isBuilt } = serverState();
  if (isBuilt) return;
  mkdirSync(dirname(SERVER_FILE), { recursive: true });
  if (run(node, [join(root, 'scripts', 'one-file.mjs'), SERVER_SOURCE, SERVER_FILE]) !== 0) {
    giveUp('服务端程序打包失败。Making the server one file failed.', '请按上面的提示修正后重试。See the lines above.');
  }
  writeFileSync(stamp, wanted);
}

/** What its sources hash to now, where the hash of those it was built from is kept, and whether they are the same. */
function stateOf({ name, results, more = [] }) {
  const folder = join(root, 'apps', name);
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const seeded = join(root, 'apps', 'server', 'seed', 'documents');
  const evidence = join(root, 'packages', 'evidence', 'src');
  for (const part of [folder, join(root, 'packages', 'contract'), join(root, 'packages', 'domain'), evidence, seeded])
    hashFolder(hash, part);
  for (const file of more) hash.update(readFileSync(join(root, file)));
  const wanted = hash.digest('hex');
  const stamp = join(root, '.cache', `${name}-build`);
  const stands = results.every((file) => existsSync(join(folder, 'dist', file)));
  return { folder, wanted, stamp, isBuilt: stands && holds(stamp, wanted) };
}

const holds = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

function ensureBuilt(node, app) {
  if (!stateOf(app).isBuilt) whileNobodyElsePrepares(() => build(node, app));
}

function build(node, app) {
  const { folder, wanted, stamp, isBuilt } = stateOf(app);
  if (isBuilt) return;
  const { name, builds } = app;
  console.log(`正在构建页面… building the ${name}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const options of builds) {
    if (run(node, [vite, 'build', '--logLevel', 'warn', ...options], { cwd: folder, env }) !== 0) {
      giveUp(`页面构建失败。Building the ${name} failed.`, '请按上面的提示修正后重试。See the lines above.');
    }
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * How the server is started: from one file where that stands for the sources as they are now, else from the sources themselves, which
 * takes twice the time and a quarter more memory; a young generation of a size that fits small machines too (left alone it grows past
 * 120 MB under load; half of this is emptied so often that it costs a sixth of the processor's time); and compiled code kept for the
 * next start, which then needs no TypeScript stripper in memory.
 */
export function serverProgram() {
  return {
    // What waits for its batch outlives the young generation; left to itself, the old one doubles before it is looked through.
    // A start fills the young one again and again while it is small, and looks through all of a small old one.
    args: [
      '--initial-old-space-size=64',
      '--min-semi-space-size=16',
      '--max-semi-space-size=16',
      '--heap-growing-percent=60',
      serverState().isBuilt ? SERVER_FILE : SERVER_SOURCE,
    ],
    // An arena for each thread would keep what it once needed: a third more memory under load.
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), MALLOC_ARENA_MAX: '2' },
  };
}

/**
 * Runs a long-lived program, hands signals on to it and ends with its exit code.
 * The program sees the closing of its channel to us, so that it stops even when we are killed.
 */
export function runUntilStopped(file, args, options = {}) {
  const child = spawn(file, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => giveUp(`无法启动 ${file}：${error.message}`, 'npm ci'));
  child.on('exit', (code, signal) => {
    // Killed by the system, for want of memory for example, it could not say so itself.
    if (signal) console.error(`${args.find((arg) => !arg.startsWith('-')) ?? file}: ${signal}`);
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
  return child;
}
