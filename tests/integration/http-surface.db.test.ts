import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyCall, calls } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf } from './call-input.ts';
import { FIXED_HEADERS, loggedIn, openShop, placeOrder, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const all: readonly AnyCall[] = Object.values(calls);
const everything: readonly AnyCall[] = [...all, ...Object.values(consoleCalls)];
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${shop.origin}${path}`, { redirect: 'manual', ...init, headers: { ...FIXED_HEADERS, ...init.headers } });

test('there is no door for operators but the console, whatever is shown to it', async () => {
  for (const path of ['/operator/ledger/trial-balance', '/operator/groups', '/operator/refunds/stuck']) {
    for (const authorization of ['', 'Bearer ', 'Bearer an-operators-token-of-enough-length']) {
      expect((await get(path, { headers: { authorization } })).status).toBe(404);
    }
  }
});

test('a link to a file that cannot be had is answered in words where a browser would show the answer', async () => {
  const link = '/hmb-js26/api/v1/insure/order/downloadPolicy?orderNo=JS0000000000000000000';
  const follow = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const page = await get(link, { headers: follow });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const words = await page.text();
  expect(words).toContain('<h1>未登录，请重新登录</h1>');
  expect(words).toContain('href="/#/login"');
  const { cookie } = await loggedIn(shop, people.mother);
  const refused = await (await get(link, { headers: { ...follow, cookie } })).text();
  expect(refused).toContain('请返回刚才的页面再试一次');
  expect(refused).not.toContain('"code"');
  // Whoever fetches it reads the envelope.
  expect((await get(link)).headers.get('content-type')).toMatch(/^application\/json/);
});

describe('the description at /hmb-js26/openapi.json', () => {
  type Operation = {
    operationId: string;
    summary: string;
    parameters: ({ $ref: string } | { name: string; in: string; required: boolean; schema: object })[];
    requestBody?: { content: Record<string, { schema: object }> };
    responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
    security?: Record<string, unknown>[];
  };
  let document: {
    openapi: string;
    info: { title: string; version: string };
    servers: { url: string }[];
    paths: Record<string, Record<string, Operation>>;
    components: { parameters: Record<string, object>; securitySchemes: Record<string, object> };
  };
  let operations: { path: string; method: string; operation: Operation }[];

  beforeAll(async () => {
    const response = await fetch(`${shop.origin}/hmb-js26/openapi.json`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    document = (await response.json()) as typeof document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
  });

  test('is OpenAPI 3.1 with a title, a version and this server', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.stringMatching(/\S/), version: expect.stringMatching(/\S/) });
    expect(document.servers).toEqual([{ url: shop.origin }]);
  });

  test('has exactly the calls of the contract, each under its own name', () => {
    const described = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
    const wanted = everything.map((call) => `${call.name} ${call.method.toLowerCase()} ${pathOf(call)}`);
    expect(described.sort()).toEqual(wanted.sort());
  });

  test('every path starts with a slash, every parameter of a path is declared, none twice', () => {
    for (const { path, operation } of operations) {
      expect(path).toMatch(/^\/[^?#\s]*$/);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = operation.parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []));
      expect(declared.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(
        inPath,
      );
      for (const parameter of declared) {
        expect(['path', 'query', 'header', 'cookie']).toContain(parameter.in);
        if (parameter.in === 'path') expect(parameter.required).toBe(true);
        expect(parameter.schema).toBeTypeOf('object');
      }
      const keys = declared.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test('every reference leads to something, every call has an answer with a schema', () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      const target = (reference as string)
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(target, reference).toBeTypeOf('object');
    }
    for (const { method, operation } of operations) {
      expect(operation.summary).toMatch(/\S/);
      const [answer] = Object.values(operation.responses['200']?.content ?? {});
      expect(answer?.schema).toBeTypeOf('object');
      expect(operation.requestBody !== undefined).toBe(method !== 'get');
      for (const scheme of operation.security ?? [])
        for (const name of Object.keys(scheme)) expect(document.components.securitySchemes).toHaveProperty(name);
    }
  });

  test('what the description says is what the server does: a login is asked for exactly where it says so', async () => {
    for (const { path, method, operation } of operations) {
      const init =
        method === 'get'
          ? {}
          : { method: method.toUpperCase(), body: '{}', headers: { 'content-type': 'application/json' } };
      const { code } = (await (await get(path.replace('{code}', 'sex'), init)).json()) as { code: number };
      // A call for visitors and residents alike may need the login for some of what can be asked of it; its errors say so.
      const mayAsk = all.some((call) => call.name === operation.operationId && call.errors.includes('not-logged-in'));
      if (mayAsk && operation.security === undefined) continue;
      const asked = code === 400001 ? 'session' : code === 400701 ? 'staff' : undefined;
      const atTheDoor = asked === 'staff' && operation.operationId in consoleCalls && operation.security === undefined;
      expect([operation.operationId, atTheDoor ? undefined : asked]).toEqual([
        operation.operationId,
        Object.keys(operation.security?.[0] ?? {})[0],
      ]);
    }
  });
});

test('the calls of the contract are the endpoints of the specification, with their methods and paths, both ways', () => {
  const facts = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'facts', 'endpoints.json'), 'utf8')) as {
    basePath: string;
    endpoints: { method: string; path: string }[];
  };
  expect(facts.basePath).toBe('/hmb-js26');
  expect(facts.endpoints).toHaveLength(120);
  const known = new Set(facts.endpoints.map(({ method, path }) => `${method} ${path}`));
  const specified = all.filter((call) => call.specified).map((call) => `${call.method} ${call.path}`);
  expect(specified.filter((endpoint) => !known.has(endpoint))).toEqual([]);
  expect([...known].filter((endpoint) => !specified.includes(endpoint))).toEqual([]);
  const own = everything.filter((call) => !call.specified).map((call) => `${call.method} ${call.path}`);
  expect(own.filter((endpoint) => known.has(endpoint))).toEqual([]);
});

describe('headers', () => {
  test.each([
    '/',
    '/hmb-js26/api/v1/china',
    '/hmb-js26/nothing',
    '/nothing',
    '/healthz',
    '/metrics',
    '/v/nothing',
    '/assets/no.js',
    '/hmb-js26/console',
    '/hmb-js26/console/staff',
    '/hmb-js26/console/assets/no.js',
    '/hmb-js26/console/api/v1/me',
  ])('%s is not sniffed, not framed, and tells other sites little', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toMatch(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  test('the landing page runs no inline script but its own hashed one', async () => {
    const response = await get('/');
    const policy = response.headers.get('content-security-policy') as string;
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|(^|[ ;])\*|https?:(;| |$)/);
    // A cashier that is opened by a form is the only other place a form may lead to.
    expect(policy).toContain(`form-action 'self' ${shop.sandbox.origin};`);
    for (const directive of ['script-src', 'style-src', 'connect-src', 'form-action', 'base-uri', 'object-src'])
      expect(policy).toContain(`${directive} `);
    const html = await response.text();
    const { createHash } = await import('node:crypto');
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
    for (const [, attributes, text] of inline) {
      if (/type="(application\/(ld\+)?json)"/.test(attributes as string)) continue;
      const hash = createHash('sha256')
        .update(text as string)
        .digest('base64');
      expect(policy, (text as string).slice(0, 60)).toContain(`'sha256-${hash}'`);
    }
    expect(html).not.toMatch(/\son\w+="/);
    expect(html).not.toMatch(/\sstyle="/);
  });

  test('answers about a person are kept by no cache', async () => {
    const visitor = await loggedIn(shop, people.linMei);
    const order = await placeOrder(visitor, [people.linMei]);
    for (const path of [
      '/hmb-js26/api/v1/insure/order/isWaitPay',
      `/hmb-js26/api/v1/insure/order/queryDetail?orderNo=${order.orderNo}`,
    ]) {
      expect((await visitor.raw(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  test('no other site may read an answer', async () => {
    const response = await get('/hmb-js26/api/v1/china', { headers: { origin: 'https://elsewhere.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await get('/hmb-js26/api/v1/user/logout', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });
});

describe('methods and addresses beside the calls', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s of an unknown call: 404 and the envelope',
    async (method) => {
      const response = await get('/hmb-js26/api/v1/nothing', { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 400104, message: '没有这个接口', result: null });
    },
  );

  test('a known call by another method is no call', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await get('/hmb-js26/api/v1/china', { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 400104 });
    }
  });

  test('HEAD answers like GET, without the body', async () => {
    for (const path of ['/', '/healthz', '/hmb-js26/api/v1/china']) {
      const [head, full] = [await get(path, { method: 'HEAD' }), await get(path)];
      expect([path, head.status]).toEqual([path, full.status]);
      expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'));
      expect(await head.text()).toBe('');
    }
    expect((await get('/hmb-js26/api/v1/nothing', { method: 'HEAD' })).status).toBe(404);
  });

  test('a page that is not there says so in Chinese and leads home', async () => {
    const response = await get('/somewhere');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await response.text()).toContain('<a href="/">回到首页</a>');
  });

  test('nobody reads files beside the built ones', async () => {
    for (const path of [
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e/index.html',
      '/.env',
      '/package.json',
      '/data/keys.json',
    ]) {
      expect([path, (await get(path)).status >= 400]).toEqual([path, true]);
    }
  });

  test('alive and ready are told without a word more', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('metrics tell calls by name and code, time stamp authorities by number, and nothing else apart', async () => {
    const text = await (await get('/metrics')).text();
    const labels = new Set(
      [...text.matchAll(/^hm_\w+\{([^}]*)\}/gm)].flatMap((match) =>
        [...(match[1] as string).matchAll(/(\w+)="/g)].map((label) => label[1]),
      ),
    );
    expect([...labels].sort()).toEqual(['authority', 'call', 'code', 'le']);
    for (const { name, idNumber, phone } of Object.values(people))
      for (const secret of [name, idNumber, phone]) expect(text).not.toContain(secret);
  });
});

describe('the call that every phone makes first', () => {
  const PRODUCT_INFO = '/hmb-js26/api/v1/webConfig/productInfo';
  const headersOf = (response: Response) =>
    Object.fromEntries([...response.headers].filter(([name]) => !['date', 'keep-alive', 'connection'].includes(name)));

  test('is the same answer by the short way and by the ordinary one, and is counted', async () => {
    const counted = async () =>
      Number(
        /hm_calls_total\{call="productInfo",code="200000"\} (\d+)/.exec(await (await get('/metrics')).text())?.[1] ?? 0,
      );
    const before = await counted();
    const short = await get(`${PRODUCT_INFO}?t=1700000000000`);
    const body = await short.text();
    const { result } = JSON.parse(body) as { result: { productId: string } };
    const ordinary = await get(`${PRODUCT_INFO}?t=1700000000000&productId=${result.productId}`);
    expect([short.status, ordinary.status]).toEqual([200, 200]);
    expect(await ordinary.text()).toBe(body);
    expect(headersOf(short)).toEqual(headersOf(ordinary));
    expect(await counted()).toBe(before + 2);
  });

  test('is refused without its headers, and need not be sent again when it is known', async () => {
    const bare = (await (await fetch(`${shop.origin}${PRODUCT_INFO}?t=1`)).json()) as { code: number };
    expect(bare.code).not.toBe(200000);
    const etag = (await get(`${PRODUCT_INFO}?t=1`)).headers.get('etag') as string;
    expect((await get(`${PRODUCT_INFO}?t=2`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await get(`${PRODUCT_INFO}?t=2`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});
