// npm run recording:reindex: makes the index of the recordings again from sealed objects and segment files; 1 when something is missing or damaged.
import { resolve } from 'node:path';
import { sealedChunks } from '../features/evidence/index.ts';
import { reindex } from '../features/recording/index.ts';
import { evidenceDeps } from './evidence-deps.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ database, settings }) => {
  const { store, closeConnections } = await evidenceDeps(database, settings);
  const report = await reindex({
    folder: resolve(settings.recordingDir ?? `${settings.dataDir}/recordings`),
    database,
    groupByShard: settings.groupByShard,
    sealed: sealedChunks({ query: database.query, store }),
    progress: (done, of) => process.stderr.write(`\r${done} / ${of} 个文件 files`),
  }).finally(closeConnections);
  if (report.segments > 0) process.stderr.write('\n');
  console.log(
    `文件 files ${report.segments} · 封存 sealed ${report.objects} · 块 chunks ${report.chunks} · 补入索引 put into the index ${report.added}`,
  );
  for (const { file, damage } of report.damaged) console.log(`✗ ${file} @${damage.at}: ${damage.damage}`);
  if (report.missing > 0) console.log(`✗ 索引里有而文件里没有 in the index and not in the files: ${report.missing}`);
  if (report.withoutKeys > 0) console.log(`✗ 没有密钥的记录 recordings without keys: ${report.withoutKeys}`);
  return report.missing + report.withoutKeys + report.damaged.length === 0 ? 0 : 1;
});
