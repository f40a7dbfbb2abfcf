// Programs that tests need from outside the registry, by the system's own package manager where it may be asked.
import { spawnSync } from 'node:child_process';
import { run } from './prepare.mjs';

export const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** How to run a command as root here, or null when that is not possible without a password. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return has('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

/** Debian's packages; false when they could not be installed, or this is no Debian. */
export function aptInstall(...packages) {
  const prefix = process.platform === 'linux' ? asRoot() : null;
  if (prefix === null || !has('apt-get')) return false;
  const apt = (...args) => {
    const [file, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(file, rest) === 0;
  };
  console.log(`正在安装 ${packages.join(' ')}… installing`);
  return apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', ...packages);
}

/** Homebrew's packages on a Mac; false likewise. */
export function brewInstall(...args) {
  return process.platform === 'darwin' && has('brew') && run('brew', ['install', ...args]) === 0;
}
