import { readFileSync } from 'node:fs';
import { type Answer, json, type Router } from '../http/router.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { jsSdkSignature, jsSdkSignText } from './js-sdk-signature.ts';
import type { TokenBook } from './token-book.ts';

const STUB = readFileSync(new URL('./front/jweixin-1.6.0.js', import.meta.url));
const OPEN_TO_PAGES = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

export type ShareRecord = { atMs: number; call: string; page: string; data: Record<string, unknown> };

/** What the shop's pages have set as share texts, newest last. */
export type ShareBook = { list(): ShareRecord[]; reset(): void };

/** What a page hands to `wx.config`, and the address it is opened at. */
export type JsConfig = { appId: string; timestamp: string; nonceStr: string; signature: string; url: string };
/** `config:ok` or the complaint, with the text that would have been signed. */
export type JsVerdict = { errMsg: string; expectedSignText?: string };

/** The share texts, and how a client judges a `wx.config`. */
export type JsSdk = { shares: ShareBook; judge(config: JsConfig): JsVerdict };

/** The front script and the two calls it makes: checking `wx.config`, and recording share texts. */
export function addJsSdkRoutes(router: Router, parts: SandboxParts, tokens: TokenBook): JsSdk {
  let shares: ShareRecord[] = [];

  const judge = ({ appId, signature, ...fields }: JsConfig): JsVerdict => {
    if (appId !== parts.keys.wechatAccount.appId) return { errMsg: 'config:invalid appid' };
    if (!isShopAddress(parts, fields.url)) return { errMsg: 'config:invalid url domain' };
    const tickets = tokens.tickets();
    if (tickets.some((jsapiTicket) => jsSdkSignature({ ...fields, jsapiTicket }) === signature))
      return { errMsg: 'config:ok' };
    const jsapiTicket = tickets.at(-1);
    return {
      errMsg: 'config:invalid signature',
      expectedSignText: jsapiTicket === undefined ? 'no ticket was issued' : jsSdkSignText({ ...fields, jsapiTicket }),
    };
  };

  router.on('GET', '/open/js/jweixin-1.6.0.js', () => ({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    },
    body: STUB,
  }));

  router.on('GET', '/_wx/verify-js', (request): Answer => {
    request.note({ provider: 'wechat-account', call: 'js-sdk.config' });
    const { errMsg, expectedSignText } = judge(readJsConfig(request.query));
    if (errMsg !== 'config:ok')
      request.note({ reason: errMsg, ...(expectedSignText === undefined ? {} : { expectedSignText }) });
    return json(200, { errMsg }, OPEN_TO_PAGES);
  });

  // Sent as text/plain, so that the browser asks for no permission first.
  router.on('POST', '/_wx/share', (request): Answer => {
    request.note({ provider: 'wechat-account', call: 'js-sdk.share' });
    let record: { call?: unknown; page?: unknown; data?: unknown };
    try {
      record = JSON.parse(request.body.toString('utf8'));
    } catch {
      return json(400, { errMsg: 'not JSON' }, OPEN_TO_PAGES);
    }
    const data = (typeof record.data === 'object' && record.data !== null ? record.data : {}) as Record<
      string,
      unknown
    >;
    const call = String(record.call);
    if (!isShopAddress(parts, String(data.link ?? ''))) {
      request.note({ reason: 'share link is not on a safe domain' });
      return json(200, { errMsg: `${call}:fail, invalid url domain` }, OPEN_TO_PAGES);
    }
    shares = [...shares.slice(-99), { atMs: parts.clock.now(), call, page: String(record.page), data }];
    return json(200, { errMsg: `${call}:ok` }, OPEN_TO_PAGES);
  });

  return {
    shares: {
      list: () => [...shares],
      reset: () => {
        shares = [];
      },
    },
    judge,
  };
}

/** The fields of a `wx.config` from a query. */
export function readJsConfig(query: URLSearchParams): JsConfig {
  const value = (name: string): string => query.get(name) ?? '';
  return {
    appId: value('appId'),
    timestamp: value('timestamp'),
    nonceStr: value('nonceStr'),
    signature: value('signature'),
    url: value('url'),
  };
}
