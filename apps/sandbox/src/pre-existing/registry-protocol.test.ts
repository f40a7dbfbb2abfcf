import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { Data } from '../medical-account/signing.ts';
import { type CentreChange, centreCall } from '../testing/medical-account-shop.ts';
import { questionData, subjectHash } from '../testing/pre-existing-shop.ts';

const START_MS = Date.parse('2026-11-20T09:00:00+08:00');
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), seed: 2, controlApi: true, signTestProbes: false },
    clock: { now: () => START_MS },
  });
});
afterAll(() => sandbox.close());

let count = 0;
const nextNo = () => `QUERY${String(++count).padStart(4, '0')}`;
const magic = (digits: string) => ({ idType: '01', idNo: `32010619880316${digits}X`, userName: '林美' });
const trusted = (person: Data, more: Data = {}, change?: CentreChange) =>
  centreCall(sandbox, 'trusted', questionData(sandbox, nextNo(), { ...person, ...more }), change);
const hidden = (person: { idNo: string; userName: string }, more: Data = {}) =>
  centreCall(
    sandbox,
    'private',
    questionData(sandbox, nextNo(), { subjectHash: subjectHash(sandbox, person), ...more }),
  );
const told = ({ data }: Awaited<ReturnType<typeof trusted>>) => {
  const { queryNo: _no, ...rest } = data;
  return rest;
};

test('a label, a class for a yes, the rules’ version and the day of the data, and nothing else', async () => {
  const common = { ruleVersion: '2026.1', dataDate: '20261119' };
  expect(told(await trusted(magic('881')))).toEqual({ result: 'Y', classCode: 'C2', ...common });
  expect(told(await trusted(magic('882')))).toEqual({ result: 'Y', classCode: 'C4', ...common });
  expect(told(await trusted(magic('002')))).toEqual({ result: 'N', ...common });
  const [unclear, unknown] = [await trusted(magic('883')), await trusted(magic('884'))];
  expect(told(unclear)).toEqual({ result: 'U', ...common });
  expect(told(unknown)).toEqual(told(unclear));
  const known = { idNo: '320106195005100018', userName: '王安' };
  sandbox.control.preExisting.people.set({ ...known, label: 'Y', classCode: 'C1' });
  expect(told(await trusted({ idType: '01', ...known }))).toMatchObject({ result: 'Y', classCode: 'C1' });
  expect(told(await trusted({ idType: '01', ...known, userName: '王平' }))).toEqual(told(unknown));
  expect((await trusted(magic('885'))).code).toBe('50001');
  expect(await trusted(magic('887'))).toMatchObject({ code: '0', signed: false });
});

test('a private question knows people by a keyed hash; a slow one is asked again under its number', async () => {
  await trusted(magic('881'));
  expect(told(await hidden(magic('881')))).toMatchObject({ taskState: 'DONE', result: 'Y', classCode: 'C2' });
  expect(told(await hidden({ ...magic('881'), userName: '别人' }))).toMatchObject({ result: 'N' });
  await trusted(magic('888'));
  const slow = questionData(sandbox, 'SLOW0001', { subjectHash: subjectHash(sandbox, magic('888')) });
  expect((await centreCall(sandbox, 'private', slow)).data).toEqual({ queryNo: 'SLOW0001', taskState: 'RUNNING' });
  await sandbox.clock.advance(120_000);
  expect((await centreCall(sandbox, 'private', slow)).data).toMatchObject({ taskState: 'DONE', result: 'N' });
});

test('it is strict', async () => {
  expect((await trusted(magic('002'), { diagnosis: '1' })).code).toBe('40001');
  expect((await hidden(magic('002'), { idNo: '32010619880316002X' })).code).toBe('40001');
  expect((await trusted(magic('002'), { basis: 'friend' })).code).toBe('40001');
  expect((await trusted(magic('002'), { consentTime: '20261110090000' })).code).toBe('40301');
  expect((await trusted(magic('002'), { consentTime: '20270101000000' })).code).toBe('40001');
  expect((await trusted(magic('002'), {}, { timestamp: '20261120080000' })).code).toBe('40102');
  expect((await trusted(magic('002'), {}, { top: { appId: '0'.repeat(32) } })).code).toBe('40103');
  expect((await trusted(magic('002'), {}, { top: { version: '1.0.0' } })).code).toBe('40101');
  const first = questionData(sandbox, 'SAME0001', magic('002'));
  expect((await centreCall(sandbox, 'trusted', first)).code).toBe('0');
  expect((await centreCall(sandbox, 'trusted', first)).code).toBe('0');
  expect((await centreCall(sandbox, 'trusted', { ...first, userName: '李美' })).code).toBe('40901');
  expect(sandbox.control.preExisting.questions().filter(({ queryNo }) => queryNo === 'SAME0001')).toHaveLength(1);
});
