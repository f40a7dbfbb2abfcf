import type { Chance } from '../chance.ts';
import type { ContractThere, ProviderSide } from '../payers/provider-side.ts';
import type { World } from '../world.ts';
import type { Happening } from './action.ts';

/** What payers decide at a provider besides paying. */

const decide: Happening = {
  name: 'decide',
  weight: 6,
  happen(world, chance) {
    const asked = ofSides(world, (side) => side.asks?.waiting(world.sandbox.clock.now()) ?? []);
    if (asked.length === 0) return null;
    const { side, one } = mostlyNewest(asked, chance);
    const allowed = chance.happens(0.85);
    side.asks?.decide(one, allowed);
    return `${side.code}: the payer ${allowed ? 'permits' : 'declines'} one payment`;
  },
};

const paySlowly: Happening = {
  name: 'pay slowly',
  weight: 6,
  happen(world, chance) {
    const open = ofSides(world, (side) => (side.slowPayments ? side.orders() : [])).filter(({ one }) => one.payable);
    if (open.length === 0) return null;
    const { side, one } = mostlyNewest(open, chance);
    return tried(`${side.code}: a payment of ${one.totalFen} fen is begun and takes its time`, () =>
      side.slowPayments?.begin(one.number),
    );
  },
};

const endSlow: Happening = {
  name: 'end slow payments',
  weight: 2,
  happen(world, chance) {
    const ended = endSlowPayments(world, chance);
    return ended === 0 ? null : `${ended} slow payments end`;
  },
};

/** Whoever was still busy with a payment ends it, one way or the other. */
export function endSlowPayments(world: World, chance: Chance): number {
  const busy = ofSides(world, (side) => side.slowPayments?.busy() ?? []);
  for (const { side, one } of busy) side.slowPayments?.end(one, chance.happens(0.6));
  return busy.length;
}

const turnBalance: Happening = {
  name: 'balance',
  weight: 0.5,
  happen(world, chance) {
    const some = world.sides.filter((side) => side.turnBalance);
    if (some.length === 0) return null;
    const side = chance.pick(some);
    return `${side.code}: ${side.turnBalance?.()}`;
  },
};

const sign: Happening = {
  name: 'sign',
  weight: 10,
  happen: (world, chance) =>
    onContract(world, chance, 'WAITING', (side, code) => {
      side.contracts?.sign(code);
      return 'is signed';
    }),
};

export const endContract: Happening = {
  name: 'end a contract',
  weight: 5,
  happen: (world, chance) =>
    onContract(world, chance, 'SIGNED', (side, code) => {
      const by = chance.happens(0.7) ? 'end' : 'console';
      side.contracts?.end(code, by);
      return by === 'end' ? 'is ended in the wallet' : 'is ended in the console';
    }),
};

export const PAYER_HAPPENINGS: readonly Happening[] = [decide, paySlowly, endSlow, turnBalance, sign, endContract];

function onContract(
  world: World,
  chance: Chance,
  state: ContractThere['state'],
  act: (side: ProviderSide, code: string) => string,
): string | null {
  const fitting = ofSides(world, (side) => side.contracts?.list() ?? []).filter(({ one }) => one.state === state);
  if (fitting.length === 0) return null;
  const { side, one } = mostlyNewest(fitting, chance);
  const owner = world.allOrders().find(({ order }) => one.code.startsWith(`K${order.orderNo}`));
  return `${side.code}: a contract of ${owner?.order.name ?? 'an order nobody was told of'} ${act(side, one.code)}`;
}

function ofSides<T>(world: World, list: (side: ProviderSide) => readonly T[]): { side: ProviderSide; one: T }[] {
  return world.sides.flatMap((side) => list(side).map((one) => ({ side, one })));
}

function mostlyNewest<T>(list: readonly T[], chance: Chance): T {
  return chance.happens(0.7) ? (list.at(-1) as T) : chance.pick(list);
}

function tried(what: string, act: () => void): string {
  try {
    act();
    return what;
  } catch (error) {
    return `${what} - refused: ${(error as Error).message}`;
  }
}
