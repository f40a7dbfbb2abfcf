// npm run evidence:rebuild-log: brings back files of the log that the store lost, out of the entries in the database; 1 when something does not fit.
import { rebuildLog } from '../features/evidence/index.ts';
import { evidenceDeps } from './evidence-deps.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ database, settings }) => {
  const { evidenceLog, closeConnections } = await evidenceDeps(database, settings);
  const progress = (done: number, of: number) => process.stderr.write(`\r${done} / ${of} 个文件 files`);
  const rebuilt = await rebuildLog(evidenceLog, progress).finally(closeConnections);
  if ('damage' in rebuilt) {
    console.error(`✗ 什么也没有写：${rebuilt.damage}。Nothing was written.`);
    return 1;
  }
  const { size, files, written, different } = rebuilt;
  if (files > 0) process.stderr.write('\n');
  console.log(
    `检查点成立 the checkpoint holds：${size} 条 entries · ${files} 个文件 files · 补回 brought back ${written.length}`,
  );
  for (const path of different) console.log(`✗ 内容不同，没有动 has other bytes, left alone: log/${path}`);
  return different.length === 0 ? 0 : 1;
});
