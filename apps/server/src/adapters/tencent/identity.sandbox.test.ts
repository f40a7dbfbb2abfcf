import { cardPicture, createSandbox, type Sandbox } from '@huimin/sandbox';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type ExchangeRequest } from '../http-exchange.ts';
import { createCardReader, createCarrierCheck, createDetectAuth } from './index.ts';

let sandbox: Sandbox;
const http = createExchange();
const noted: object[] = [];
const asked: ExchangeRequest[] = [];
/** Shorter than in earnest only where no answer comes. */
let patienceMs: number | null = null;
const { linMei } = people;
const FAULTS = [
  'timeout_before',
  'http_500',
  'http_502_html',
  'busy_code',
  'rate_limit',
  'truncated',
  'not_json',
] as const;

function fault(call: string, kind: (typeof FAULTS)[number]): void {
  if (kind === 'timeout_before') patienceMs = 200;
  sandbox.control.faults.add({ provider: 'tencent', call, kind, times: 1 });
}

function account(service: 'faceid' | 'ocr', secretKey = sandbox.keys.tencent.secretKey) {
  return {
    baseUrl: sandbox.origin,
    signedHost: `${service}.tencentcloudapi.com`,
    secretId: sandbox.keys.tencent.secretId,
    secretKey,
    exchange: (request: ExchangeRequest) => {
      asked.push(request);
      return http.send(patienceMs === null ? request : { ...request, totalTimeoutMs: patienceMs });
    },
    clock: { now: () => sandbox.clock.now() },
    log: { info: (fields: object) => void noted.push(fields), warn() {}, error() {} },
  };
}

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, controlApi: true });
});
afterAll(async () => {
  http.close();
  await sandbox.close();
});
beforeEach(() => {
  sandbox.control.reset();
  asked.length = 0;
  noted.length = 0;
  patienceMs = null;
});

describe('the carrier', () => {
  const check = (phone: string, more: object = {}) =>
    createCarrierCheck(account('faceid')).check({ name: linMei.name, idNumber: linMei.idNumber, phone, ...more });

  test.each([
    [linMei.phone, 'match'],
    ['13800009041', 'mismatch'],
    ['13800009043', 'mismatch'],
    ['13800009009', 'cannot-tell'],
    ['13800009012', 'cannot-tell'],
    ['13800009011', 'busy'],
  ])('%s: %s', async (phone, kind) => {
    expect((await check(phone)).kind).toBe(kind);
    expect(asked[0]).toMatchObject({ connectTimeoutMs: 3_000, totalTimeoutMs: 10_000 });
  });

  test.each(FAULTS)('%s is no answer', async (kind) => {
    fault('PhoneVerification', kind);
    expect((await check(linMei.phone)).kind).toBe('busy');
    expect(asked).toHaveLength(1);
  });

  test('a wrong key is refused by the platform', async () => {
    const wrong = createCarrierCheck(account('faceid', 'x'.repeat(32)));
    expect(await wrong.check({ name: linMei.name, idNumber: linMei.idNumber, phone: linMei.phone })).toEqual({
      kind: 'busy',
      code: 'AuthFailure.SignatureFailure',
    });
    expect(noted).toMatchObject([
      {
        ...{ action: 'PhoneVerification', code: 'AuthFailure.SignatureFailure' },
        providerRequestId: expect.stringMatching(/^[-\w]{8,}$/),
      },
    ]);
    expect(JSON.stringify(noted)).not.toContain(linMei.idNumber);
  });
});

describe('the hosted face check', () => {
  const face = () => createDetectAuth({ ...account('faceid'), ruleId: sandbox.keys.tencent.faceRuleId });
  const begin = (more: object = {}) =>
    face().begin({
      ...{ name: linMei.name, idNumber: linMei.idNumber, checkNo: 'F1', ...more },
      returnUrl: 'http://localhost:3000/identity/return/detect-auth?checkId=F1',
    });

  test.each([
    ['pass', { kind: 'passed', person: { name: linMei.name, idNumber: linMei.idNumber } }],
    ['fail', { kind: 'failed', reason: 'not-live', code: '1004' }],
    ['low-similarity', { kind: 'failed', reason: 'not-same', code: '2016' }],
    ['name-mismatch', { kind: 'failed', reason: 'name-mismatch', code: '2013' }],
    ['quit', { kind: 'none' }],
    ['time-out', { kind: 'none' }],
  ] as const)('%s', async (ending, result) => {
    const begun = await begin();
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    expect(new URL(begun.url).origin).toBe(sandbox.origin);
    expect(await face().result({ checkNo: 'F1', handle: begun.handle })).toEqual({ kind: 'none' });
    sandbox.control.identity.faces.end(begun.handle, ending);
    expect(await face().result({ checkNo: 'F1', handle: begun.handle })).toEqual(result);
    // Neither pictures nor films are asked for.
    expect(asked.at(-1)?.body).toContain('"InfoType":"1"');
    // The result of another check is none of this one.
    expect((await face().result({ checkNo: 'F2', handle: begun.handle })).kind).toBe('busy');
  });

  test('a number that is none begins nothing', async () => {
    expect((await begin({ idNumber: '320106198803160021' })).kind).toBe('wrong-person');
  });

  test.each(FAULTS)('%s leaves the result open', async (kind) => {
    const begun = await begin();
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    sandbox.control.identity.faces.end(begun.handle, 'pass');
    fault('GetDetectInfoEnhanced', kind);
    expect((await face().result({ checkNo: 'F1', handle: begun.handle })).kind).toBe('busy');
    fault('DetectAuth', kind);
    expect((await begin()).kind).toBe('busy');
  });
});

describe('reading a card', () => {
  const front = { side: 'FRONT' as const, name: linMei.name, idNum: linMei.idNumber };
  const read = (card: Parameters<typeof cardPicture>[0], side: 'front' | 'back' = 'front') =>
    createCardReader({ ...account('ocr'), region: 'ap-guangzhou' }).read({ image: cardPicture(card), side });

  test('both sides', async () => {
    expect(await read(front)).toEqual({
      kind: 'front',
      name: linMei.name,
      idNumber: linMei.idNumber,
      notes: { warnings: [], quality: 90 },
    });
    const back = { side: 'BACK' as const, authority: '某市公安局', validDate: '2010.01.01-长期' };
    expect(await read(back, 'back')).toMatchObject({ kind: 'back', validText: '2010.01.01-长期' });
    expect(await read(back)).toEqual({ kind: 'unreadable', why: 'no-card' });
  });

  test('what is odd about it', async () => {
    const odd = { ...front, quality: 30, warnings: [-9102, -9108, -9103, -9110, -1] };
    expect(await read(odd)).toMatchObject({ notes: { warnings: ['copy', 'screen', 'electronic'], quality: 30 } });
  });

  test.each([
    ['ImageBlur', 'blurred'],
    ['MultiCardError', 'several'],
    ['OcrFailed', 'other'],
  ])('%s', async (error, why) => {
    expect(await read({ error })).toEqual({ kind: 'unreadable', why });
  });

  test.each(FAULTS)('%s is no answer', async (kind) => {
    fault('IDCardOCR', kind);
    expect((await read(front)).kind).toBe('busy');
  });
});
