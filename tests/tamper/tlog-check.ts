import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = new URL('../../tools/tlog-check/main.go', import.meta.url).pathname;
/** Where Debian's golang-golang-x-mod-dev puts golang.org/x/mod. */
const GOPATH = process.env.TLOG_GOPATH ?? '/usr/share/gocode';

/** Why the public packages for tile logs cannot be asked here; null when they can. */
export function tlogCheckMissing(): string | null {
  if (spawnSync('go', ['version']).status !== 0) return 'go is not there (Debian: golang-go)';
  return existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb/tlog'))
    ? null
    : 'golang.org/x/mod is not there (Debian: golang-golang-x-mod-dev)';
}

/** Builds tools/tlog-check into a folder; answers what it says of a log: its exit code and its words. */
export function buildTlogCheck(folder: string): (args: readonly string[]) => { status: number | null; said: string } {
  const program = join(folder, 'tlog-check');
  const env = { ...process.env, GO111MODULE: 'off', GOPATH, GOFLAGS: '' };
  const built = spawnSync('go', ['build', '-o', program, SOURCE], { env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`tools/tlog-check cannot be built: ${built.stderr}`);
  return (args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
}
