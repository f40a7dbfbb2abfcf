import { describe, expect, it } from 'vitest';
import { type CallEvent, type CallFailure, type ClientParts, createClient } from './client.ts';
import type { ClientCall } from './client-call.ts';
import { NetworkFailure } from './network-failure.ts';

interface Sent {
  url: string;
  init: RequestInit;
  answer(body: unknown, init?: { status?: number; headers?: Record<string, string> }): void;
  fail(): void;
}

function setUp(more: Partial<ClientParts> = {}) {
  const sent: Sent[] = [];
  const pending: number[] = [];
  const events: CallEvent[] = [];
  const replies: { failure: CallFailure; call: { name: string; quiet: boolean; place: number } }[] = [];
  const failures: { failure: NetworkFailure; quiet: boolean }[] = [];
  const serverTimes: number[][] = [];
  const timers = new Map<number, { run: () => void; dueMs: number }>();
  let nowMs = 1_000_000;
  let lastTimer = 0;
  const client = createClient({
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        sent.push({
          url,
          init,
          answer: (body, { status = 200, headers = {} } = {}) =>
            resolve(
              new Response(typeof body === 'string' ? body : JSON.stringify(body), {
                status,
                headers: { 'content-type': 'application/json', ...headers },
              }),
            ),
          fail: () => reject(new TypeError('Failed to fetch')),
        });
      }),
    clock: { now: () => nowMs },
    isOnline: () => true,
    place: () => 3,
    timers: {
      set: (run, delayMs) => {
        lastTimer += 1;
        timers.set(lastTimer, { run, dueMs: nowMs + delayMs });
        return lastTimer;
      },
      clear: (id) => timers.delete(id as number),
    },
    onPendingChange: (count) => pending.push(count),
    onReplyCode: (failure, call) => replies.push({ failure, call }),
    onNetworkFailure: (failure, { quiet }) => failures.push({ failure, quiet }),
    report: (event) => events.push(event),
    onServerTime: (...times) => serverTimes.push(times),
    ...more,
  });
  const pass = (ms: number) => {
    nowMs += ms;
    for (const [id, timer] of [...timers]) {
      if (timer.dueMs > nowMs) continue;
      timers.delete(id);
      timer.run();
    }
  };
  const last = () => sent[sent.length - 1] as Sent;
  return { client, sent, last, pending, events, replies, failures, serverTimes, timers, pass };
}

// Calls of the tests' own, so that the contract may change without them.
// biome-ignore lint/suspicious/noExplicitAny: any input goes in
type Call = ClientCall<any>;
const READ: Call = { name: 'read', method: 'GET', path: '/api/v1/read' };
const WRITE: Call = { name: 'write', method: 'POST', path: '/api/v1/write' };
const QUIET: Call = { name: 'quiet', method: 'GET', path: '/api/v1/quiet', overlay: false };
const OK = { code: 200000, message: '成功', result: { n: 1 }, subMessage: '', data: null };

describe('what is sent', () => {
  it('carries both fixed headers, the base path and the cookie of its own origin', () => {
    const { client, last } = setUp();
    void client.call(READ, {});
    expect(last().url).toMatch(/^\/hmb-js26\/api\/v1\/read\?/);
    expect(last().init.headers).toMatchObject({ 'X-PI-PRO-NUM': 'CITY00000022', projectId: 'PJ000059' });
    expect(last().init.credentials).toBe('same-origin');
  });

  it.each(['GET', 'DELETE', 'HEAD'] as const)('%s sends t and the params as the query, without a body', (method) => {
    const { client, last } = setUp();
    void client.call({ ...READ, method }, { name: '张 三&', page: 2, absent: undefined });
    const url = new URL(last().url, 'http://host');
    expect(Object.fromEntries(url.searchParams)).toEqual({ t: '1000000', name: '张 三&', page: '2' });
    expect(last().init).toMatchObject({ method, body: undefined });
  });

  it.each(['POST', 'PUT', 'PATCH'] as const)('%s sends the payload as the body, without t', (method) => {
    const { client, last } = setUp();
    void client.call({ ...WRITE, method }, { name: '张三', list: [1] });
    expect(last().url).toBe('/hmb-js26/api/v1/write');
    expect(last().init.method).toBe(method);
    expect(JSON.parse(String(last().init.body))).toEqual({ name: '张三', list: [1] });
    expect(last().init.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('puts path parameters into the path, escaped, and nowhere else', () => {
    const { client, last } = setUp();
    void client.call({ ...READ, path: '/api/v1/dict/data/{code}' }, { code: 'a/b?', other: 1 });
    expect(last().url).toBe('/hmb-js26/api/v1/dict/data/a%2Fb%3F?t=1000000&other=1');
  });

  it('throws at once for an unknown method', () => {
    const { client, sent, pending } = setUp();
    const call = { ...READ, method: 'TRACE' } as unknown as Call;
    expect(() => client.call(call, {})).toThrow(new Error('request method type'));
    expect(sent).toHaveLength(0);
    expect(pending).toEqual([]);
  });

  it('answers saveView at once and sends nothing', async () => {
    const { client, sent, pending } = setUp();
    const reply = await client.call({ name: 'saveView', method: 'POST', path: '/api/view/v1/save' } as Call, {});
    expect(reply).toMatchObject({ ok: true });
    expect(sent).toHaveLength(0);
    expect(pending).toEqual([]);
  });
});

describe('what comes back', () => {
  it.each([200000, '200000', 0, '0'])('takes code %j as success', async (code) => {
    const { client, last, replies } = setUp();
    const reply = client.call(READ, {});
    last().answer({ ...OK, code });
    expect(await reply).toEqual({ ok: true, value: { n: 1 } });
    expect(replies).toEqual([]);
  });

  it('reads the value from data where the call says so', async () => {
    const { client, last } = setUp();
    const reply = client.call({ ...READ, replyField: 'data' }, {});
    last().answer({ ...OK, result: null, data: { urlList: ['a'] } });
    expect(await reply).toEqual({ ok: true, value: { urlList: ['a'] } });
  });

  it("resolves with the failing code, its name and the server's words, and tells the app once", async () => {
    const { client, last, replies, events } = setUp();
    const reply = client.call(WRITE, {}, { quietFailure: true });
    last().answer({ code: 400301, message: '已参加', result: { orderNo: 'A1' }, subMessage: '', data: null });
    const failure = { ok: false, code: 400301, name: 'already-insured', message: '已参加', result: { orderNo: 'A1' } };
    expect(await reply).toEqual(failure);
    expect(replies).toEqual([{ failure, call: { name: 'write', quiet: true, place: 3 } }]);
    expect(events).toEqual([{ kind: 'reply-code', call: 'write', code: '400301', durationMs: 0 }]);
  });

  it('tells nobody how often somebody in line asked', async () => {
    const { client, last, events } = setUp();
    const reply = client.call(WRITE, {}, { quietFailure: true });
    last().answer({ code: 400305, message: '正在排队', result: { ahead: 3 }, subMessage: '', data: null });
    expect(await reply).toMatchObject({ ok: false, name: 'in-line', result: { ahead: 3 } });
    expect(events).toEqual([]);
  });

  it('resolves with a code that this release does not know', async () => {
    const { client, last } = setUp();
    const reply = client.call(WRITE, {});
    last().answer({ code: 987654, message: '新的错误', result: null, subMessage: '', data: null });
    expect(await reply).toMatchObject({ ok: false, code: 987654, name: null, message: '新的错误' });
  });

  it('accepts any code of a codeAllPass call', async () => {
    const { client, last, replies, events } = setUp();
    const reply = client.call({ ...WRITE, codeCheck: 'codeAllPass' }, {});
    last().answer({ ...OK, code: 400001 });
    expect(await reply).toEqual({ ok: true, value: { n: 1 } });
    expect(replies).toEqual([]);
    expect(events).toEqual([]);
  });

  it('passes the body of a passThrough call on untouched', async () => {
    const { client, last, replies } = setUp();
    const reply = client.call({ ...WRITE, codeCheck: 'passThrough' }, {});
    last().answer({ code: 500000, anything: [1] });
    expect(await reply).toEqual({ ok: true, value: { code: 500000, anything: [1] } });
    expect(replies).toEqual([]);
  });

  it('gives a file as bytes and its failure as a code', async () => {
    const { client, last } = setUp();
    const file = client.call({ ...READ, replyKind: 'file' }, {});
    last().answer('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });
    const given = await file;
    expect(given.ok && (await (given.value as Blob).text())).toBe('%PDF-1.7');
    const missing = client.call({ ...READ, replyKind: 'file' }, {});
    last().answer({ code: 400501, message: '还在生成', result: null, subMessage: '', data: null });
    expect(await missing).toMatchObject({ ok: false, name: 'paper-not-ready' });
  });

  it("tells the server's time, with the age that a proxy added", async () => {
    const { client, last, serverTimes, pass } = setUp();
    const reply = client.call(READ, {});
    pass(300);
    last().answer(OK, { headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT', age: '5' } });
    await reply;
    expect(serverTimes).toEqual([[Date.UTC(2026, 0, 1) + 5000, 1_000_000, 1_000_300]]);
  });
});

describe('when no reply comes', () => {
  const caught = async (promise: Promise<unknown>): Promise<NetworkFailure> => {
    const problem = await promise.then(
      () => new Error('resolved with a value'),
      (reason: unknown) => reason,
    );
    expect(problem).toBeInstanceOf(NetworkFailure);
    return problem as NetworkFailure;
  };

  it.each([
    [false, 'offline'],
    [true, 'unreachable'],
  ])('rejects when the network fails; on: %s', async (online, kind) => {
    const { client, last, failures, events } = setUp({ isOnline: () => online });
    const reply = client.call(READ, {});
    last().fail();
    expect(await caught(reply)).toMatchObject({ kind, reason: kind, callName: 'read' });
    expect(failures).toHaveLength(1);
    expect(events).toEqual([{ kind: 'failed-call', call: 'read', code: kind, durationMs: 0 }]);
  });

  it('rejects for an HTTP status, even when it carries an envelope', async () => {
    const { client, last, replies, events } = setUp();
    const reply = client.call(READ, {}, { quietFailure: true });
    last().answer(OK, { status: 502 });
    expect(await caught(reply)).toMatchObject({ kind: 'http', status: 502, reason: 'busy' });
    expect(replies).toEqual([]);
    expect(events).toEqual([{ kind: 'failed-call', call: 'read', code: '502', durationMs: 0 }]);
  });

  it('rejects for the page of somebody in between', async () => {
    const { client, last } = setUp();
    const reply = client.call(READ, {});
    last().answer('<html>请先登录 Wi-Fi</html>', { headers: { 'content-type': 'text/html' } });
    expect(await caught(reply)).toMatchObject({ kind: 'blocked', reason: 'blocked' });
  });

  it('leaves it to a screen for everybody that nobody is logged in, and nothing else', async () => {
    const { client, last, replies } = setUp();
    const isFor = { forEverybody: true };
    for (const [code, options] of [
      [400001, isFor],
      [400001, {}],
      [400100, isFor],
    ] as const) {
      const reply = client.call(READ, {}, options);
      last().answer({ code, message: 'x', result: null });
      await reply;
    }
    expect(replies.map(({ failure }) => failure.code)).toEqual([400001, 400100]);
  });

  it.each(['<html>', 'null', '"text"'])('rejects for the body %s', async (body) => {
    const { client, last } = setUp();
    const reply = client.call(READ, {});
    last().answer(body);
    expect(await caught(reply)).toMatchObject({ kind: 'bad-reply', reason: 'busy' });
  });

  it('rejects after 60 s and stops the request', async () => {
    const { client, last, pass } = setUp();
    const reply = client.call(READ, {});
    pass(59_999);
    expect(last().init.signal?.aborted).toBe(false);
    pass(1);
    expect(await caught(reply)).toMatchObject({ kind: 'timeout', reason: 'slow' });
    expect(last().init.signal?.aborted).toBe(true);
  });

  it('leaves no timer behind', async () => {
    const { client, sent, timers } = setUp();
    const first = client.call(READ, {});
    const second = client.call(READ, {});
    sent[0]?.answer(OK);
    sent[1]?.fail();
    await Promise.allSettled([first, second]);
    expect(timers.size).toBe(0);
  });
});

describe('the pending count', () => {
  it('rises with each call and falls to 0 when all are done, whatever their codes', async () => {
    const { client, sent, pending } = setUp();
    const first = client.call(READ, {});
    const second = client.call(WRITE, {});
    expect(pending).toEqual([1, 2]);
    sent[0]?.answer({ ...OK, code: 400001 });
    await first;
    expect(pending).toEqual([1, 2, 1]);
    sent[1]?.answer(OK);
    await second;
    expect(pending).toEqual([1, 2, 1, 0]);
  });

  it('leaves out calls that opt out, by their description or by the caller', async () => {
    const { client, sent, pending } = setUp();
    const calls = [client.call(QUIET, {}), client.call(READ, {}, { overlay: false })];
    for (const one of sent) one.answer(OK);
    await Promise.all(calls);
    expect(pending).toEqual([]);
  });

  it('is cleared at once by a failure; calls of before never count again', async () => {
    const { client, sent, pending } = setUp();
    const failing = client.call(READ, {});
    const slow = client.call(READ, {});
    sent[0]?.fail();
    await failing.catch(() => {});
    expect(pending).toEqual([1, 2, 0]);
    const later = client.call(READ, {});
    expect(pending).toEqual([1, 2, 0, 1]);
    sent[1]?.answer(OK);
    await slow;
    expect(pending).toEqual([1, 2, 0, 1]);
    sent[2]?.answer(OK);
    await later;
    expect(pending).toEqual([1, 2, 0, 1, 0]);
  });

  it('is not touched by the failure of a call that opted out', async () => {
    const { client, sent, pending } = setUp();
    const shown = client.call(READ, {});
    const hidden = client.call(QUIET, {});
    sent[1]?.fail();
    await hidden.catch(() => {});
    expect(pending).toEqual([1]);
    sent[0]?.answer(OK);
    await shown;
    expect(pending).toEqual([1, 0]);
  });
});

describe('monitoring', () => {
  it('hears of calls over 2 s, not of those at 2 s', async () => {
    const { client, last, events, pass } = setUp();
    const quick = client.call(READ, { idNumber: '320101195010102016' });
    pass(2000);
    last().answer(OK);
    await quick;
    expect(events).toEqual([]);
    const slow = client.call(READ, { idNumber: '320101195010102016' });
    pass(2001);
    last().answer(OK);
    await slow;
    expect(events).toEqual([{ kind: 'slow-call', call: 'read', durationMs: 2001 }]);
    expect(JSON.stringify(events)).not.toContain('320101');
  });

  it('never hears of its own call, nor does the person', async () => {
    const { client, last, events, replies, failures, pass } = setUp();
    const failing = client.call(WRITE, {}, { monitored: false });
    pass(5000);
    last().fail();
    await failing.catch(() => {});
    const refused = client.call(WRITE, {}, { monitored: false });
    last().answer({ ...OK, code: 400001 });
    await refused;
    expect([events, replies, failures]).toEqual([[], [], []]);
  });
});
