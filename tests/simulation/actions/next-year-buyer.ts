import type { Chance } from '../chance.ts';
import { PAYMENT_WAYS } from '../payers/index.ts';
import type { SimServer } from '../sim-server.ts';
import { OF_NEXT_YEAR, PLAN_FEN } from '../stage.ts';
import { type KnownOrder, Violation, type World } from '../world.ts';
import { codeOf } from './action.ts';

/** Somebody who buys for the next year by themselves while contracts pay for it. */
export interface Buyer {
  readonly what: string;
  /** They save an order and begin to pay it. */
  begin(server: SimServer): Promise<void>;
  /** They pay, or leave it; answers what they did. */
  end(): Promise<string>;
}

const SIMPLE_WAYS = PAYMENT_WAYS.filter(({ hasSteps, needsOpenId }) => !hasSteps && !needsOpenId);

export function someBuyer(world: World, chance: Chance): Buyer {
  const signed = world.residents.filter(({ orders }) => orders.some(({ orderNo }) => hasContract(world, orderNo)));
  const resident = chance.pick(signed.length > 0 && chance.happens(0.7) ? signed : world.residents);
  const some = resident.family.filter(() => chance.happens(0.6));
  const members = some.length > 0 ? some : [chance.pick(resident.family)];
  const edition = chance.pick(OF_NEXT_YEAR);
  const planCode = chance.happens(0.3) ? 'upgraded' : 'basic';
  const way = chance.pick(SIMPLE_WAYS);
  const clientKey = chance.bytes(16).toString('hex');
  const pays = chance.happens(0.75);
  const what = `${resident.name} buys ${planCode} of ${edition} for ${members.map(({ person }) => person.name).join(' and ')}`;
  let order: KnownOrder | null = null;
  let handle: string | null = null;
  let outcome = 'cut off by a crash';
  return {
    what,
    async begin(server) {
      const saved = await resident.browser.call(server, 'saveOrder', {
        ...{ clientKey, productId: edition, planCode },
        policyholderMemberId: resident.family[0]?.memberId as string,
        insuredMemberIds: members.map(({ memberId }) => memberId),
        agreedDocuments: world.documents.get(edition) ?? [],
      });
      outcome = String(codeOf(what, saved));
      if (saved.code !== 200000 || saved.result === null) return;
      const { orderNo, premiumFen, expiresAtMs } = saved.result;
      if (premiumFen !== PLAN_FEN[planCode] * members.length)
        throw new Violation(`${what}: the premium is ${premiumFen} fen`);
      const name = `order ${resident.name.at(-1)}.${resident.orders.length + 1}`;
      const untold = { edition, baseOrderNo: null, cancelled: false, toldCancelled: false };
      order = { name, orderNo, clientKey, members, premiumFen, expiresAtMs, ...untold };
      resident.orders.push(order);
      const started = await way.start(resident.browser, server, orderNo);
      outcome = `${name}, ${way.name}: ${codeOf(what, started)}`;
      handle = started.handle;
    },
    async end() {
      if (handle !== null) await way.open?.(handle);
      const side = world.side(way.provider);
      const there = side.orders().find(({ number, payable }) => order && number.startsWith(order.orderNo) && payable);
      if (!pays || handle === null || !there) return `${what}: ${outcome}, and does not pay`;
      side.pay(there.number, false);
      return `${what}: ${outcome}, and pays`;
    },
  };
}

function hasContract(world: World, orderNo: string): boolean {
  const all = world.sides.flatMap((side) => side.contracts?.list() ?? []);
  return all.some(({ code, state }) => state === 'SIGNED' && code.startsWith(`K${orderNo}`));
}
