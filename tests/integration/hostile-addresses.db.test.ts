import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggedIn, openShop, type Shop, type Visitor } from './shop.ts';

const MARKUP = '<img src=x onerror=alert(1)><script>alert(document.cookie)</script>';

let shop: Shop;
let visitor: Visitor;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  visitor = await loggedIn(shop, people.linMei);
});
afterAll(() => shop?.close());

describe('pages that a browser opens by address', () => {
  const values = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%ff',
    '%27%3B%20drop%20table%20orders%3B--',
    encodeURIComponent(MARKUP),
    'x'.repeat(3_000),
    '%E9%95%BF'.repeat(800),
    '..%2f..%2fetc%2fpasswd',
    '%7B%7D',
    '',
  ];
  const addresses = values.flatMap((value) => [
    `/?productId=${value}`,
    `/?productId=${value}&productId=${value}`,
    `/v/${value}`,
    `/v?code=${value}&code=${value}`,
    `/p/${value}`,
    `/p/${value}?save=${value}`,
    `/wechat/return?code=${value}&state=${value}`,
    `/wechat/return?state=${value}`,
    `/wechat/return?state[]=${value}&code[]=${value}`,
    `/assets/${value}`,
    `/hmb-js26/console/${value}`,
    `/hmb-js26/console/api/v1/${value}`,
    `/hmb-js26/console/assets/${value}`,
  ]);

  test('answer every address without an error, without foreign markup, without leading to another site', async () => {
    for (const address of addresses) {
      for (const from of [visitor, shop.visitor()]) {
        const response = await from.raw(address);
        const body = await response.text();
        expect([address.slice(0, 80), response.status < 500]).toEqual([address.slice(0, 80), true]);
        // The page of the papers shows the code that was typed, as text.
        expect(body).not.toMatch(/<img src=x|<script>alert|node_modules|root:x:/);
        const location = response.headers.get('location');
        if (location !== null) expect(new URL(location, shop.origin).origin).toBe(shop.origin);
      }
    }
  });
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001'],
  ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`],
  [
    'two different lengths',
    'POST /hmb-js26/api/v1/user/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  ],
  [
    'length and chunks at once',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  ],
])('%s gets the envelope and the end of the connection', async (_what, bytes) => {
  const { hostname, port } = new URL(shop.origin);
  const socket = connect(Number(port), hostname);
  socket.end(bytes, 'latin1');
  const answer = await text(socket);
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(JSON.parse(body)).toMatchObject({
    code: 400100,
    message: expect.stringMatching(/[\u4e00-\u9fff]/),
    result: null,
  });
});

test('none of it was an error of the server', () => {
  expect(shop.logged.filter((entry) => entry.includes('request failed'))).toEqual([]);
});
