// npm test: every test, on a fresh machine too. Arguments go on to vitest.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChineseFont, ensureChromium } from './find-chromium.mjs';
import { ensureOutsideVerifiers } from './outside-verifiers.mjs';
import {
  checkNodeVersion,
  ensureConsole,
  ensureInstalled,
  ensureServer,
  ensureStorefront,
  giveUp,
  root,
  run,
  runtimeNode,
} from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
const node = runtimeNode();
const chromium = ensureChromium();
ensureChineseFont();
ensureOutsideVerifiers();
ensureStorefront(node);
ensureConsole(node);
ensureServer(node);

const report = join(root, '.cache', `test-report-${process.pid}.json`);
mkdirSync(join(root, '.cache'), { recursive: true });
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
const env = { ...process.env, CHROMIUM_PATH: chromium, PATH: path, NODE_ENV: 'test' };
const exitCode = run(node, [...args, ...process.argv.slice(2)], { env });

let counts;
try {
  counts = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  giveUp('测试没有跑完，没有结果。The test run ended without a result.', '请看上面的输出。See the lines above.');
}
rmSync(report, { force: true });
// A file that cannot be loaded has no tests to count; it is a failure all the same.
const brokenFiles = counts.testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
).length;
const failed = counts.numFailedTests + brokenFiles;
const skipped = counts.numPendingTests + (counts.numTodoTests ?? 0);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exit(exitCode !== 0 || failed > 0 || counts.numPassedTests === 0 ? 1 : 0);
