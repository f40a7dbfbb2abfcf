import { type Calls, calls, type Envelope, type InputOf, type OutputOf } from '@huimin/contract';
import { FIXED_HEADERS } from '../integration/shop.ts';
import type { SimServer } from './sim-server.ts';

type CallName = keyof Calls;
type Inputs = { [N in CallName]: InputOf<Calls[N]> };
type Outputs = { [N in CallName]: OutputOf<Calls[N]> };

export const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
export const IN_WECHAT = `${PHONE} MicroMessenger/8.0.50`;

/** One resident's browser; every call says which server the balancer gives it to. */
export interface Browser {
  call<N extends CallName>(
    server: SimServer,
    name: N,
    input: Inputs[N],
    userAgent?: string,
  ): Promise<Envelope<Outputs[N]>>;
  /** Expects success and answers the value. */
  value<N extends CallName>(server: SimServer, name: N, input: Inputs[N], userAgent?: string): Promise<Outputs[N]>;
  /** Opens an address of the shop and answers where it leads. */
  visit(server: SimServer, url: string, userAgent?: string): Promise<string>;
}

export function createBrowser(address: string): Browser {
  let cookie = '';

  async function send(server: SimServer, method: 'GET' | 'POST', url: string, userAgent: string, body?: object) {
    const answer = await server.fastify.inject({
      method,
      url,
      remoteAddress: address,
      headers: { ...FIXED_HEADERS, 'user-agent': userAgent, ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { payload: body }),
    });
    const set = [answer.headers['set-cookie'] ?? []].flat().at(-1);
    if (set) cookie = set.split(';')[0] ?? '';
    return answer;
  }

  const browser: Browser = {
    async call(server, name, input, userAgent = PHONE) {
      const { method, path } = calls[name];
      const values = { ...(input as Record<string, string>) };
      const url = `/hmb-js26${path}`;
      const answer =
        method === 'GET'
          ? await send(server, 'GET', `${url}?${new URLSearchParams({ t: '1', ...values })}`, userAgent)
          : await send(server, 'POST', url, userAgent, values);
      return answer.json();
    },
    async value(server, name, input, userAgent) {
      const envelope = await browser.call(server, name, input, userAgent);
      if (envelope.code !== 200000) throw new Error(`${name}: ${envelope.code} ${envelope.message}`);
      return envelope.result as Outputs[typeof name];
    },
    async visit(server, url, userAgent = PHONE) {
      return String((await send(server, 'GET', url, userAgent)).headers.location ?? '');
    },
  };
  return browser;
}
