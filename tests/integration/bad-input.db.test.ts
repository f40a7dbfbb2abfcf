import { type AnyCall, calls, type Envelope } from '@huimin/contract';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf, isTracing, pathOf, RIGHT_VALUES, rightInputOf, type Schema, sendTo } from './call-input.ts';
import { FIXED_HEADERS, keep, loggedIn, openShop, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

let shop: Shop;
let visitor: Visitor;
/** What every field of every call holds when it is right. */
let right: Record<string, unknown>;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  visitor = await loggedIn(shop, people.linMei);
  const order = await placeOrder(visitor, [people.linMei, people.mother]);
  const free = await keep(visitor, resident(1), '02');
  right = {
    ...RIGHT_VALUES,
    orderNo: order.orderNo,
    memberId: order.memberIds[1],
    policyholderMemberId: order.memberIds[0],
    insuredMemberIds: [free],
    appId: shop.sandbox.keys.medicalAccount.appId,
    state: `${shop.origin}/#/index`,
    url: `${shop.origin}/`,
  };
});
afterAll(() => shop?.close());

const MARKUP = '<img src=x onerror=alert(1)><script>alert(document.cookie)</script>';
const HOSTILE: Readonly<Record<string, unknown>> = {
  emoji: '👩‍👩‍👧‍👦🏥',
  SQL: `'; drop table orders; --`,
  markup: MARKUP,
  'a zero byte': 'ab\u0000cd\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000',
  'half a surrogate pair': '林\ud83d',
  'directional and control characters': '\u202e\u0007\u001b[31m',
  'a path': '../../../../etc/passwd',
  'a name that every object has': 'constructor',
  'a day of the last year of four digits': '9999-12-31',
  'a day that is none': '2026-02-30',
  'an empty text': '',
  blanks: '   ',
  'a number': 12,
  'a huge number': 1e308,
  'a negative number': -1,
  'a fraction': 1.5,
  true: true,
  null: null,
  'an empty list': [],
  'a list of lists': [[['1']]],
  'an object': { toString: 'x', $ne: null },
};
/** What is refused or taken whatever field it stands in, so one field of each call is enough. */
const HUGE: Readonly<Record<string, unknown>> = {
  'a megabyte of text': '长'.repeat(350_000),
  'a deep object': JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as unknown,
  'a long list': Array.from({ length: 5_000 }, () => '1'),
};

const all: readonly AnyCall[] = Object.values(calls);

const rightInput = (call: AnyCall) => rightInputOf(call, right);
const send = (call: AnyCall, input: unknown, from: Visitor = visitor, headers: Record<string, string> = {}) =>
  sendTo(from, call, input, headers);

/** The envelope of an answer that is none of the things an answer to bad input must not be. */
async function envelopeOf(response: Response): Promise<Envelope> {
  const body = await response.text();
  expect(response.headers.get('content-type'), body.slice(0, 200)).toMatch(/^application\/(json|pdf)/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.status, body.slice(0, 500)).toBeLessThan(500);
  const envelope = JSON.parse(body) as Envelope;
  const besides = 'ack' in envelope ? ['ack', 'key', 'receipt', 'serverTime'] : [];
  expect(Object.keys(envelope).sort()).toEqual([...besides, 'code', 'data', 'message', 'result', 'subMessage'].sort());
  expect(envelope.code).not.toBe(500000);
  if (envelope.code !== 200000) {
    expect(envelope.message).toMatch(/^[\u3400-\u9fff“《].{3,60}$/u);
    expect(envelope.message).not.toMatch(/[{}<>[\]]|undefined|null|NaN|[a-z]+[A-Z]|Error/);
    expect(envelope.subMessage).toMatch(/^[0-9a-f]{16}$/);
    expect(body).not.toMatch(
      /<script|onerror|\/src\/|node_modules|\bat \w+ \(|select |insert |drop table|etc\/passwd/i,
    );
  }
  return envelope;
}

async function drawn(response: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
}

const cases = all.map((call) => [call.name, call] as const);
// Logging out of the shared session would spoil the other cases; its body is of no use to it anyway.
const withBody = cases.filter(([name, call]) => call.method !== 'GET' && name !== 'logout');

describe('every call', () => {
  test.each(cases)('%s: nothing that stands in a field breaks it', async (_name, call) => {
    // Whoever logs out of the shared session would spoil the other cases.
    const from = call.name === 'logout' ? shop.visitor() : visitor;
    const fields = [...Object.keys(fieldsOf(call)), 'neverHeardOf'];
    for (const [index, field] of fields.entries()) {
      const values = Object.entries(index === 0 ? { ...HOSTILE, ...HUGE } : HOSTILE);
      const input = rightInput(call);
      const answers = await Promise.all(
        values.map(
          async ([what, value]) => [what, value, await send(call, { ...input, [field]: value }, from)] as const,
        ),
      );
      for (const [what, value, response] of answers) {
        const isHuge = JSON.stringify(value).length > 2_000;
        if (response.status >= 400) expect([field, what, isHuge]).toEqual([field, what, true]);
        // What a call never heard of is left out, and a query cannot carry an empty list: the rest is right, a paper is drawn.
        const isLeftOut = field === 'neverHeardOf' || (Array.isArray(value) && value.length === 0);
        if (isLeftOut && response.headers.get('content-type') === 'application/pdf') await drawn(response);
        else await envelopeOf(response);
      }
    }
  });

  const needing = cases.filter(([, call]) => ((call.input as Schema).required ?? []).length > 0);
  test.each(needing)('%s: without a needed field it says what is missing', async (_name, call) => {
    const needed = ((call.input as Schema).required ?? []).filter((name) => !call.path.includes(`{${name}}`));
    for (const name of needed) {
      const { [name]: _left, ...rest } = rightInput(call);
      const envelope = await envelopeOf(await send(call, rest));
      expect(envelope.code, name).toBe(400100);
      const problems = (envelope.result as { fields: { path: string; message: string }[] }).fields;
      expect(problems.map((problem) => problem.path)).toContain(name);
      expect(envelope.message).toBe(problems[0]?.message);
    }
  });

  test.each(withBody)('%s: bodies that are no object, or no JSON at all', async (_name, call) => {
    const needsInput = ((call.input as Schema).required ?? []).length > 0;
    const path = pathOf(call);
    for (const body of ['[]', '"text"', '12', 'true', '{', '{"a":', "{'a':1}", '', '\u0000', '{"__proto__":{"a":1}}']) {
      const headers = { 'content-type': 'application/json' };
      const { code } = await envelopeOf(await visitor.raw(path, { method: call.method, body, headers }));
      if (needsInput) expect(code, body).toBe(400100);
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ]) {
      const sent = { method: call.method, body: 'a=1', headers: { 'content-type': type } };
      expect((await envelopeOf(await visitor.raw(path, sent))).code).toBe(400100);
    }
  });

  test.each(withBody)('%s: keys that reach for the prototype change nothing', async (_name, call) => {
    for (const evil of ['{"constructor":{"prototype":{"polluted":1}}}', '{"__proto__":{"polluted":1}}']) {
      const body = JSON.stringify(rightInput(call))
        .replace(/^\{/, `${evil.slice(0, -1)},`)
        .replace(',}', '}');
      const headers = { 'content-type': 'application/json' };
      await envelopeOf(await visitor.raw(pathOf(call), { method: call.method, body, headers }));
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }
  });

  const withHeaders = cases.filter(([, call]) => !isTracing(call));
  test.each(withHeaders)('%s: the two headers must be there and right', async (_name, call) => {
    const path = pathOf(call).replace('{code}', 'sex');
    const wrong: Record<string, string>[] = [
      {},
      { projectId: FIXED_HEADERS.projectId },
      { 'X-PI-PRO-NUM': FIXED_HEADERS['X-PI-PRO-NUM'] },
      { 'X-PI-PRO-NUM': 'CITY99999999', projectId: FIXED_HEADERS.projectId },
      { 'X-PI-PRO-NUM': FIXED_HEADERS['X-PI-PRO-NUM'], projectId: MARKUP },
    ];
    for (const headers of wrong) {
      const init = call.method === 'GET' ? {} : { method: call.method, body: '{}' };
      const type: Record<string, string> = call.method === 'GET' ? {} : { 'content-type': 'application/json' };
      const envelope = await envelopeOf(
        await fetch(`${shop.origin}${path}`, { ...init, headers: { ...headers, ...type } }),
      );
      // A paper is opened as a link, which cannot carry headers; it still wants the login, or its ticket.
      expect(envelope.code).toBe(
        call.login === 'required' && call.replyKind === 'file' ? 400001 : call.replyKind === 'file' ? 400100 : 400101,
      );
    }
  });

  test.each(cases.filter(([, call]) => call.login === 'required'))('%s: not without a login', async (_name, call) => {
    const nobody = shop.visitor();
    for (const cookie of ['', 'hm_session=', `hm_session=${'A'.repeat(43)}`, `hm_session=${'%00'.repeat(20)}`]) {
      nobody.cookie = cookie;
      expect(await envelopeOf(await send(call, rightInput(call), nobody))).toMatchObject({
        code: 400001,
        message: '未登录，请重新登录',
        result: null,
      });
    }
  });
});

test('what a resident typed wrong is said with the name of the field, first problem first', async () => {
  const message = async (name: string, input: Record<string, unknown>) => {
    const call = calls[name as keyof typeof calls] as AnyCall;
    return (await envelopeOf(await send(call, { ...rightInput(call), ...input }, shop.visitor()))).message;
  };
  expect(await message('sendSmsCode', { phone: '1390000' })).toBe('手机号格式不对，请填 11 位手机号');
  expect(await message('loginBySms', { code: '12' })).toBe('验证码格式不对，请填短信里的 6 位数字');
  const typed = async (input: Record<string, unknown>) =>
    (await envelopeOf(await send(calls.addMember, { ...rightInput(calls.addMember), ...input }))).message;
  expect(await typed({ name: '' })).toBe('请填写姓名');
  expect(await typed({ name: '长'.repeat(61) })).toBe('姓名太长，最多 60 个字');
  expect(await typed({ idNumber: '32' })).toBe('证件号码太短，请填证件上的号码');
  expect(await typed({ relationship: '09' })).toBe('请选择与您的关系');
  expect(await typed({ regionCode: '110000' })).toBe('请选择医保所在地');
  expect(await typed({ consent: false })).toBe('请先勾选同意，再保存');
  expect(await typed({ consent: 'true' })).toBe('请先勾选同意，再保存');
});

test('what only the page can have got wrong asks to open it again, and names no technical field', async () => {
  const saving = rightInput(calls.saveOrder);
  expect(await envelopeOf(await send(calls.saveOrder, saving))).toMatchObject({ code: 200000 });
  const envelope = await envelopeOf(await send(calls.saveOrder, { ...saving, clientKey: 'x' }));
  expect(envelope.message).toBe('页面内容有误，请重新打开页面再试');
  expect(envelope.result).toEqual({ fields: [{ path: 'clientKey', message: '页面内容有误，请重新打开页面再试' }] });
});

describe('addresses and bytes that are no request', () => {
  test.each([
    '/hmb-js26/api/v1/dict/data/%zz',
    '/hmb-js26/api/v1/dict/data/%00',
    '/hmb-js26/api/v1/dict/data/..%2f..%2fetc%2fpasswd',
    `/hmb-js26/api/v1/dict/data/${'a'.repeat(400)}`,
    '/hmb-js26/api/v1/dict/data/sex?productId[]=1&productId[]=2&t=1&t=2',
    '/hmb-js26/api/v1/nothing',
    '/hmb-js26',
    '/hmb-js26/',
    '/traceable-service/nothing',
    `/hmb-js26/api/v1/insure/order/queryDetail?orderNo=${'9'.repeat(60_000)}`,
  ])('%.70s', async (path) => {
    const envelope = await envelopeOf(await visitor.raw(path));
    expect(envelope.code === 200000 || envelope.code === 400100 || envelope.code === 400104).toBe(true);
  });
});

test('a body far too long is read to its end, so that the answer arrives and not a broken connection', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sent = await visitor.raw('/hmb-js26/api/v1/lucky/claim', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(8_000_000) }),
    });
    expect((await envelopeOf(sent)).message).toBe('内容太长，请缩短后再试');
  }
});

test('none of it was an error of the server', () => {
  expect(shop.logged.filter((entry) => entry.includes('request failed'))).toEqual([]);
});
