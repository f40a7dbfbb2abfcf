import { type SpawnOptions, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupProblem } from '../startup-problem.ts';

/**
 * Under which account the PostgreSQL programs run. PostgreSQL refuses to run as root; for root they run as `nobody`,
 * which every system has, so nothing has to be added to the machine.
 */
export type PostgresAccount = {
  /** Owner to give to files PostgreSQL must own; null when that is ourselves anyway. */
  owner: { uid: number; gid: number } | null;
  /** Rewrites a command so that it runs under the account. */
  command(file: string, args: string[]): { file: string; args: string[]; options: SpawnOptions };
};

const capabilityBits = { dac_override: 1, dac_read_search: 2 };

/**
 * @param paths folders and programs the account must be able to reach
 */
export function choosePostgresAccount(paths: readonly string[]): PostgresAccount {
  if (process.getuid?.() !== 0) {
    return { owner: null, command: (file, args) => ({ file, args, options: {} }) };
  }
  const owner = nobody();
  const unreachable = paths.map((path) => firstUnreachable(path, owner)).find((path) => path !== null);
  if (unreachable === undefined || unreachable === null) {
    return { owner, command: (file, args) => ({ file, args, options: owner }) };
  }
  // A clone under /root is reachable for root alone. The account then gets the one right to walk through closed
  // folders, and no other right of root.
  const capability = heldCapability();
  if (capability === null || spawnSync('setpriv', ['--version']).status !== 0) {
    throw new StartupProblem(
      `以 root 启动时数据库以 nobody 账户运行，但它无法进入 ${unreachable}。As root, PostgreSQL runs as user nobody, which may not enter ${unreachable}.`,
      `请执行 chmod o+x ${unreachable}，或把项目和 DATA_DIR 放到别处（如 /srv），或用普通用户启动。Run chmod o+x ${unreachable}, or keep the project and DATA_DIR elsewhere (such as /srv), or start as an ordinary user.`,
    );
  }
  const only = `-all,+${capability}`;
  const prefix = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // Without the bit, access(2) would ignore the right that was just given.
  prefix.push('--securebits=+no_setuid_fixup');
  prefix.push(`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`, '--no-new-privs');
  return {
    owner,
    command: (file, args) => ({ file: 'setpriv', args: [...prefix, file, ...args], options: {} }),
  };
}

function nobody(): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  const uid = ask('-u');
  const gid = ask('-g');
  return uid > 0 && gid > 0 ? { uid, gid } : { uid: 65534, gid: 65534 };
}

/** The outermost folder on the way to `path` that the account may not walk through, or null. */
function firstUnreachable(path: string, account: { uid: number; gid: number }): string | null {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders) {
    const { mode, uid, gid } = statSync(folder);
    const searchBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & searchBit) === 0) return folder;
  }
  return null;
}

function heldCapability(): keyof typeof capabilityBits | null {
  if (process.platform !== 'linux') return null;
  const line = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  const held = BigInt(`0x${line?.[1] ?? '0'}`);
  const has = (name: keyof typeof capabilityBits) => ((held >> BigInt(capabilityBits[name])) & 1n) === 1n;
  if (has('dac_read_search')) return 'dac_read_search';
  return has('dac_override') ? 'dac_override' : null;
}
