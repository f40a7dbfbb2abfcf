import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSURED_CONSENT_VERSION, INSURED_CONSENT_WORDS } from '@huimin/domain/insured-consent';
import { isDamage, sha256Hex } from '@huimin/evidence/bytes';
import { openPart, readChunk } from '@huimin/evidence/chunk';
import { type Manifest, readManifest, readObject } from '@huimin/evidence/sealed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChecker } from '../../apps/server/src/features/evidence/index.ts';
import { chunksOfRecording, openKeys, readChunks } from '../../apps/server/src/features/recording/index.ts';
import { linkOf } from './company-people.ts';
import { beginVisit, clockMark, seal, tellNews } from './recorded-visit.ts';
import { depsOf } from './services-stage.ts';
import { agreements, keep, openShop, pay, REQUIRED, resident, type Shop } from './shop.ts';

/** What insured people say on their own phones is part of the record of the sale. */
let shop: Shop;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(Date.parse('2026-11-20T10:00:00+08:00'));
});
afterAll(() => shop?.close());

const query = <R extends object>(text: string, values: unknown[]) => depsOf(shop).database.query<R>(text, values);

async function sealed(): Promise<void> {
  await tellNews(shop, ['insured-consent', 'recording-due']);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
}

async function manifests(trace: string): Promise<Manifest[]> {
  const rows = await query<{ name: string }>('select name from evidence_objects where trace = $1 order by addendum', [
    trace,
  ]);
  return rows.map(({ name }) => {
    const object = readObject(readFileSync(join(shop.evidenceDir, 'store', 'objects', name)));
    if (isDamage(object)) throw new Error(object.damage);
    const manifest = readManifest(object.manifestBytes);
    if (isDamage(manifest)) throw new Error(manifest.damage);
    return manifest;
  });
}

const saidIn = ({ server }: Manifest) => server.map(({ what }) => what);

/** What the server has told this recording about its people. */
async function told(trace: string): Promise<string[]> {
  const recordings = shop.servers[0]?.built.recordings;
  const keys = recordings && (await openKeys(recordings, trace, { by: 'test', reason: 'looking' }));
  if (!recordings || !keys) return [];
  const rows = (await chunksOfRecording(depsOf(shop).database.query, trace)).filter(({ kind }) => kind === 'server');
  return (await readChunks(recordings, rows)).map((bytes) => {
    const chunk = readChunk(bytes);
    if (isDamage(chunk)) throw new Error(chunk.damage);
    return openPart(chunk, 'view', keys.view) as string;
  });
}

test('asked, agreed, changed to a no, and no answer by the end are added to the sealed record of the sale', async () => {
  const [child, mother, father] = [resident(8_200), resident(8_201), resident(8_202)];
  const { trace, visitor, record } = beginVisit(shop);
  await record([clockMark(shop)]);
  await visitor.logIn(child);
  const memberIds = [await keep(visitor, child, '00')];
  for (const { name, idNumber, phone } of [mother, father]) {
    const about = { name, idType: '01' as const, idNumber, regionCode: '320500' as const, consent: true as const };
    memberIds.push((await visitor.value('addMember', { ...about, relationship: '02', phone })).memberId);
  }
  const { orderNo } = await visitor.value('saveOrder', {
    clientKey: `consent-evidence-${child.idNumber}`,
    policyholderMemberId: memberIds[0] as string,
    insuredMemberIds: memberIds,
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  await pay(visitor, orderNo, shop.sandbox);
  await tellNews(shop);
  await seal(shop);
  shop.clock.advance(31 * MINUTE);
  await seal(shop);
  await sealed();
  const orderId = depsOf(shop).numbers.orderId(orderNo);
  expect(await manifests(trace)).toHaveLength(1);

  for (const place of [2, 3]) await visitor.value('askInsured', { orderNo, place });
  await shop.runJob('insured-asks');
  const hers = shop.visitor();
  const say = (agrees: boolean) => ({
    ...{ link: linkOf(shop, mother.phone), idTail: mother.idNumber.slice(-6), agrees },
    wordsVersion: INSURED_CONSENT_VERSION,
  });
  await hers.value('answerConsent', say(true));
  // Said again it is one answer; another one stands beside the first.
  await hers.value('answerConsent', say(true));
  shop.clock.advance(MINUTE);
  await hers.value('answerConsent', say(false));
  await sealed();
  expect(saidIn((await manifests(trace))[1] as Manifest)).toEqual([
    ...['insured-asked', 'insured-asked', 'insured-answered', 'insured-answered'],
  ]);

  shop.clock.advance(14 * DAY);
  await shop.runJob('insured-asks-ended');
  await sealed();
  expect(await manifests(trace)).toHaveLength(2);
  shop.clock.advance(DAY);
  for (let round = 0; round < 2; round += 1) await shop.runJob('insured-asks-ended');
  await sealed();
  expect((await manifests(trace)).slice(2).map(saidIn)).toEqual([['insured-answered']]);
  expect((await shop.visitor().call('openConsent', { link: linkOf(shop, father.phone) })).envelope.code).toBe(400104);

  const words = { version: INSURED_CONSENT_VERSION, sha256: sha256Hex(INSURED_CONSENT_WORDS.join('\n')) };
  const events = await told(trace);
  const answers = events.flatMap((text) => JSON.parse(text)).filter(({ what }) => what === 'insured-answered');
  expect(answers.map(({ facts }) => facts)).toEqual([
    { orderNo, place: 2, answer: 'agreed', words },
    { orderNo, place: 2, answer: 'declined', words },
    { orderNo, place: 3, answer: 'none', words: null },
  ]);
  for (const person of [child, mother, father]) {
    for (const own of [person.name, person.idNumber, person.phone]) expect(events.join()).not.toContain(own);
  }
  const checker = await createChecker(shop.servers[0]?.built.retention as never, 'deep', null);
  const finding = (await checker.check(trace))?.findings.find(({ check }) => check === 8);
  expect(finding).toMatchObject({ state: 'ok' });
  // What the database says and the record does not is found.
  await query(`update insured_consent_steps set step = 'agreed' where order_id = $1 and step = 'declined'`, [orderId]);
  const after = await createChecker(shop.servers[0]?.built.retention as never, 'deep', null);
  expect((await after.check(trace))?.findings.find(({ check }) => check === 8)?.state).not.toBe('ok');
});
