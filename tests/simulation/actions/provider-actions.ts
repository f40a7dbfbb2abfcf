import { paidThere } from '../book-keeper.ts';
import type { Chance } from '../chance.ts';
import { brokenCalls, brokenRefunds, wrongPosts } from '../faults.ts';
import { ownNumber, stuckRefunds } from '../operator-books.ts';
import type { NoticeRow, OrderThere, ProviderSide } from '../payers/provider-side.ts';
import type { SimServer } from '../sim-server.ts';
import { type PostedNotice, Violation, type World } from '../world.ts';
import type { Happening, RequestAction } from './action.ts';

/** A server gets a notice: one posted just now, or one of long ago once more. */
const deliver: RequestAction = {
  name: 'deliver',
  weight: 20,
  async prepare(world, chance) {
    const found = chance.happens(0.7) ? someNotice(world, chance) : null;
    if (found) await postOne(world, found.side, found.notice);
    const letters = world.posted.filter(({ orderNumber }) => !world.toldForGood.has(orderNumber));
    if (letters.length === 0) return null;
    const notice = chance.happens(0.85) ? (letters.at(-1) as PostedNotice) : chance.pick(letters);
    const diesKnowing = !world.calm && world.paidLate.has(notice.orderNumber) && chance.happens(0.6);
    const dies = !world.calm && chance.happens(0.12) ? chance.below(7) : null;
    const what = `${notice.name} arrives`;
    return {
      what,
      run(server) {
        if (diesKnowing) {
          // It has written down that there is money, and the provider never says so again: the shop knows enough.
          server.life.crash = {
            left: 0,
            when: 'after',
            at: { label: 'write mark-paid', flow: what },
            died: () => void world.toldForGood.add(notice.orderNumber),
          };
        } else if (dies !== null) server.life.crash ??= { left: dies, when: 'before' };
        return deliverNotice(world, server, notice);
      },
    };
  },
};

/** Answers whether the server took it. Throws when it took what it must refuse. */
export async function deliverNotice(world: World, server: SimServer, notice: PostedNotice): Promise<string> {
  const answer = await server.fastify.inject({
    method: 'POST',
    url: notice.path,
    headers: notice.headers as Record<string, string>,
    payload: notice.body,
  });
  if (answer.statusCode >= 500) throw new Violation(`${notice.name}: answered ${answer.statusCode}`);
  const taken = world.side(notice.provider).taken(answer.statusCode, answer.body);
  if (taken && !notice.believable) throw new Violation(`${notice.name}: taken, although it must be refused`);
  return taken ? 'taken' : 'refused';
}

const FORGED: ReadonlySet<string> = new Set([
  'notify_bad_sign',
  'notify_foreign_cert',
  'notify_tampered',
  'notify_stale',
]);

/** A server gets a notice that it must refuse. */
const deliverWrong: RequestAction = {
  name: 'deliver wrong',
  weight: 12,
  async prepare(world, chance) {
    const found = world.calm ? null : someNotice(world, chance);
    if (!found) return null;
    const { side, notice } = found;
    const wrong = wrongPosts(world.sandbox, side.code, notice);
    if (wrong.length === 0) return null;
    const forged = wrong.filter(({ kind }) => FORGED.has(kind));
    const amount = wrong.filter(({ kind }) => kind === 'notify_wrong_amount');
    const [some = wrong] = [forged, amount, wrong].filter((list) => list.length > 0 && chance.happens(0.45));
    world.sandbox.control.faults.add(chance.pick(some));
    side.notices.release(notice.id);
    await world.sandbox.control.settle();
    side.notices.hold(notice.id);
    const posted = world.posted.length;
    collect(world, side, notice);
    const letter = world.posted[posted];
    if (!letter) return null;
    return { what: `${letter.name} arrives`, run: (server) => deliverNotice(world, server, letter) };
  },
};

/** Somebody changes a true notice so that it tells of an order that nobody paid; they cannot sign it. */
const forge: RequestAction = {
  name: 'forge',
  weight: 7,
  prepare(world, chance) {
    const readable = world.posted.filter(
      ({ believable, orderNumber, body }) => believable && body.includes(orderNumber),
    );
    if (world.calm || readable.length === 0) return null;
    const letter = chance.pick(readable);
    const there = world
      .side(letter.provider)
      .orders()
      .filter(({ paidFen }) => paidFen === 0);
    const unpaid = world.allOrders().filter(({ order }) => paidThere(world, order) === 0);
    const numbers = there.length > 0 ? there.map((one) => one.number) : unpaid.map(({ order }) => `${order.orderNo}01`);
    if (numbers.length === 0) return null;
    const number = chance.pick(numbers);
    const forged: PostedNotice = {
      ...letter,
      orderNumber: number,
      name: `${letter.provider} notice (forged for ${nameOf(world, number)}, from ${letter.name})`,
      headers: withoutLength(letter.headers),
      body: Buffer.from(letter.body.toString('latin1').replaceAll(letter.orderNumber, number), 'latin1'),
      believable: false,
    };
    return { what: `${forged.name} arrives`, run: (server) => deliverNotice(world, server, forged) };
  },
};

function withoutLength({ 'content-length': _, ...headers }: PostedNotice['headers']): PostedNotice['headers'] {
  return headers;
}

const pay: Happening = {
  name: 'pay',
  weight: 18,
  happen: (world, chance) => payOne(world, chance, (order) => order.payable, false),
};

const payLate: Happening = {
  name: 'pay late',
  weight: 14,
  happen: (world, chance) => payOne(world, chance, (order) => !order.payable && order.paidFen === 0, true),
};

function payOne(world: World, chance: Chance, fits: (order: OrderThere) => boolean, late: boolean): string | null {
  const all = world.sides.flatMap((side) =>
    side
      .orders()
      .filter(fits)
      .map((order) => ({ side, order })),
  );
  if (all.length === 0) return null;
  const { side, order } = chance.happens(0.6) ? (all.at(-1) as (typeof all)[number]) : chance.pick(all);
  const what = `${side.code}: ${nameOf(world, order.number)} is paid${late ? ' although it is closed' : ''}`;
  try {
    side.pay(order.number, late);
    if (late) world.paidLate.add(order.number);
    return `${what}, ${order.totalFen} fen`;
  } catch (error) {
    return `${what} - refused: ${(error as Error).message}`;
  }
}

/** Lets one closed order of a resident be paid; null when there is none, or its provider does not let it. */
export function payAnyLate(world: World, chance: Chance): { side: ProviderSide; number: string } | null {
  const closed = world.sides.flatMap((side) =>
    side
      .orders()
      .filter((order) => !order.payable && order.paidFen === 0)
      .map(({ number }) => ({ side, number })),
  );
  if (closed.length === 0) return null;
  const { side, number } = chance.pick(closed);
  try {
    side.pay(number, true);
  } catch {
    return null;
  }
  world.paidLate.add(number);
  return { side, number };
}

const breakAnswers: Happening = {
  name: 'break answers',
  weight: 8,
  rough: true,
  happen(world, chance) {
    const side = chance.pick(world.sides);
    const broken = brokenCalls(world.sandbox, side.code);
    if (broken.length === 0) return null;
    const fault = { ...chance.pick(broken), times: 1 + chance.below(4) };
    world.sandbox.control.faults.add(fault);
    return `${side.code}: ${fault.kind} on ${fault.times} × ${fault.call}`;
  },
};

const breakRefund: Happening = {
  name: 'break a refund',
  weight: 9,
  rough: true,
  happen(world, chance) {
    const paid = world.sides.filter((side) => side.orders().some((order) => order.paidFen > 0));
    if (paid.length === 0) return null;
    const side = chance.pick(paid);
    const faults = brokenRefunds(world.sandbox, side.code);
    if (faults.length === 0) return null;
    const { kind } = world.sandbox.control.faults.add(chance.pick(faults));
    return `${side.code}: ${kind}`;
  },
};

/** The next refunds of whoever has money come to a bad end. */
export function breakRefunds(world: World, chance: Chance): void {
  for (const side of world.sides.filter((one) => one.orders().some((order) => order.paidFen > 0))) {
    const faults = brokenRefunds(world.sandbox, side.code);
    if (faults.length > 0) world.sandbox.control.faults.add({ ...chance.pick(faults), times: 1 + chance.below(3) });
  }
}

/** The merchant's staff looks after refunds that wait for a person. */
export function settleRefundsByHand(world: World): number {
  const waiting = world.sides.flatMap((side) =>
    side
      .refunds()
      // What the shop's operator has paid by hand is left to them.
      .filter((refund) => refund.state === 'person' && !world.paidByHand.has(ownNumber(refund.number)))
      .map((refund) => ({ side, refund })),
  );
  for (const { side, refund } of waiting) side.settleRefund(refund.number);
  return waiting.length;
}

const staff: Happening = {
  name: 'staff',
  weight: 2,
  happen(world) {
    const settled = settleRefundsByHand(world);
    return settled > 0 ? `the merchant's staff settles ${settled} refunds` : null;
  },
};

/** While somebody says that it was paid by hand, and before a second person agrees, its provider pays it after all. */
export const crossing: Happening = {
  name: 'crossing',
  weight: 2,
  async happen(world, chance) {
    const asked = (await stuckRefunds(world)).filter(({ isHeld, isAgreed }) => isHeld && !isAgreed);
    const there = world.sides.flatMap((side) =>
      side
        .refunds()
        .filter(({ state, number }) => state === 'person' && asked.some(({ currentNo }) => currentNo === number))
        .map(({ number }) => ({ side, number })),
    );
    if (there.length === 0) return null;
    const { side, number } = chance.pick(there);
    side.settleRefund(number);
    return `${side.code} gives ${number} back while people talk of it`;
  },
};

export const PROVIDER_ACTIONS: readonly RequestAction[] = [deliver, deliverWrong, forge];
export const PROVIDER_HAPPENINGS: readonly Happening[] = [pay, payLate, breakAnswers, breakRefund, staff, crossing];

/** Posts a notice that a provider has to tell, signed anew. */
export async function postOne(world: World, side: ProviderSide, notice: NoticeRow): Promise<string> {
  await side.notices.resend(notice.id);
  return collect(world, side, notice);
}

/** Kinds of posts that are true and whole; all others have to be refused. */
const TRUE_POSTS = new Set(['normal', 'resend', 'duplicate']);

/** Takes what was posted of a notice just now; `before` is its row of before. */
function collect(world: World, side: ProviderSide, before: NoticeRow): string {
  const letters = world.stage.courier.collect();
  const row = side.notices.list().find(({ id }) => id === before.id);
  const kinds = (row?.attempts ?? []).slice(before.attempts.length).map(({ kind }) => kind);
  if (kinds.length !== letters.length) throw new Error(`${kinds.length} posts, but ${letters.length} letters`);
  const name = `${before.eventType} of ${nameOf(world, before.outTradeNo)}`;
  for (const [index, letter] of letters.entries()) {
    const kind = kinds[index] as string;
    const notice: PostedNotice = {
      ...letter,
      orderNumber: before.outTradeNo,
      name: `${side.code} notice (${name}, ${kind})`,
      provider: side.code,
      believable: TRUE_POSTS.has(kind),
    };
    world.posted.push(notice);
  }
  return `${side.code} posts ${name}: ${kinds.join(', ')}`;
}

function someNotice(world: World, chance: Chance): { side: ProviderSide; notice: NoticeRow } | null {
  const all = world.sides.flatMap((side) =>
    side.notices
      .list()
      .filter(({ outTradeNo }) => !world.toldForGood.has(outTradeNo))
      .map((notice) => ({ side, notice })),
  );
  all.sort((a, b) => a.notice.createdAtMs - b.notice.createdAtMs);
  if (all.length === 0) return null;
  // What nobody has heard of yet matters most, above all where its order is closed.
  const news = all.filter(({ notice }) => notice.attempts.length === 0);
  const late = news.filter(({ notice }) => world.paidLate.has(notice.outTradeNo));
  if (late.length > 0 && chance.happens(0.5)) return chance.pick(late);
  if (news.length > 0 && chance.happens(0.5)) return chance.pick(news);
  return chance.happens(0.6) ? (all.at(-1) as (typeof all)[number]) : chance.pick(all);
}

/** A provider's number in words: of which order, which attempt. */
export function nameOf(world: World, number: string): string {
  const found = world.allOrders().find(({ order }) => number.startsWith(order.orderNo));
  const signed = world.allOrders().find(({ order }) => number.startsWith(`K${order.orderNo}`));
  if (signed) return `the contract ${Number(number.slice(-2))} of ${signed.order.name}`;
  if (world.sides.some(({ asks }) => asks?.has(number))) return 'a permission';
  return found ? `${found.order.name} attempt ${Number(number.slice(-2))}` : 'an order nobody was told of';
}
