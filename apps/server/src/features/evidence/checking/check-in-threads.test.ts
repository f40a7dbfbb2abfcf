import { expect, test } from 'vitest';
import { checkInThreads } from './check-in-threads.ts';

/** A thread that says of each page what it was given, after as long as the page says, and falls over one that is called so. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let last = Promise.resolve();
    parentPort.on('message', (traces) => {
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, traces === null ? 0 : Number(traces[1]))));
      last.then(() => {
        if (traces === null) parentPort.close();
        else if (traces[0] === 'falls') throw new Error('it fell');
        else parentPort.postMessage({ verdicts: new Map(), reports: [], notSealed: traces, isSameLog: false });
      });
    });
  `)}`,
);

async function* pagesOf(...pages: string[][]): AsyncGenerator<string[]> {
  yield* pages;
}

async function checked(pages: string[][]): Promise<readonly string[][]> {
  const found: string[][] = [];
  for await (const { notSealed } of checkInThreads(pagesOf(...pages), { threads: 2, program: PROGRAM, data: {} })) {
    found.push([...notSealed]);
  }
  return found;
}

test('pages come back in their order, each once, however long a thread takes', async () => {
  const pages = Array.from({ length: 9 }, (_, at) => [`page ${at}`, String(at % 2 === 0 ? 30 : 0)]);
  expect(await checked(pages)).toEqual(pages);
  expect(await checked([])).toEqual([]);
});

test('a thread that falls ends the check: no page is passed over', async () => {
  const pages = [
    ['page 0', '0'],
    ['falls', '0'],
    ['page 2', '0'],
    ['page 3', '0'],
    ['page 4', '0'],
    ['page 5', '0'],
  ];
  await expect(checked(pages)).rejects.toThrow('it fell');
});
