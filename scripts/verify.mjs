// npm run verify: format, lint, types, dead code, layout. Runs all of them and says which failed.

import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
const node = runtimeNode();
const program = (...path) => join(root, 'node_modules', ...path);
const env = { ...process.env, PATH: `${program('.bin')}:${process.env.PATH}` };

const checks = [
  ['format and lint', program('.bin', 'biome'), ['ci', '--error-on-warnings', '.']],
  ['types', program('.bin', 'tsc'), ['-p', 'tsconfig.json', '--noEmit']],
  ['dead code', program('.bin', 'knip'), []],
  ['layout', node, [program('vitest', 'vitest.mjs'), 'run', '--project', 'unit', 'tests/architecture']],
];

const failed = [];
for (const [name, file, args] of checks) {
  console.log(`\n── ${name}`);
  if (run(file, args, { env }) !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\n✗ verify: ${failed.join(', ')}`);
  process.exit(1);
}
console.log('\n✓ verify');
