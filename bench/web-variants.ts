import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

const agent = new Agent({ keepAlive: true });

export interface Variant {
  readonly origin: string;
  close(): Promise<void>;
}

/** The same content without any script: the least a browser can do to show it. */
export function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '');
}

/** The same app, whose landing page only its script draws. */
export function withoutPrerendering(html: string): string {
  const from = html.indexOf('<div id="root">') + '<div id="root">'.length;
  const to = html.indexOf('</div><script type="application/json" id="product"');
  if (from < '<div id="root">'.length || to < from) throw new Error('the landing page has changed its shape');
  return html.slice(0, from) + html.slice(to);
}

/** Serves a changed landing page with the real page's headers and compression; everything else comes from the real server. */
export async function serveVariant(origin: string, change: (html: string) => string): Promise<Variant> {
  const page = await fetch(`${origin}/`);
  const body = brotliCompressSync(change(await page.text()), {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  const headers = Object.fromEntries(
    [...page.headers].filter(
      ([name]) => !/^(content-length|etag|date|connection|keep-alive|transfer-encoding)$/.test(name),
    ),
  );
  const server = createServer((request, response) => {
    if (new URL(request.url ?? '/', origin).pathname === '/') {
      response.writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': body.length }).end(body);
      return;
    }
    pass(origin, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => closeServer(server),
  };
}

/** Hands a request on as it is, bytes of the answer untouched. */
function pass(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const onward = sendRequest(new URL(url ?? '/', origin), { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
