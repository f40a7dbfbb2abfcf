import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AnyCall, PRODUCT_NUMBER, PRODUCT_NUMBER_HEADER, PROJECT_ID, PROJECT_ID_HEADER } from '@huimin/contract';
import type { FastifyInstance } from 'fastify';
import type { ReadyReply } from './handler.ts';
import { pathOf } from './mount-calls.ts';

export interface ReadyDoor {
  readonly call: AnyCall;
  /** The answer to the call without input, or null when there is none. */
  reply(): ReadyReply | null;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  onAnswer(): void;
  /** The clock's moment for the Date header, null while it is the machine's. */
  movedDate(): string | null;
}

const PRODUCT_HEADER = PRODUCT_NUMBER_HEADER.toLowerCase();
const PROJECT_HEADER = PROJECT_ID_HEADER.toLowerCase();

/**
 * The one call that every phone makes first, at the moment a sale opens, is answered before the router sees it: routing,
 * hooks and header tables cost as much as the whole answer from node:http. Only the plain case is taken (no input, the
 * right headers, nothing kept by the browser); everything else goes the ordinary way, to the same bytes.
 */
export function addReadyDoor(fastify: FastifyInstance, door: ReadyDoor): void {
  const path = pathOf(door.call);
  const address = new RegExp(`^${path.replaceAll('.', '\\.')}(?:\\?t=\\d{1,16})?$`);
  const headLines = headLinesOf(door.headers);

  const answers = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || !request.url?.startsWith(path) || !address.test(request.url)) return false;
    const { headers } = request;
    if (headers[PRODUCT_HEADER] !== PRODUCT_NUMBER || headers[PROJECT_HEADER] !== PROJECT_ID) return false;
    if (headers['if-none-match'] !== undefined) return false;
    const ready = door.reply();
    if (!ready) return false;
    const date = door.movedDate();
    response.writeHead(200, date === null ? headLines(ready) : [...headLines(ready), 'date', date]);
    response.end(ready.body);
    door.onAnswer();
    return true;
  };

  const { server } = fastify;
  const [dispatch] = server.listeners('request') as RequestListener[];
  if (!dispatch) throw new Error('the server has no listener yet');
  server.removeListener('request', dispatch);
  server.on('request', (request, response) => {
    if (!answers(request, response)) dispatch(request, response);
  });
}

/** Names and values in one list, as node:http takes them without looking at each again; made once per answer. */
function headLinesOf(headers: Readonly<Record<string, string>>): (ready: ReadyReply) => string[] {
  const made = new WeakMap<ReadyReply, string[]>();
  return (ready) => {
    let lines = made.get(ready);
    if (!lines) {
      lines = Object.entries({
        ...headers,
        'cache-control': 'no-cache',
        etag: ready.etag,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(ready.body.length),
      }).flat();
      made.set(ready, lines);
    }
    return lines;
  };
}
