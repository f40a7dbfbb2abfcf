import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { newestCode } from '../integration/shop.ts';
import { STANDING } from './book-keeper.ts';
import type { Chance } from './chance.ts';
import { atConsole } from './console.ts';
import { documentsToAgree, REQUIRED_DOCUMENTS } from './settle-in.ts';
import { NEXT_YEAR, OF_NEXT_YEAR, type SecondEdition } from './stage.ts';
import { type KnownOrder, type Resident, Violation, type World } from './world.ts';

/** When something happens on a day: before, in and after the hours in which money is announced and taken. */
const HOURS = ['07:30', '09:10', '13:40', '20:20'];

/** Whether any contract stands that the next edition could be paid by. */
export function hasContracts(world: World): boolean {
  return world.sides.some((side) => side.contracts?.list().some(({ state }) => state === 'SIGNED'));
}

/** Every moment of the two weeks in which the next edition is sold, as far as something happens then. */
export function momentsOfSale(chance: Chance): number[] {
  const moments: number[] = [];
  for (let day: string = NEXT_YEAR.insureStart; day <= NEXT_YEAR.lastDay; day = addDays(day, 1)) {
    // Once in the morning, when most is due, and now and then besides.
    const hours = HOURS.filter((hour) => hour === '09:10' || chance.happens(0.1));
    moments.push(...hours.map((hour) => beijingMs(`${day} ${hour}:00`)));
  }
  return moments;
}

/** Money is asked for on these days; so that people meet their contracts when they buy by themselves. */
export function isChargedSoon(atMs: number): boolean {
  const day = beijingDate(atMs);
  return day >= addDays(NEXT_YEAR.insureStart, 8) && day <= addDays(NEXT_YEAR.insureStart, 12);
}

/** Time goes on until this moment. */
export async function goOnTo(world: World, atMs: number): Promise<void> {
  if (atMs > world.now()) await world.pass(atMs - world.now());
}

/** Between which of so many moments the sale stands still; in most years it never does. */
export function stopOfSale(chance: Chance, moments: number): { readonly from: number; readonly to: number } | null {
  if (!chance.happens(0.4)) return null;
  const from = chance.below(moments - 1);
  return { from, to: Math.min(moments - 1, from + 1 + chance.below(12)) };
}

/** Most years have a second edition, from the start or later; it sells another plan, or both. */
export function secondEdition(chance: Chance): SecondEdition | null {
  if (!chance.happens(0.7)) return null;
  return {
    insureStart: addDays(NEXT_YEAR.insureStart, chance.pick([0, 0, 0, 4])),
    insureEnd: NEXT_YEAR.insureEnd,
    plans: chance.happens(0.6) ? ['upgraded'] : ['basic', 'upgraded'],
  };
}

/** The sale of the next year begins: its texts can be agreed to. */
export async function beginSale(world: World, second: SecondEdition | null): Promise<void> {
  if (second) await world.stage.openSecond(second);
  await refreshEditions(world);
  const browser = (world.residents[0] as Resident).browser;
  for (const edition of OF_NEXT_YEAR) {
    const documents = await world.patiently('documents', (server) =>
      documentsToAgree(browser, server, REQUIRED_DOCUMENTS, edition),
    );
    world.documents.set(edition, documents);
  }
}

/** Operators stop it in the console. Answers what lets it go on again, which takes two of them. */
export async function stopSale(world: World): Promise<() => Promise<void>> {
  const { pauseNo } = await atConsole(world, 'pauseSale', {
    ...{ edition: NEXT_YEAR.edition, residentText: '系统维护', reason: '支付通道故障' },
  });
  // Every server knows within seconds; what is under way on one ends before the next moment.
  await refreshEditions(world);
  const stop = { fromMs: world.now(), untilMs: Number.POSITIVE_INFINITY };
  world.stops.push(stop);
  return async () => {
    const asked = await atConsole(world, 'askSaleResume', { pauseNo, reason: '已经修好了' });
    await atConsole(world, 'decideApproval', { approvalNo: asked.approvalNo, agree: true }, 'compliance');
    stop.untilMs = world.now();
    await refreshEditions(world);
  };
}

async function refreshEditions(world: World): Promise<void> {
  for (const server of world.alive()) await server.refreshEditions();
}

/** Residents come back after weeks, and see which orders their contracts have made. */
export async function comeBack(world: World): Promise<void> {
  for (const resident of world.residents) {
    await world.patiently(`${resident.name} comes back`, async (server) => {
      const { browser, phone } = resident;
      if ((await browser.call(server, 'queryOrders', {})).code === 200000) return;
      await browser.value(server, 'sendSmsCode', { phone });
      await browser.value(server, 'loginBySms', { phone, code: newestCode(world.sandbox, phone), agreedDocuments: [] });
    });
    await noteOrdersOfContracts(world, resident);
  }
}

async function noteOrdersOfContracts(world: World, resident: Resident): Promise<void> {
  const { orders } = await world.patiently('list of orders', (server) =>
    resident.browser.value(server, 'queryOrders', {}),
  );
  for (const { orderNo, editionCode, premiumFen } of orders) {
    if (!OF_NEXT_YEAR.includes(editionCode) || resident.orders.some((order) => order.orderNo === orderNo)) continue;
    const { people } = await world.patiently('order of a contract', (server) =>
      resident.browser.value(server, 'queryOrderDetail', { orderNo }),
    );
    const members = resident.family.filter(({ person }) => people.some(({ name }) => name === person.name));
    const order: KnownOrder = {
      ...{ name: `order ${resident.name.at(-1)}.${resident.orders.length + 1} (by contract)`, orderNo, clientKey: '' },
      ...{ members, premiumFen, expiresAtMs: 0, edition: editionCode, baseOrderNo: null, isByContract: true },
      // The shop ends what could not be charged.
      ...{ cancelled: true, toldCancelled: false },
    };
    resident.orders.push(order);
  }
}

/** The rules of money that is taken by contract. Reads providers, messages on phones and public calls. Answers how it ended. */
export async function checkYear(world: World): Promise<string> {
  const charges = world.sides.flatMap((side) => side.contracts?.charges() ?? []);
  const contracts = world.sides.flatMap((side) => side.contracts?.list() ?? []);
  for (const { code } of contracts) {
    const own = charges.filter(({ contractCode }) => contractCode === code);
    const done = own.filter(({ state }) => state === 'done');
    is(done.length <= 1, `${code}: ${done.length} charges of one year`);
    is(own.length <= 4, `${code}: money was asked for ${own.length} times`);
    is(
      own.every(({ state }) => state !== 'waiting'),
      `${code}: a charge has not ended`,
    );
    is(done.length === 0 || !world.toldUncharged.has(code), `${code}: told as skipped, and money was taken`);
    const owner = world.allOrders().find(({ order }) => code.startsWith(`K${order.orderNo}`))?.resident;
    if (!owner || own.length === 0) continue;
    const firstOn = beijingDate(Math.min(...own.map(({ askedAtMs }) => askedAtMs)));
    const told = world.sandbox.control
      .sms(owner.phone)
      .filter(({ outId }) => OF_NEXT_YEAR.some((edition) => outId?.startsWith(`${code}-${edition}-before-`)));
    is(
      told.some(({ sentAtMs }) => beijingDate(sentAtMs) < firstOn),
      `${code}: money was asked for on ${firstOn}, and its payer was not told before`,
    );
    const shown = await world.patiently('contract page', (server) =>
      owner.browser.value(server, 'queryWithholdings', {}),
    );
    const view = shown.contracts.find(({ contractNo }) => contractNo === code);
    is(view?.comingYear === null, `${code}: its year is still ${view?.comingYear?.stage}`);
    const toldTaken = view?.history.some(({ title }) => title === '扣费成功') ?? false;
    is(toldTaken === done.length > 0, `${code}: ${done.length} charges came through, told: ${toldTaken}`);
  }
  await checkStops(world);
  await checkCoverOfYear(world);
  const [done, failed] = [
    charges.filter(({ state }) => state === 'done'),
    charges.filter(({ state }) => state === 'failed'),
  ];
  return `${contracts.length} contracts: ${done.length} charges, ${failed.length} that failed`;
}

/** The servers' clocks differ by two seconds, and times are told in whole minutes. */
const CLOCKS_MS = 62_000;

/** While the sale stood still nothing was ordered for anybody by their contract. */
async function checkStops(world: World): Promise<void> {
  if (world.stops.length === 0) return;
  for (const resident of world.residents) {
    const { orders } = await world.patiently('orders of a stop', (server) =>
      resident.browser.value(server, 'queryOrders', {}),
    );
    for (const { orderNo, editionCode, createdAt } of orders) {
      // Only the first edition was stopped, and residents may pay what they had begun.
      if (editionCode !== NEXT_YEAR.edition) continue;
      const atMs = beijingMs(createdAt);
      const stop = world.stops.find(({ fromMs, untilMs }) => atMs > fromMs + CLOCKS_MS && atMs < untilMs - CLOCKS_MS);
      is(stop === undefined, `order ${orderNo} was saved at ${createdAt}, while the sale stood still`);
    }
  }
}

/**
 * A contract pays for nobody who has cover of that year already, by whichever of its editions and whoever bought it. What
 * somebody buys by themselves afterwards, in another edition, is their own choice.
 */
async function checkCoverOfYear(world: World): Promise<void> {
  const covers: { order: KnownOrder; person: string; stands: boolean; createdAtMs: number }[] = [];
  for (const { resident, order } of world.allOrders()) {
    if (!OF_NEXT_YEAR.includes(order.edition)) continue;
    const detail = await world.patiently('cover of the year', (server) =>
      resident.browser.value(server, 'queryOrderDetail', { orderNo: order.orderNo }),
    );
    for (const { name, policyStatus } of detail.people) {
      const person = order.members.find((member) => member.person.name === name)?.person.idNumber ?? name;
      if (policyStatus === null) continue;
      // What was given back may have been so before the contract's turn came.
      const stands = STANDING.includes(policyStatus);
      covers.push({ order, person, stands, createdAtMs: beijingMs(detail.order.createdAt) });
    }
  }
  for (const own of covers.filter(({ order }) => order.isByContract)) {
    const before = covers.find(
      (one) =>
        one.order !== own.order &&
        one.person === own.person &&
        one.stands &&
        (one.order.isByContract || one.createdAtMs < own.createdAtMs),
    );
    is(
      before === undefined,
      `${own.order.name} of ${own.order.edition} insures ${own.person}, whom ${before?.order.name} of ${before?.order.edition} insures already`,
    );
  }
}

function is(fits: boolean, rule: string): void {
  if (!fits) throw new Violation(rule);
}
