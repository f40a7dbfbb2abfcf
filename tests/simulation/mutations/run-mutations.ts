import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MUTATIONS, type Mutation } from './mutations.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const OWN_PACKAGES = '@huimin';
const LIMIT_MS = 30 * 60_000;

/** What the simulation said of a broken copy. */
interface Verdict {
  readonly mutation: Mutation;
  /** Null: not caught. */
  readonly seed: number | null;
  readonly text: string;
}

/**
 * Applies each mutation alone in a copy of the tree and plays seeds there until one fails. Prints a table; true when
 * every one was caught.
 */
export function runMutations(options: { readonly seeds: number; readonly only: string | null }): boolean {
  const chosen = MUTATIONS.filter(({ name }) => options.only === null || name.includes(options.only));
  const copy = copyTree();
  try {
    console.log('| Break | Caught | Seed | By |\n| --- | --- | --- | --- |');
    let missed = 0;
    for (const mutation of chosen) {
      const { seed, text } = tryOne(copy, mutation, options.seeds);
      if (seed === null) missed += 1;
      console.log(`| ${mutation.name} | ${seed === null ? 'no' : 'yes'} | ${seed ?? ''} | ${text} |`);
    }
    console.log(`\n${chosen.length - missed} of ${chosen.length} caught`);
    return missed === 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function tryOne(copy: string, mutation: Mutation, seeds: number): Verdict {
  const path = join(copy, mutation.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(mutation.text).length !== 2) throw new Error(`${mutation.name}: its text is not there exactly once`);
  writeFileSync(
    path,
    source.replace(mutation.text, () => mutation.replacement),
  );
  try {
    const program = join(copy, 'tests', 'simulation', 'main.ts');
    const { stdout, stderr } = spawnSync(process.execPath, [program, '--seeds', String(seeds), '--brief'], {
      cwd: copy,
      encoding: 'utf8',
      timeout: LIMIT_MS,
    });
    const line = stdout.trim().split('\n').at(-1) ?? '';
    if (!line.startsWith('{')) throw new Error(`${mutation.name}: the copy does not run\n${stderr.slice(-2_000)}`);
    const { seed, failure = '' } = JSON.parse(line) as { seed: number | null; failure?: string };
    return { mutation, seed, text: failure.replaceAll('|', '/').slice(0, 120) };
  } finally {
    writeFileSync(path, source);
  }
}

/** The files of the working tree and its installed packages; own packages are those of the copy. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'huimin-mutations-'));
  const files = execFileSync('git', ['ls-files', '-z', 'apps', 'packages', 'tests', 'package.json'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '');
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== OWN_PACKAGES) symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, OWN_PACKAGES))) {
    const link = join(from, OWN_PACKAGES, name);
    if (lstatSync(link).isSymbolicLink()) symlinkSync(readlinkSync(link), join(to, OWN_PACKAGES, name));
  }
  return copy;
}
