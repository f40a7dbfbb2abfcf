import { newestCode, resident } from '../integration/shop.ts';
import { deliverNotice, postOne } from './actions/provider-actions.ts';
import { type Browser, createBrowser, IN_WECHAT } from './browser.ts';
import type { Chance } from './chance.ts';
import { PAYMENT_WAYS } from './payers/index.ts';
import type { SimServer } from './sim-server.ts';
import { EDITIONS } from './stage.ts';
import type { Member, Resident, World } from './world.ts';

/** What is read to its end and agreed to before an order. */
export const REQUIRED_DOCUMENTS = ['health-notice', 'insurance-notice', 'clauses', 'exclusions'] as const;

/** People who are in two residents' families, so that two may try to insure the same one. */
export const SHARED_PEOPLE = [90, 91];

/** Two or three residents log in and keep their families. */
export async function settleIn(world: World, chance: Chance): Promise<void> {
  const count = 2 + chance.below(2);
  for (let index = 0; index < count; index++) {
    const resident = await world.patiently(`resident ${index + 1} arrives`, (server) =>
      arrive(world, server, chance, index),
    );
    world.residents.push(resident);
  }
}

async function arrive(world: World, server: SimServer, chance: Chance, index: number): Promise<Resident> {
  const self = resident(index);
  const browser = createBrowser(`203.0.113.${index + 10}`);
  await browser.value(server, 'sendSmsCode', { phone: self.phone });
  const agreedDocuments = await documentsToAgree(browser, server, ['user-agreement', 'privacy-policy']);
  const code = newestCode(world.sandbox, self.phone);
  await browser.value(server, 'loginBySms', { phone: self.phone, code, agreedDocuments });
  const family: Member[] = [];
  const others = chance.happens(0.7)
    ? [resident(index + 40), resident(chance.pick(SHARED_PEOPLE))]
    : [resident(index + 40)];
  for (const person of [self, ...others]) {
    const own = person === self;
    const member = await browser.value(server, 'addMember', {
      relationship: own ? '00' : '02',
      name: person.name,
      idType: '01',
      idNumber: person.idNumber,
      regionCode: '320500',
      consent: true,
      ...(own ? { phone: person.phone } : {}),
    });
    family.push({ memberId: member.memberId, person });
  }
  const knownToWechat = chance.happens(0.6);
  if (knownToWechat) await authorise();
  return { name: `resident ${index + 1}`, browser, phone: self.phone, family, knownToWechat, orders: [] };

  /** The messaging app's own way: authorisation page, code, return. */
  async function authorise(): Promise<void> {
    const state = `http://127.0.0.1:${world.stage.courier.port}/#/index`;
    const { authorisationUrl } = await browser.value(server, 'buildAuthorisationUrl', { state }, IN_WECHAT);
    const answer = await fetch(authorisationUrl, {
      headers: { 'user-agent': IN_WECHAT, accept: '*/*' },
      redirect: 'manual',
    });
    await browser.visit(server, pathOf(answer.headers.get('location') ?? ''), IN_WECHAT);
  }
}

/** One family is insured from the start, so that there is something to give back; now and then two, each in its edition. */
export async function beginWithPolicies(world: World, chance: Chance, withContract: boolean): Promise<void> {
  const first = chance.happens(0.5) ? EDITIONS.plans : EDITIONS.single;
  await insureFamily(world, chance, first, withContract);
  if (!withContract || !chance.happens(0.5)) return;
  await insureFamily(world, chance.fork('second'), first === EDITIONS.plans ? EDITIONS.single : EDITIONS.plans, true);
}

async function insureFamily(world: World, chance: Chance, edition: string, withContract: boolean): Promise<void> {
  const resident = chance.pick(world.residents.filter(({ knownToWechat }) => knownToWechat || !withContract));
  const { browser, family } = resident;
  const clientKey = chance.bytes(16).toString('hex');
  const planCode = withContract && chance.happens(0.35) ? 'upgraded' : 'basic';
  const ways = PAYMENT_WAYS.filter((entry) => !entry.needsOpenId || resident.knownToWechat);
  const way = chance.pick(withContract ? ways.filter((entry) => entry.signs) : ways);
  const side = world.side(way.provider);
  const begin = (orderNo: string) =>
    world.patiently('its payment begins', async (server) => (await way.start(browser, server, orderNo)).handle);
  const saved = await world.patiently('a family is insured', async (server) => {
    const { orderNo, premiumFen, expiresAtMs } = await browser.value(server, 'saveOrder', {
      clientKey,
      ...(edition === EDITIONS.plans ? { productId: edition, planCode } : {}),
      policyholderMemberId: family[0]?.memberId as string,
      insuredMemberIds: family.map((member) => member.memberId),
      agreedDocuments: world.documents.get(edition) ?? [],
    });
    const name = `order ${resident.name.at(-1)}.${resident.orders.length + 1}`;
    const untold = { edition, baseOrderNo: null, cancelled: false, toldCancelled: false };
    resident.orders.push({ name, orderNo, clientKey, members: family, premiumFen, expiresAtMs, ...untold });
    return orderNo;
  });
  let handle = await begin(saved);
  if (side.asks) {
    for (const number of side.asks.waiting(world.sandbox.clock.now())) side.asks.decide(number, true);
    for (const notice of side.notices.list()) await postOne(world, side, notice);
    for (const letter of world.posted) {
      await world.patiently('its permission is told', (server) => deliverNotice(world, server, letter));
    }
    handle = await begin(saved);
  }
  if (handle !== null) await way.open?.(handle);
  for (const { contracts } of world.sides) {
    for (const contract of contracts?.list() ?? [])
      if (withContract || chance.happens(0.6)) contracts?.sign(contract.code);
  }
  for (const there of side.orders()) side.pay(there.number, false);
  for (let round = 0; round < 3; round++) {
    await world.pass(10_000);
    await world.patiently('its policies are issued', async (server) => {
      for (const job of ['hanging-payments', 'outbox order-paid']) await server.runJob(job);
    });
  }
}

/** The newest versions of documents, as a resident agrees to them. */
export async function documentsToAgree(
  browser: Browser,
  server: SimServer,
  keys: readonly string[],
  edition?: string,
): Promise<{ key: string; version: number }[]> {
  const { documents } = await browser.value(server, 'productInfo', edition === undefined ? {} : { productId: edition });
  return documents.filter(({ key }) => keys.includes(key)).map(({ key, version }) => ({ key, version }));
}

function pathOf(address: string): string {
  const url = new URL(address);
  return `${url.pathname}${url.search}`;
}
