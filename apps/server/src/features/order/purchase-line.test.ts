import { expect, test } from 'vitest';
import { createBlindIndex } from '../../security/vault.ts';
import { lineTickets } from './line-tickets.ts';
import { createPurchaseLine, type PlaceInLine } from './purchase-line.ts';

const tickets = lineTickets(createBlindIndex(Buffer.alloc(32, 2)));

/** Numbers that look like chance and are the same in every run. */
function chance(seed: number): { below(below: number): number } {
  let state = seed;
  return {
    below(below) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    },
  };
}

function opened(room: number, servers = 1) {
  let nowMs = 1_700_000_000_000;
  const clock = { now: () => nowMs };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  const line = () => createPurchaseLine({ clock, random: chance(7), room, tickets, serverCount: () => servers });
  return { clock, line, pass };
}

const placeOf = (admission: ReturnType<ReturnType<typeof createPurchaseLine>['enter']>): PlaceInLine => {
  if (!('place' in admission)) throw new Error('was let in');
  return admission.place;
};
const isIn = (admission: object): boolean => 'leave' in admission;

test('while there is room nobody waits; who leaves twice makes room once', () => {
  const { line: open } = opened(2);
  const line = open();
  const first = line.enter(1n, null);
  expect(isIn(first) && isIn(line.enter(2n, null))).toBe(true);
  expect(line.inside).toBe(2);
  expect(placeOf(line.enter(3n, null))).toMatchObject({ ahead: 0 });
  if ('leave' in first) {
    first.leave();
    first.leave();
  }
  expect(line.inside).toBe(1);
});

test('the first in line is let in first, and nobody who comes later overtakes', () => {
  const { line: open, pass } = opened(1);
  const line = open();
  const inside = line.enter(1n, null);
  const second = placeOf(line.enter(2n, null));
  pass(10);
  const third = placeOf(line.enter(3n, null));
  expect([second.ahead, third.ahead]).toEqual([0, 1]);
  if ('leave' in inside) inside.leave();
  // There is room again, and whoever comes now would take it from those who wait.
  pass(10);
  expect(placeOf(line.enter(4n, null)).ahead).toBe(2);
  expect(isIn(line.enter(3n, third.ticket))).toBe(false);
  pass(1_000);
  expect(isIn(line.enter(3n, third.ticket))).toBe(false);
  expect(isIn(line.enter(2n, second.ticket))).toBe(true);
});

test('a ticket is its owner’s, as long as they stay; with anything else one has the place that one came to', () => {
  const { line: open, pass } = opened(1);
  const line = open();
  line.enter(1n, null);
  const { ticket } = placeOf(line.enter(2n, null));
  pass(50);
  placeOf(line.enter(3n, null));
  expect(placeOf(line.enter(2n, ticket)).ahead).toBe(0);
  const [came, until, signature] = ticket.split('.') as [string, string, string];
  const earlier = `${(Number.parseInt(came, 36) - 60_000_000).toString(36)}.${until}.${signature}`;
  for (const [owner, forged] of [
    [9n, ticket],
    [10n, earlier],
    [11n, 'a.b.c'],
    [12n, ''],
    [13n, `${ticket}=`],
  ] as const) {
    pass(10);
    expect(placeOf(line.enter(owner, forged)).ahead).toBe(Number(owner === 9n ? 2n : owner - 7n));
  }
  // Whoever asks again and again without one pushes nobody back.
  for (let times = 0; times < 5; times++) expect(placeOf(line.enter(3n, null)).ahead).toBe(1);
  expect(line.waiting).toBe(7);
});

test('a line that everybody has left is none for whoever comes the next day', () => {
  const { line: open, pass } = opened(1);
  const line = open();
  const inside = line.enter(1n, null);
  for (let userId = 2n; userId < 50n; userId++) line.enter(userId, null);
  if ('leave' in inside) inside.leave();
  pass(60_000);
  expect(isIn(line.enter(60n, null))).toBe(false);
  pass(24 * 3_600_000);
  expect(isIn(line.enter(61n, null))).toBe(true);
  expect(line.waiting).toBe(0);
});

test('a ticket holds at every server until its time, and for nobody else', () => {
  const given = { userId: 7n, cameAtUs: 1_700_000_000_000_001, validUntilMs: 1_700_000_060_000 };
  const ticket = tickets.issue(given);
  expect(ticket.length).toBeLessThanOrEqual(80);
  const elsewhere = lineTickets(createBlindIndex(Buffer.alloc(32, 2)));
  expect(elsewhere.cameAtUs(7n, ticket, given.validUntilMs)).toBe(given.cameAtUs);
  expect(elsewhere.cameAtUs(7n, ticket, given.validUntilMs + 1)).toBeNull();
  expect(elsewhere.cameAtUs(8n, ticket, 0)).toBeNull();
  expect(lineTickets(createBlindIndex(Buffer.alloc(32, 3))).cameAtUs(7n, ticket, 0)).toBeNull();
});

interface Phone {
  readonly id: bigint;
  readonly cameAtMs: number;
  ticket: string | null;
  askAtMs: number;
  readonly tells: number[];
  doneAtMs: number | null;
  readonly goesAwayAtMs: number | null;
}

/** Phones that ask any server, each of which finishes so many purchases a second. */
function playOpening({ servers = 1, room = 20, perSecond = 100, phones: count = 3_000, awayEvery = 0 }) {
  const { clock, line, pass } = opened(room, servers);
  const random = chance(5);
  const lines = Array.from({ length: servers }, line);
  const working: { leave(): void; phone: Phone }[][] = lines.map(() => []);
  const begunAtMs = clock.now();
  const phones: Phone[] = Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    cameAtMs: begunAtMs + random.below(2_000),
    ticket: null,
    askAtMs: 0,
    tells: [],
    doneAtMs: null,
    goesAwayAtMs: awayEvery > 0 && index % awayEvery === 0 ? begunAtMs + 4_000 : null,
  }));
  for (const phone of phones) phone.askAtMs = phone.cameAtMs;
  let mostInside = 0;
  const isAway = (phone: Phone) => phone.goesAwayAtMs !== null && clock.now() > phone.goesAwayAtMs;
  const waits = () => phones.some((phone) => phone.doneAtMs === null && !isAway(phone));
  const owed = lines.map(() => 0);
  while (waits() && clock.now() < begunAtMs + 600_000) {
    pass(20);
    for (const phone of phones) {
      if (phone.doneAtMs !== null || phone.askAtMs > clock.now() || isAway(phone)) continue;
      const at = random.below(servers);
      const admission = (lines[at] as (typeof lines)[number]).enter(phone.id, phone.ticket);
      if ('leave' in admission) {
        phone.askAtMs = Number.POSITIVE_INFINITY;
        (working[at] as (typeof working)[number]).push({ leave: admission.leave, phone });
      } else {
        phone.ticket = admission.place.ticket;
        phone.askAtMs = clock.now() + admission.place.askAgainMs;
        phone.tells.push(admission.place.waitMs);
      }
    }
    for (const [at, one] of lines.entries()) {
      mostInside = Math.max(mostInside, one.inside);
      const queue = working[at] as (typeof working)[number];
      owed[at] = queue.length === 0 ? 0 : (owed[at] as number) + perSecond * 0.02;
      for (; queue.length > 0 && (owed[at] as number) >= 1; owed[at] = (owed[at] as number) - 1) {
        const { leave, phone } = queue.shift() as (typeof queue)[number];
        phone.doneAtMs = clock.now();
        leave();
      }
    }
  }
  const served = phones.filter((phone) => phone.doneAtMs !== null);
  return {
    phones,
    served,
    mostInside,
    tookMs: clock.now() - begunAtMs,
    leastMs: (count * 1_000) / (perSecond * servers),
  };
}

test.each([
  { servers: 1 },
  { servers: 4 },
  { servers: 4, awayEvery: 3 },
  { servers: 3, room: 200, perSecond: 30, phones: 1_500 },
])('an opening is served in order, never with more inside than there is room, and without idling: %j', (opening) => {
  const { phones, served, mostInside, tookMs, leastMs } = playOpening(opening);
  const stayed = phones.filter((phone) => phone.goesAwayAtMs === null);
  expect(stayed.every((phone) => phone.doneAtMs !== null)).toBe(true);
  expect(mostInside).toBeLessThanOrEqual(opening.room ?? 20);
  expect(tookMs).toBeLessThan(leastMs * 1.6 + 5_000);
  // By how much of the whole somebody was overtaken.
  const inOrder = [...served].sort((a, b) => a.cameAtMs - b.cameAtMs);
  const byEnd = new Map(
    [...served].sort((a, b) => Number(a.doneAtMs) - Number(b.doneAtMs)).map((phone, at) => [phone, at]),
  );
  const shifts = inOrder.map((phone, at) => (byEnd.get(phone) as number) - at).sort((a, b) => a - b);
  expect(shifts[Math.floor(shifts.length * 0.95)] as number).toBeLessThan(served.length * 0.25);
});
