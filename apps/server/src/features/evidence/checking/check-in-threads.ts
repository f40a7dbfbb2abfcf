import { parentPort, Worker } from 'node:worker_threads';
import type { CheckedPage } from './check-page.ts';

/** One thread's own way to check pages, with its own connections. */
export interface PageChecker {
  page(traces: readonly string[]): Promise<CheckedPage>;
  close(): Promise<void>;
}

/** No more pages: the thread lets go of what it has, and ends. */
const END = null;

/** What a thread does that is started by `checkInThreads`: it checks the pages that it is given, one after the other. */
export async function checkGivenPages(open: () => Promise<PageChecker>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this is no thread');
  // Listened for from the start on: what is given before everything is open waits for it.
  let last = open();
  port.on('message', (traces: readonly string[] | typeof END) => {
    last = last.then(async (checker) => {
      if (traces !== END) port.postMessage(await checker.page(traces));
      else await checker.close().finally(() => port.close());
      return checker;
    });
  });
}

class CheckingThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<CheckedPage>[] = [];
  readonly #ended: Promise<void>;
  #problem: Error | null = null;

  constructor(program: URL, data: object) {
    this.#worker = new Worker(program, { workerData: data, execArgv: [], argv: [] });
    this.#worker.on('message', (page: CheckedPage) => this.#waiting.shift()?.resolve(page));
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(new Error('a thread of the check ended before it was done'));
        resolve();
      });
    });
  }

  #fail(error: Error): void {
    this.#problem ??= error;
    for (const one of this.#waiting.splice(0)) one.reject(this.#problem);
  }

  check(traces: readonly string[]): Promise<CheckedPage> {
    const page = Promise.withResolvers<CheckedPage>();
    // Somebody may be waiting for another thread's page when this one fails; it is told as soon as it is asked for.
    page.promise.catch(() => {});
    if (this.#problem !== null) page.reject(this.#problem);
    else {
      this.#waiting.push(page);
      this.#worker.postMessage(traces);
    }
    return page.promise;
  }

  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#worker.terminate();
    else this.#worker.postMessage(END);
    await this.#ended;
  }
}

/** Pages that a thread has before it: one to check, and the next one, so that it never waits for the others. */
const PAGES_GIVEN = 2;

/**
 * Checks pages in threads, and answers them in their order.
 * @param program what `checkGivenPages` is called in
 * @param data for the program
 */
export async function* checkInThreads(
  pages: AsyncIterable<readonly string[]>,
  { threads, program, data }: { readonly threads: number; readonly program: URL; readonly data: object },
): AsyncGenerator<CheckedPage> {
  const running = Array.from({ length: threads }, () => new CheckingThread(program, data));
  const given: Promise<CheckedPage>[] = [];
  let count = 0;
  try {
    for await (const traces of pages) {
      // Pages are of one size: in turns is as good as asking who is free.
      const thread = running[count % threads] as CheckingThread;
      count += 1;
      given.push(thread.check(traces));
      if (given.length === threads * PAGES_GIVEN) yield await (given.shift() as Promise<CheckedPage>);
    }
    while (given.length > 0) yield await (given.shift() as Promise<CheckedPage>);
  } finally {
    await Promise.all(running.map((thread) => thread.end()));
  }
}
