// npm run imports:rehearse -- --rows 100000: a file of invented claims through the console of a real server, which is killed
// while it reads and while it lets rows count. 1 when a row is there twice, is missing, or a mistake was not found.
import { parseArgs } from 'node:util';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { reachDatabase } from '../../apps/server/src/db/reach-database.ts';
import { newestClaimFiles } from '../../apps/server/src/features/claims/index.ts';
import { readStartSettings } from '../../apps/server/src/settings.ts';
import { makeHome, type Program, ready, startProgram } from '../integration/program.ts';
import { inventClaims } from './invent-claims.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const rows = Number(values.rows);
if (!Number.isInteger(rows) || rows < 5_000 || rows > 300_000) {
  console.error('npm run imports:rehearse -- --rows N\n\nN: 5000 to 300000 invented rows');
  process.exit(2);
}
let shown = '';
const home = await makeHome();
let program: Program | null = null;
const start = async (): Promise<string> => {
  program = startProgram(home.environment);
  await ready(program);
  return program.origin;
};
try {
  const rehearsal: Rehearsal = {
    file: inventClaims(rows),
    start,
    async kill() {
      program?.child.kill('SIGKILL');
      await program?.ended;
      return start();
    },
    claimFiles,
    say: (text) => console.log(text),
    bar: showBar,
  };
  const isRight = await rehearse(rehearsal);
  console.log(isRight ? '✓ 一行不多，一行不少' : '✗ 对不上，见上面');
  process.exitCode = isRight ? 0 : 1;
} finally {
  (program as Program | null)?.child.kill('SIGINT');
  await (program as Program | null)?.ended;
  home.remove();
}

/** What the claims know of files, read where they are kept. */
async function claimFiles() {
  const settings = readStartSettings(home.environment);
  const reached = await reachDatabase(settings);
  const database = openDatabase({ url: reached.url, maxConnections: 1, distributed: settings.groupByShard });
  try {
    return await newestClaimFiles(database.query, 100);
  } finally {
    await database.close();
    await reached.stop();
  }
}

/** A bar on a terminal, a line for every tenth elsewhere. */
function showBar(label: string, done: number, all: number, more: string): void {
  const width = 40;
  const filled = Math.floor((done * width) / all);
  const text = `${label} [${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${done} / ${all}${more}`;
  const mark = `${label} ${Math.floor((done * 10) / all)}`;
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${text}${done >= all ? '\n' : ''}`);
  else if (mark !== shown) console.log(text);
  shown = mark;
}
