import { reasonOf, VERDICT_LINES, type VerdictWord } from '@huimin/evidence/verify';
import type { CheckedPage } from '../features/evidence/index.ts';

const WIDTH = 30;

/** A line for each recording that is not as it should be, and beside it, on the other stream, how far the check has come. */
export function tellMany(total: number) {
  const terminal = process.stderr.isTTY === true;
  const startMs = performance.now();
  let [done, tenths] = [0, 0];

  const clear = (): void => void (terminal && process.stderr.write('\r\u001b[K'));
  function progress(): void {
    const share = Math.min(1, done / Math.max(total, 1));
    const perSecond = Math.round((done / Math.max(performance.now() - startMs, 1)) * 1_000);
    const line = `[${'#'.repeat(share * WIDTH).padEnd(WIDTH, '-')}] 已核验 ${done}/${total} 份，每秒 ${perSecond} 份`;
    if (terminal) process.stderr.write(`\r\u001b[K${line}`);
    else if (share * 10 >= tenths + 1) {
      tenths = Math.floor(share * 10);
      process.stderr.write(`${line}\n`);
    }
  }

  return {
    page({ verdicts, reports, notSealed }: CheckedPage): void {
      clear();
      for (const report of reports) {
        const { verdict, trace } = report;
        console.log(`✗ ${verdict} ${trace} ${VERDICT_LINES[verdict]}：${reasonOf(report)}`);
      }
      for (const trace of notSealed) console.log(`✗ incomplete ${trace} ${VERDICT_LINES.incomplete}：还没有封存`);
      for (const count of verdicts.values()) done += count;
      done += notSealed.length;
      progress();
    },
    end(sum: ReadonlyMap<VerdictWord, number>): void {
      clear();
      const seconds = (performance.now() - startMs) / 1_000;
      console.log([...sum].map(([word, count]) => `${word} ${count}`).join('，') || '没有封存的记录');
      console.log(`共 ${done} 份，${seconds.toFixed(1)} 秒，每秒 ${Math.round(done / Math.max(seconds, 0.001))} 份`);
    },
  };
}
