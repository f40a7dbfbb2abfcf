// Python and OpenSSL 3 give the evidence a second opinion in some tests. A slim Debian has neither, a Mac another openssl.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { aptInstall, brewInstall } from './install-program.mjs';

/** Homebrew keeps its OpenSSL beside the path, since the system has its own. */
const KEGS = ['/opt/homebrew/opt/openssl@3/bin', '/usr/local/opt/openssl@3/bin'];

/** Why Python cannot be asked here; null when it can. */
export function pythonMissing() {
  const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
  return python.status === 0 ? null : 'python3, 3.9 or later, is not there';
}

/** Why OpenSSL cannot be asked here; null when it can. */
export function opensslMissing() {
  const openssl = spawnSync('openssl', ['version'], { encoding: 'utf8' });
  return /^OpenSSL [3-9]/.test(openssl.stdout ?? '') ? null : 'openssl, 3 or later, is not there';
}

function lookInKegs() {
  if (opensslMissing()) process.env.PATH = [...KEGS.filter(existsSync), process.env.PATH].join(delimiter);
}

/** Installs what is not there, and says so when that cannot be done: those tests are skipped then. */
export function ensureOutsideVerifiers() {
  lookInKegs();
  const absent = { python3: pythonMissing(), openssl: opensslMissing() };
  const names = Object.keys(absent).filter((name) => absent[name]);
  if (names.length === 0) return;
  if (!aptInstall(...names)) for (const name of names) brewInstall(name === 'openssl' ? 'openssl@3' : name);
  lookInKegs();
  for (const reason of [pythonMissing(), opensslMissing()].filter(Boolean)) {
    console.warn(`! ${reason}：用它复核存证的测试跳过。Tests that ask it about evidence are skipped.`);
  }
}
