import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { seedServices } from '../../apps/server/seed/services.ts';
import { PHOTO } from './change-stage.ts';
import { agreements, keep, loggedIn, openShop, pay, REQUIRED, type resident, type Shop, type Visitor } from './shop.ts';

/** The demonstration edition of the test year is on sale; its cover begins in 2027. */
const IN_SALE = Date.parse('2026-11-20T10:00:00+08:00');

/** A shop with the demonstration's drugs, services and draw. Jobs run when a test says so. */
export async function openServiceShop(): Promise<Shop> {
  const shop = await openShop({ jobs: false });
  shop.clock.set(IN_SALE);
  await seedServices(depsOf(shop));
  return shop;
}

export const depsOf = (shop: Shop) => (shop.servers[0] as Shop['servers'][number]).deps;
export const newKey = (): string => randomBytes(16).toString('hex');

export async function runJob(shop: Shop, name: string): Promise<void> {
  const jobs = shop.servers[0]?.built.jobs.filter((job) => job.name.includes(name)) ?? [];
  expect(jobs.length, name).toBeGreaterThan(0);
  for (const job of jobs) await job.run();
}

type Resident = ReturnType<typeof resident>;

/** Somebody and the family they have paid for and who is covered: the policies in the order of the family. */
export async function coveredFamily(
  shop: Shop,
  family: readonly Resident[],
): Promise<{ visitor: Visitor; policyNos: string[] }> {
  const visitor = await loggedIn(shop, family[0] as Resident);
  const memberIds: string[] = [];
  for (const [index, person] of family.entries())
    memberIds.push(await keep(visitor, person, index === 0 ? '00' : '02'));
  const { orderNo } = await visitor.value('saveOrder', {
    ...{ clientKey: newKey(), policyholderMemberId: memberIds[0] as string, insuredMemberIds: memberIds },
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  await pay(visitor, orderNo, shop.sandbox);
  await runJob(shop, 'outbox');
  const { people } = await visitor.value('queryOrderDetail', { orderNo });
  return { visitor, policyNos: people.map(({ policyNo }) => policyNo ?? '') };
}

const KINDS = ['prescription', 'report', 'summary', 'identity'] as const;

/** One photo of each paper, uploaded. */
export async function drugPapers(visitor: Visitor, kinds: readonly (typeof KINDS)[number][] = KINDS) {
  const papers = [];
  for (const kind of kinds) {
    const { fileId } = await visitor.value('uploadFile', {
      ...{ clientKey: newKey(), use: 'special-drug', fileName: `${kind}.jpg`, content: PHOTO.toString('base64') },
    });
    papers.push({ kind, fileIds: [fileId] });
  }
  return papers;
}
