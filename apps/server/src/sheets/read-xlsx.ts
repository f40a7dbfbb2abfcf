import { Worker } from 'node:worker_threads';
import { SheetProblem, type SheetRow } from './sheet-row.ts';
import type { XlsxAnswer } from './xlsx-worker.ts';

const TIME_LIMIT_MS = 120_000;
const MEMORY_MB = 768;

/**
 * The rows of the first sheet of an XLSX file, read in a thread of its own: nobody else waits for it, and a file made to
 * fill the memory ends that thread only. Throws SheetProblem.
 */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    workerData: bytes,
  });
  const answers = queueOf(worker);
  try {
    for (;;) {
      const answer = await answers.next();
      if ('problem' in answer) throw new SheetProblem(answer.problem);
      if ('end' in answer) return;
      yield* answer.rows;
      worker.postMessage('more');
    }
  } finally {
    answers.stop();
    await worker.terminate();
  }
}

function queueOf(worker: Worker): { next(): Promise<XlsxAnswer>; stop(): void } {
  const arrived: XlsxAnswer[] = [];
  let wake: (() => void) | null = null;
  const put = (answer: XlsxAnswer): void => {
    arrived.push(answer);
    wake?.();
  };
  const timer = setTimeout(() => put({ problem: '文件读得太久，请分成几份' }), TIME_LIMIT_MS);
  worker.on('message', put);
  worker.on('error', () => put({ problem: '表格太大或已损坏，读不了。请重新保存，或分成几份' }));
  return {
    async next() {
      if (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return arrived.shift() as XlsxAnswer;
    },
    stop: () => clearTimeout(timer),
  };
}
