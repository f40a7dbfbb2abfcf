import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PEERS = join(import.meta.dirname, '..', '.cache', 'peers');
const SECOND_MS = 1_000;
const TOLD_EVERY_S = 15;

/**
 * Installs a peer by npm into a folder of its own, once for each choice of versions, without running any script of it. It is
 * never part of the project's packages or of its lock file.
 * @returns the folder
 * @throws Error in words for whoever reads the terminal, when the registry or a version cannot be had
 */
export async function installPeer(
  name: string,
  packages: Readonly<Record<string, string>>,
  print: (line: string) => void,
  until: (end: () => void) => void,
): Promise<string> {
  const folder = join(PEERS, name);
  const manifest = `${JSON.stringify({ name: `peer-${name}`, private: true, dependencies: packages }, null, 2)}\n`;
  const stamp = join(folder, 'installed-from.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const list = Object.entries(packages).map(([of, version]) => `${of}@${version}`);
  print(`正在安装 installing ${list.join(' ')} → .cache/peers/${name} (some minutes, once)`);
  const begun = performance.now();
  const telling = setInterval(
    () => print(`  … ${((performance.now() - begun) / SECOND_MS).toFixed(0)} s`),
    TOLD_EVERY_S * SECOND_MS,
  );
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // A folder within the project would else be taken for one of its workspaces.
  const args = [
    'install',
    '--ignore-scripts',
    '--no-workspaces',
    '--fetch-retries=1',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const child = spawn(npm, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  until(() => child.kill('SIGTERM'));
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  }).finally(() => clearInterval(telling));
  if (code !== 0) throw new Error(whyNot(name, said));
  writeFileSync(stamp, manifest);
  print(`  已安装 installed in ${((performance.now() - begun) / SECOND_MS).toFixed(0)} s`);
  return folder;
}

function whyNot(name: string, said: string): string {
  const isUnreachable = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ERR_SOCKET_TIMEOUT/.test(said);
  const what = isUnreachable
    ? `连不上 npm 仓库，无法安装 ${name}。The npm registry cannot be reached, so ${name} cannot be installed and nothing was compared.`
    : `无法安装 ${name}。${name} could not be installed.`;
  return `${what}\n${said.trim().split('\n').slice(0, 8).join('\n')}`;
}
