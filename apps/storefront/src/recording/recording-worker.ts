import type { AsideAnswer, AsideRequest, Said } from './aside-messages.ts';
import { changeStore, openStore } from './rows.ts';

/** Runs beside the page: what a recording puts on the disk and sends costs the page's own thread a message. */
const scope = self as unknown as {
  readonly indexedDB: IDBFactory | undefined;
  onmessage: ((event: { readonly data: AsideRequest }) => void) | null;
  postMessage(answer: AsideAnswer): void;
};
const underWay = new Map<number, AbortController>();

async function post(request: AsideRequest & { work: 'post' }): Promise<Said> {
  const { id, url, headers, body } = request;
  const abort = new AbortController();
  underWay.set(id, abort);
  try {
    // Which page it comes from is in what is sent.
    const how = { method: 'POST', credentials: 'same-origin', referrerPolicy: 'no-referrer' } as const;
    const response = await fetch(url, { ...how, headers, body, signal: abort.signal });
    return { status: response.status, text: await response.text() };
  } finally {
    underWay.delete(id);
  }
}

openStore(scope.indexedDB).then(
  (done) => {
    scope.onmessage = ({ data: request }) => {
      if (request.work === 'abort') return underWay.get(request.of)?.abort();
      const { id } = request;
      (request.work === 'post' ? post(request) : changeStore(done, request.put, request.drop)).then(
        (value) => scope.postMessage({ id, ok: true, value: value ?? undefined }),
        () => scope.postMessage({ id, ok: false }),
      );
    };
    scope.postMessage({ ready: true });
  },
  () => scope.postMessage({ ready: false }),
);
