import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOneFile } from '../../scripts/one-file.mjs';
import { root } from './source-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preparing-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const holder = () => join(folder, 'held');
const diary = () => join(folder, 'diary');

/** A command that holds the file for a while, and writes down when it began and ended; its exit code and what it said. */
function command(work = '', heard = () => {}): Promise<{ exitCode: number | null; said: string }> {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { oneAtATime } from '${pathToFileURL(join(root, 'scripts', 'one-at-a-time.mjs'))}';
    const note = (what) => appendFileSync(${JSON.stringify(diary())}, what + ' ' + process.pid + '\\n');
    oneAtATime(${JSON.stringify(holder())}, () => console.log('waits'), () => {
      note('begins');
      ${work}
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      note('ends');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text;
    heard();
  });
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, said })));
}

const diaryLines = () => readFileSync(diary(), 'utf8').trim().split('\n');

/** Whoever begins ends before the next begins. */
function expectTurns(turns: number): void {
  const lines = diaryLines();
  expect(lines).toHaveLength(2 * turns);
  for (let turn = 0; turn < turns; turn++) {
    const pid = lines[2 * turn]?.split(' ')[1];
    expect(lines.slice(2 * turn, 2 * turn + 2)).toEqual([`begins ${pid}`, `ends ${pid}`]);
  }
}

it('lets commands begun together prepare one after another, and tells those that wait', async () => {
  const ended = await Promise.all([command(), command(), command()]);
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  expectTurns(3);
  expect(existsSync(holder())).toBe(false);
});

it('says once that it waits for a command that is still at it', async () => {
  writeFileSync(holder(), String(process.pid));
  let waiting: ReturnType<typeof command> | undefined;
  await new Promise<void>((heard) => {
    waiting = command('', heard);
  });
  // It has looked again meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(existsSync(diary())).toBe(false);
  rmSync(holder());
  expect(await waiting).toEqual({ exitCode: 0, said: 'waits\n' });
  expectTurns(1);
});

it('goes on after a command that was killed, or that gave up in the middle', async () => {
  writeFileSync(holder(), String(spawnSync(process.execPath, ['--version']).pid));
  expect(await command('process.exit(1);')).toMatchObject({ exitCode: 1, said: '' });
  expect(existsSync(holder())).toBe(false);
  expect((await command()).exitCode).toBe(0);
  expect(diaryLines().map((line) => line.split(' ')[0])).toEqual(['begins', 'begins', 'ends']);
});

it('makes a program one file that runs elsewhere, and finds what lies beside each of its sources', async () => {
  const at = (...names: string[]) => join(folder, ...names);
  for (const name of ['program', 'made', 'program/node_modules/older']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('program/beside.txt'), 'beside the program');
  writeFileSync(at('program/node_modules/older/beside.txt'), 'beside the package');
  writeFileSync(
    at('program/node_modules/older/index.js'),
    "module.exports = require('fs').readFileSync(__dirname + '/beside.txt', 'utf8');",
  );
  writeFileSync(at('program/later.ts'), "export const later: string = 'and later';");
  writeFileSync(
    at('program/main.ts'),
    `import { readFileSync } from 'node:fs';
    import older from 'older';
    const own: string = readFileSync(new URL('./beside.txt', import.meta.url), 'utf8');
    console.log([own, older, (await import('./later.ts')).later].join(', '));`,
  );
  await makeOneFile(at('program/main.ts'), at('made/program.mjs'));
  rmSync(at('program/main.ts'));
  rmSync(at('program/later.ts'));
  rmSync(at('program/node_modules/older/index.js'));
  const { stdout, stderr } = spawnSync(process.execPath, [at('made/program.mjs')], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toBe('beside the program, beside the package, and later\n');
});

it('a program that changes the engine sees its change in the one file too, where that is asked for', async () => {
  const at = (...names: string[]) => join(folder, ...names);
  mkdirSync(at('program'), { recursive: true });
  writeFileSync(
    at('program/changing.ts'),
    `import { readFileSync } from 'node:fs';
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    (fs as { readFileSync: unknown }).readFileSync = () => 'changed';
    syncBuiltinESMExports();
    console.log(readFileSync('nowhere'));`,
  );
  await makeOneFile(at('program/changing.ts'), at('made/changing.mjs'), { changesBuiltins: true });
  const { stdout } = spawnSync(process.execPath, [at('made/changing.mjs')], { encoding: 'utf8' });
  expect(stdout).toBe('changed\n');
});
