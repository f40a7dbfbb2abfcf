import { calls } from '@huimin/contract';
import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateLimiter } from '../coordination/rate-limit.ts';
import { sweepLedger } from '../features/ledger/index.ts';
import { requestOf } from '../features/payment/testing/payment-bench.ts';
import { fault, orderOf, pay, setStage, stage, startJsapi } from '../features/payment/testing/payment-stage.ts';
import { reconcileDue, runIssueWork } from '../features/reconciliation/index.ts';
import { openApiDocument } from './openapi.ts';
import { issueRoutes } from './operator-issue-routes.ts';
import { registerOperatorRoutes } from './operator-routes.ts';

setStage();

const TOKEN = 'an-operators-token-of-enough-length';
let web: FastifyInstance;
let day: string;

/** One payment by WeChat Pay whose bill names a fen more. */
beforeAll(async () => {
  const { deps } = stage.server;
  web = fastify({ trustProxy: true });
  const limiter = createRateLimiter({ query: deps.database.query, index: deps.index, clock: stage.clock });
  await registerOperatorRoutes(web, {
    ...{ ...deps, token: TOKEN, limiter, payment: deps },
    more: [(door) => issueRoutes(door, deps)],
  });
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await pay(order);
  day = beijingDate(stage.clock.now());
  while ((await sweepLedger(deps)) > 0);
  stage.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'bill_amount_diff' });
  stage.clock.set(beijingMs(`${addDays(day, 1)} 10:05:00`));
  while ((await reconcileDue(deps)) > 0);
});
afterAll(() => web.close());

async function ask(method: 'GET' | 'POST', path: string, body?: object, token = TOKEN) {
  const answer = await web.inject({
    method,
    url: `/operator${path}`,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' },
    ...(body ? { payload: body } : {}),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, text: answer.body, json: isJson ? answer.json() : null, headers: answer.headers };
}

async function wechatRun(): Promise<{ id: string; open: number; sha1: string }> {
  const { json } = await ask('GET', '/reconciliation/runs');
  return json.runs.find((run: { provider: string; day: string }) => run.provider === 'wechat-pay' && run.day === day);
}

async function difference(): Promise<{ id: string; state: string; resolvedBy: string | null }> {
  return (await ask('GET', `/reconciliation/runs/${(await wechatRun()).id}`)).json.differences[0];
}

test('nothing is answered without the token, and nothing of it is in the residents’ description of the API', async () => {
  for (const path of ['/ledger/trial-balance', '/reconciliation/runs', '/reconciliation/runs/1/differences.csv']) {
    for (const token of ['', `${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase()]) {
      expect(await ask('GET', path, undefined, token)).toMatchObject({ status: 401, json: { message: '口令不对' } });
    }
    const bare = await web.inject({ method: 'GET', url: `/operator${path}` });
    expect([bare.statusCode, bare.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
  expect(JSON.stringify(openApiDocument(Object.values(calls), 'https://shop.example.cn'))).not.toContain('/operator');
});

test('the trial balance', async () => {
  const { status, json, headers } = await ask('GET', '/ledger/trial-balance');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(json).toMatchObject({ totalFen: 0, isRight: true, facts: { posted: 2 } });
  expect(json.accounts.map((sum: { account: string; balanceFen: number }) => [sum.account, sum.balanceFen])).toEqual([
    ['clearing:wechat-pay', 31_600],
    ['payer', 0],
    ['premium', -31_600],
  ]);
});

test('a run with its differences, as JSON and as a file', async () => {
  const run = await wechatRun();
  expect(run).toMatchObject({ billVersion: 1, open: 1, summary: { matched: 0, bill: { paymentFen: 31_601 } } });
  expect(run.sha1).toMatch(/^[0-9a-f]{40}$/);
  const { json } = await ask('GET', `/reconciliation/runs/${run.id}`);
  expect(json.differences).toMatchObject([{ class: 'amount', state: 'open', billFen: 31_601, bookFen: 31_600 }]);
  const file = await ask('GET', `/reconciliation/runs/${run.id}/differences.csv`);
  expect(file.headers['content-disposition']).toContain(`reconciliation-wechat-pay-${day}.csv`);
  const [header, line, end] = file.text.split('\r\n');
  expect(header).toMatch(/^\uFEFF日期,分类,渠道,渠道流水,/);
  expect(line).toContain(`${day},金额不符,微信支付,${json.differences[0].providerTxn},`);
  expect(line).toContain(',316.01,316.00,0.01,渠道账单与我方的金额不同,待定,待处理,');
  expect(end).toBe('');
  for (const id of ['1', '99999999999999999999', 'x']) {
    expect((await ask('GET', `/reconciliation/runs/${id}`)).status).toBe(404);
  }
});

test('a decision needs a kind, a reason and a name, and is taken once', async () => {
  const { id } = await difference();
  const resolve = (body: object, at = id) => ask('POST', `/reconciliation/differences/${at}/resolve`, body);
  const good = { resolution: 'checked', reason: '=渠道已书面确认', by: '张会计' };
  for (const bad of [{}, { ...good, resolution: 'toString' }, { ...good, reason: ' ' }, { ...good, by: 5 }]) {
    expect((await resolve(bad)).status).toBe(400);
  }
  expect((await resolve(good, '7')).status).toBe(404);
  expect((await difference()).state).toBe('open');
  expect(await resolve({ ...good, resolution: 'held' })).toMatchObject({ status: 200, json: { resolution: 'held' } });
  expect(await difference()).toMatchObject({ state: 'held' });
  expect((await resolve(good)).status).toBe(200);
  expect(await difference()).toMatchObject({ state: 'resolved', resolvedBy: '张会计' });
  expect((await resolve(good)).status).toBe(404);
  expect((await wechatRun()).open).toBe(0);
  const file = await ask('GET', `/reconciliation/runs/${(await wechatRun()).id}/differences.csv`);
  expect(file.text).toContain(",已结清,已核实,'=渠道已书面确认,张会计,");
});

test('a day is run again by the job; only days that are over', async () => {
  for (const bad of ['2026-13-01', 'yesterday', beijingDate(stage.clock.now()), '2027-01-01']) {
    expect((await ask('POST', `/reconciliation/days/${bad}/run`)).status).toBe(400);
  }
  const before = await wechatRun();
  expect((await ask('POST', `/reconciliation/days/${day}/run`)).status).toBe(202);
  while ((await reconcileDue(stage.server.deps)) > 0);
  const after = await wechatRun();
  expect(after.id).not.toBe(before.id);
  expect(after.sha1).not.toBe(before.sha1);
});

async function upload(text: string, query: string, type = 'text/csv; charset=utf-8', token = TOKEN) {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9', 'content-type': type };
  const answer = await web.inject({ method: 'POST', url: `/operator/issue-files?${query}`, headers, payload: text });
  return { status: answer.statusCode, json: answer.json() };
}

test('an issue file is taken as it comes, read by the job, and its differences are decided', async () => {
  const by = `by=${encodeURIComponent('张会计')}`;
  const text = `保单号,版本,出单日期,保费,状态,份额:甲\nXX-000001,demo,${day},158.00,有效,158.00\nx,demo\n`;
  expect(await upload(text, `day=${day}&${by}`, 'text/plain')).toMatchObject({ status: 415 });
  expect(await upload(text, `day=${day}&${by}`, 'text/csv', 'guess')).toMatchObject({ status: 401 });
  expect(await upload('{}', `day=${day}&${by}`, 'application/json')).toMatchObject({ status: 415 });
  for (const bad of ['', `day=${day}`, by, `day=2999-01-01&${by}`, `day=${day}&day=${day}&${by}`]) {
    expect((await upload(text, bad)).status).toBe(400);
  }
  expect(await upload('', `day=${day}&${by}`)).toMatchObject({ status: 400, json: { message: '文件是空的' } });
  const { status, json } = await upload(text, `day=${day}&${by}`);
  expect([status, json.isKnown]).toEqual([202, false]);
  expect(await upload(text, `day=${day}&${by}`)).toEqual({ status: 200, json: { id: json.id, isKnown: true } });
  const document = { invalidDate: '2027-12-31', insuranceCompany: [{ name: '甲' }] };
  const editions = { edition: (code?: string) => (code === 'demo' ? { document } : null) as never };
  while ((await runIssueWork({ ...stage.server.deps, editions })) > 0);
  expect((await ask('GET', `/issue-files/${json.id}`)).json.file).toMatchObject({
    ...{ state: 'imported', rowCount: 1, givenBy: '张会计' },
    badRows: [{ line: 3, why: '有 2 列，应为 6 列' }],
  });
  expect((await ask('GET', '/issue-files')).json.files).toHaveLength(1);
  for (const id of ['1', 'x', json.id.replaceAll(/[0-9a-f]/g, '0')]) {
    expect((await ask('GET', `/issue-files/${id}`)).status).toBe(404);
  }
  expect((await ask('GET', '/issues')).json.editions).toMatchObject([{ editionCode: 'demo', open: 1 }]);
  const { differences } = (await ask('GET', '/issues/demo')).json;
  expect(differences).toMatchObject([
    { class: 'insurer-only', policyNo: 'XX-000001', insurerFen: 15_800, ownFen: null },
  ]);
  const path = `/issue-differences/${differences[0].id}/resolve`;
  const good = { resolution: 'insurer-corrects', reason: '保司明天更正', by: '张会计' };
  for (const bad of [{}, { ...good, resolution: 'booked' }, { ...good, reason: '' }, { ...good, by: 5 }]) {
    expect((await ask('POST', path, bad)).status).toBe(400);
  }
  expect((await ask('POST', path, { ...good, resolution: 'corrected-here' })).status).toBe(409);
  expect((await ask('POST', path, good)).status).toBe(200);
  expect((await ask('POST', path, good)).status).toBe(404);
  expect((await ask('POST', '/issue-differences/x/resolve', good)).status).toBe(404);
  const file = await ask('GET', '/issues/demo/differences.csv');
  expect(file.headers['content-disposition']).toContain('issues-demo.csv');
  expect(file.text.split('\r\n')[1]).toContain(`demo,${day},保司有我无,XX-000001,158.00,,有效,—,`);
  expect((await ask('POST', '/issues/demo/run')).status).toBe(202);
  for (const method of ['GET', 'POST'] as const) {
    expect((await ask(method, method === 'GET' ? '/issues/js99' : '/issues/js99/run')).status).toBe(404);
  }
});

test('one address may ask only so often', async () => {
  for (let count = 0; count < 130; count++) await ask('GET', '/reconciliation/runs', undefined, 'guess');
  const asked = await ask('GET', '/reconciliation/runs', undefined, 'guess');
  expect([asked.status, asked.json]).toEqual([429, { message: '操作太频繁，请稍后再试' }]);
  stage.clock.advance(3 * 60_000);
  expect((await ask('GET', '/reconciliation/runs')).status).toBe(200);
});

test('a refund that its provider closed for good stays in the list of those who see to it', async () => {
  const stuck = async () => (await ask('GET', '/refunds/stuck')).json.refunds;
  expect(await stuck()).toEqual([]);
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  fault(order, 'refund_fail', { call: 'refund.create' });
  await pay(order, 1, 'force-pay');
  for (let round = 0; round < 3; round++) {
    await stage.server.runJob('refunds');
    stage.clock.advance(60_000);
    await stage.sandbox.control.settle();
  }
  const [refund] = await stuck();
  expect(refund).toMatchObject({ provider: 'wechat-pay', amountFen: order.premiumFen, state: 'CLOSED' });
  expect(refund.merchantOrderNo).toMatch(new RegExp(`^${order.orderNo}`));
});
