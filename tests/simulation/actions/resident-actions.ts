import { newestCode } from '../../integration/shop.ts';
import { paidThere } from '../book-keeper.ts';
import type { Chance } from '../chance.ts';
import { PAYMENT_WAYS } from '../payers/index.ts';
import { EDITIONS, PLAN_FEN } from '../stage.ts';
import { type KnownOrder, type Resident, Violation, type World } from '../world.ts';
import { codeOf, type RequestAction } from './action.ts';

const UPGRADE = { planCode: 'upgraded', differenceFen: PLAN_FEN.upgraded - PLAN_FEN.basic } as const;
/** A phone gets one code a minute. */
const TOO_SOON = 400203;
const CODE_PAUSE_MS = 61_000;

const save: RequestAction = {
  name: 'save',
  weight: 8,
  prepare(world, chance) {
    const resident = chance.pick(world.residents);
    const earlier = chance.happens(0.2) ? resident.orders.at(-1) : undefined;
    const members = earlier?.members ?? someOf(resident.family, chance);
    const clientKey = earlier?.clientKey ?? chance.bytes(16).toString('hex');
    const edition = earlier?.edition ?? (chance.happens(0.3) ? EDITIONS.plans : EDITIONS.single);
    const isDearer = edition === EDITIONS.plans && chance.happens(0.2);
    const planCode = earlier || !isDearer ? 'basic' : 'upgraded';
    const what = `${resident.name} saves an order for ${members.map((member) => member.person.name).join(' and ')}${earlier ? ` again (${earlier.name})` : ''}`;
    return {
      what,
      async run(server) {
        const envelope = await resident.browser.call(server, 'saveOrder', {
          clientKey,
          ...(edition === EDITIONS.plans ? { productId: edition, planCode } : {}),
          policyholderMemberId: resident.family[0]?.memberId as string,
          insuredMemberIds: members.map((member) => member.memberId),
          agreedDocuments: world.documents.get(edition) ?? [],
        });
        const code = codeOf(what, envelope);
        if (code !== 200000 || envelope.result === null) return String(code);
        const { orderNo, premiumFen, expiresAtMs } = envelope.result;
        const known = resident.orders.find((order) => order.clientKey === clientKey);
        if (premiumFen !== (known?.premiumFen ?? PLAN_FEN[planCode] * members.length))
          throw new Violation(`${what}: the premium is ${premiumFen} fen`);
        if (known && known.orderNo !== orderNo) throw new Violation(`${what}: one client key made two orders`);
        const order = known ?? {
          orderNo,
          clientKey,
          members,
          premiumFen,
          expiresAtMs,
          edition,
          baseOrderNo: null,
          cancelled: false,
          toldCancelled: false,
          name: '',
        };
        if (known) return `${known.name} again`;
        const name = `order ${resident.name.at(-1)}.${resident.orders.length + 1}`;
        resident.orders.push({ ...order, name });
        return `${name}, ${premiumFen} fen`;
      },
    };
  },
};

/** The difference to the dearer plan, for some of an order's people. */
const upgrade: RequestAction = {
  name: 'upgrade',
  weight: 14,
  async prepare(world, chance) {
    const bases = world
      .allOrders()
      .filter(({ order }) => order.edition === EDITIONS.plans && order.baseOrderNo === null && isPaid(world, order));
    if (bases.length === 0) return null;
    const { resident, order: base } = chance.pick(bases);
    const offered = await world.patiently('upgrade page', (server) =>
      resident.browser.call(server, 'queryUpgrade', { orderNo: base.orderNo }),
    );
    const free = (offered.result?.people ?? []).filter(({ why }) => why === null);
    if (offered.code !== 200000 || free.length === 0) return null;
    const chosen = someOf(free, chance);
    const clientKey = chance.bytes(16).toString('hex');
    const premiumFen = UPGRADE.differenceFen * chosen.length;
    const what = `${resident.name} raises ${chosen.map(({ name }) => name).join(' and ')} of ${base.name}`;
    return {
      what,
      async run(server) {
        const envelope = await resident.browser.call(server, 'saveUpgrade', {
          clientKey,
          orderNo: base.orderNo,
          planCode: UPGRADE.planCode,
          policyNos: chosen.map(({ policyNo }) => policyNo),
          expectedFen: premiumFen,
          agreedDocuments: world.documents.get(base.edition) ?? [],
        });
        const code = codeOf(what, envelope);
        if (code !== 200000 || envelope.result === null) return String(code);
        const { orderNo, expiresAtMs } = envelope.result;
        if (envelope.result.premiumFen !== premiumFen)
          throw new Violation(`${what}: the difference is ${envelope.result.premiumFen} fen`);
        const known = resident.orders.find((order) => order.clientKey === clientKey);
        if (known && known.orderNo !== orderNo) throw new Violation(`${what}: one client key made two orders`);
        if (known) return `${known.name} again`;
        const name = `order ${resident.name.at(-1)}.${resident.orders.length + 1}`;
        const untold = { edition: base.edition, baseOrderNo: base.orderNo, cancelled: false, toldCancelled: false };
        const members = base.members.filter(({ person }) => chosen.some((one) => person.name === one.name));
        resident.orders.push({ name, orderNo, clientKey, members, premiumFen, expiresAtMs, ...untold });
        return `${name}, ${premiumFen} fen`;
      },
    };
  },
};

const start: RequestAction = {
  name: 'start a payment',
  weight: 22,
  prepare(world, chance) {
    const found = someOrder(world, chance, isUnpaid);
    if (!found) return null;
    const { resident, order } = found;
    const ways = PAYMENT_WAYS.filter((way) => resident.knownToWechat || !way.needsOpenId);
    // Some ways are begun in one step and gone on with in the next.
    const before = ways.find((way) => way === order.way);
    const ofSteps = ways.filter((way) => way.hasSteps);
    const chosen = chance.happens(0.25) && ofSteps.length > 0 ? chance.pick(ofSteps) : chance.pick(ways);
    // A run has a way that its residents like best, so that orders meet at one provider.
    const liked = chance.happens(0.4) ? (ways[world.likedWay % ways.length] as (typeof ways)[number]) : chosen;
    const way = before && chance.happens(before.hasSteps ? 0.7 : 0.2) ? before : liked;
    order.way = way;
    const what = `${resident.name} starts to pay ${order.name} by ${way.name}`;
    return {
      what,
      async run(server) {
        const { code, handle } = await way.start(resident.browser, server, order.orderNo);
        codeOf(what, { code });
        if (handle !== null) world.arriving.push({ way, handle });
        return String(code);
      },
    };
  },
};

const ask: RequestAction = {
  name: 'ask',
  weight: 7,
  prepare(world, chance) {
    const found = someOrder(world, chance, isOpen);
    if (!found) return null;
    const { resident, order } = found;
    const what = `${resident.name} asks about ${order.name}`;
    return {
      what,
      async run(server) {
        const envelope = await resident.browser.call(server, 'queryInsureOrder', { orderNo: order.orderNo });
        const code = codeOf(what, envelope);
        const told = envelope.result?.payment;
        const settled = told === 'paid' || told === 'refunding' || told === 'refunded';
        if (settled && paidThere(world, order) < order.premiumFen) {
          throw new Violation(`${what}: it is told as ${told}, and no provider has the money`);
        }
        return `${code} ${told ?? ''}`;
      },
    };
  },
};

const cancel: RequestAction = {
  name: 'cancel',
  weight: 6,
  prepare(world, chance) {
    const found = someOrder(world, chance, isUnpaid);
    if (!found) return null;
    const { resident, order } = found;
    const what = `${resident.name} cancels ${order.name}`;
    return {
      what,
      async run(server) {
        order.cancelled = true;
        const code = codeOf(what, await resident.browser.call(server, 'cancelOrder', { orderNo: order.orderNo }));
        if (code === 200000) order.toldCancelled = true;
        return String(code);
      },
    };
  },
};

export const giveBack: RequestAction = {
  name: 'refund',
  weight: 12,
  async prepare(world, chance) {
    const found = someOrder(world, chance, isPaid);
    if (!found) return null;
    const { resident, order } = found;
    const { orderNo } = order;
    const offered = await world.patiently('refund page', (server) =>
      resident.browser.call(server, 'queryRefundSubmission', { orderNo }),
    );
    const refundable = (offered.result?.people ?? []).filter((person) => person.refundable);
    if (refundable.length === 0) return null;
    const whole = refundable.length === 1 || chance.happens(0.3);
    const chosen = whole ? refundable : [chance.pick(refundable)];
    const reason = 'not-needed' as const;
    const policyNos = chosen.map((person) => person.policyNo);
    const askCode = () =>
      world.patiently('refund code', (server) =>
        resident.browser.call(server, 'saveRefundSubmission', { orderNo, policyNos, reason }),
      );
    let asked = await askCode();
    if (asked.code === TOO_SOON) {
      await world.pass(CODE_PAUSE_MS);
      asked = await askCode();
    }
    if (asked.code !== 200000) return null;
    const expectedFen = chosen.reduce((sum, person) => sum + person.amountFen, 0);
    if (asked.result?.amountFen !== expectedFen)
      throw new Violation(`${order.name}: ${expectedFen} fen were offered back, then ${asked.result?.amountFen}`);
    const confirmation = {
      orderNo,
      reason,
      expectedFen,
      code: newestCode(world.sandbox, resident.phone),
      ...(offered.result?.withholding ? { closeWithholding: chance.happens(0.5) } : {}),
      clientKey: chance.bytes(16).toString('hex'),
    };
    const what = `${resident.name} gives back ${chosen.map((person) => person.name).join(' and ')} of ${order.name}`;
    let before: string | null = null;
    return {
      what,
      async run(at) {
        const answered = whole
          ? await resident.browser.call(at, 'refundOrder', confirmation)
          : await resident.browser.call(at, 'applyRefund', { ...confirmation, policyNos });
        const code = codeOf(what, answered);
        const refundNo = answered.result?.refundNo ?? null;
        if (before !== null && refundNo !== before) {
          throw new Violation(`${what}: repeated with its key, it answered ${code} ${refundNo ?? ''}`);
        }
        before = refundNo;
        return `${code} ${answered.result?.amountFen ?? ''}`;
      },
    };
  },
};

export const closeContract: RequestAction = {
  name: 'close a contract',
  weight: 3,
  prepare(world, chance) {
    const all = world.sides.flatMap((side) => side.contracts?.list() ?? []);
    const found = all.length === 0 ? null : chance.pick(all);
    const owner = world.allOrders().find(({ order }) => found?.code.startsWith(`K${order.orderNo}`));
    if (!found || !owner) return null;
    const what = `${owner.resident.name} closes the contract of ${owner.order.name}`;
    return {
      what,
      async run(server) {
        const answer = await owner.resident.browser.call(server, 'closeWithholding', { contractNo: found.code });
        const code = codeOf(what, answer);
        return `${code} ${answer.result?.statusLabel ?? ''}`;
      },
    };
  },
};

export const RESIDENT_ACTIONS: readonly RequestAction[] = [save, upgrade, start, ask, cancel, giveBack, closeContract];

type Fits = (world: World, order: KnownOrder) => boolean;

const isOpen: Fits = (world, order) => !order.cancelled && order.expiresAtMs > world.now();
const isUnpaid: Fits = (world, order) => isOpen(world, order) && paidThere(world, order) === 0;
const isPaid: Fits = (world, order) => paidThere(world, order) > 0;

/** Mostly an order that fits, and there mostly the newest; now and then any. */
function someOrder(world: World, chance: Chance, fits: Fits): { resident: Resident; order: KnownOrder } | null {
  const all = world.allOrders();
  const fitting = all.filter(({ order }) => fits(world, order));
  const some = fitting.length > 0 && chance.happens(0.85) ? fitting : chance.happens(0.3) ? all : fitting;
  if (some.length === 0) return null;
  return chance.happens(0.5) ? (some.at(-1) as (typeof all)[number]) : chance.pick(some);
}

function someOf<T>(list: readonly T[], chance: Chance): T[] {
  const some = list.filter(() => chance.happens(0.5));
  return some.length > 0 ? some : [chance.pick(list)];
}
