import type { AsideAnswer, AsideRequest, AsideWork, Said } from './aside-messages.ts';
import type { Row, Rows } from './rows.ts';
import type { Answer } from './send.ts';

/** A change that the worker has not done by then never will be: it has ended, and the page does its work itself. */
const PATIENCE_MS = 5_000;

/** The part of a browser's `Worker` that is needed. */
export interface AsideWorker {
  onmessage: ((event: { readonly data: AsideAnswer }) => void) | null;
  onerror: ((event: never) => void) | null;
  postMessage(request: AsideRequest): void;
  terminate(): void;
}

export interface Aside {
  /** False until it can get at the disk, and once it has ended; what it is asked then is refused. */
  isThere(): boolean;
  change(put: readonly Row[], drop: readonly string[]): Promise<void>;
  post(url: string, init: RequestInit): Promise<Answer>;
}

/** A worker beside the page, where the browser has one. */
export function openAside(start: () => AsideWorker, now: () => number): Aside {
  const waiting = new Map<number, (answer: AsideAnswer) => void>();
  let worker: AsideWorker | null = null;
  let isThere = false;
  let count = 0;
  /** When the change that is waited for was asked for. */
  let changeAt = Number.POSITIVE_INFINITY;

  function end(): void {
    isThere = false;
    worker?.terminate();
    for (const [id, tell] of waiting) tell({ id, ok: false });
  }

  function ask(work: AsideWork): Promise<unknown> {
    const id = ++count;
    return new Promise((done, fail) => {
      waiting.set(id, (answer) => {
        waiting.delete(id);
        if ('ok' in answer && answer.ok) done(answer.value);
        else fail(new Error(work.work));
      });
      worker?.postMessage({ ...work, id });
    });
  }

  try {
    worker = start();
    worker.onerror = end;
    worker.onmessage = ({ data }) => {
      if ('ready' in data) isThere = data.ready;
      else waiting.get(data.id)?.(data);
    };
  } catch {
    // Then the page does all itself.
  }

  return {
    isThere() {
      if (now() - changeAt > PATIENCE_MS) end();
      return isThere;
    },
    async change(put, drop) {
      changeAt = now();
      await ask({ work: 'change', put, drop }).finally(() => {
        changeAt = Number.POSITIVE_INFINITY;
      });
    },
    async post(url, { headers, body, signal }) {
      const asked = ask({ work: 'post', url, headers, body } as AsideWork);
      const of = count;
      signal?.addEventListener('abort', () => worker?.postMessage({ work: 'abort', of, id: 0 }));
      const { status, text } = (await asked) as Said;
      return { ok: status >= 200 && status < 300, status, json: async () => JSON.parse(text) };
    },
  };
}

/** Rows that are changed by the worker while it is there, and here otherwise. Whoever changes them does it one after the other. */
export function rowsBeside(own: Rows, aside: () => Aside | null): Rows {
  return {
    ...own,
    async change(put, drop) {
      const beside = aside();
      const done = beside?.change(put, drop).catch((error) => {
        // A full disk is as full from here.
        if (beside.isThere()) throw error;
        return own.change(put, drop);
      });
      await (done ?? own.change(put, drop));
    },
  };
}
