/** Where somebody stands who could not be let in at once. */
export interface PlaceInLine {
  /** To be shown at the next asking; the place is kept by it. */
  readonly ticket: string;
  /** About how many are before this one, at all servers. */
  readonly ahead: number;
  /** About how long it will be. */
  readonly waitMs: number;
  /** When to ask again; who stays away for much longer loses the place. */
  readonly askAgainMs: number;
}

export type Admission = { readonly leave: () => void } | { readonly place: PlaceInLine };

export interface LineTickets {
  /** `cameAtUs`: microseconds since 1970, so that many who come in one millisecond still come one after the other. */
  issue(ticket: { userId: bigint; cameAtUs: number; validUntilMs: number }): string;
  /** When this resident came into the line, in microseconds; null for what is no ticket of theirs, or one of somebody who went away. */
  cameAtUs(userId: bigint, ticket: string, nowMs: number): number | null;
}

export interface PurchaseLineInput {
  readonly clock: { now(): number };
  readonly random: { below(below: number): number };
  /** How many purchases this server works on at once. */
  readonly room: number;
  readonly tickets: LineTickets;
  /** How many servers there are; people ask a different one each time. */
  readonly serverCount: () => number;
  /** Somebody was told to wait. */
  readonly onPlace?: () => void;
}

export interface PurchaseLine {
  /** `ticket`: what the last asking gave. Who is let in calls `leave` when done. */
  enter(userId: bigint, ticket: string | null): Admission;
  /** Whether a ticket was given to this one and holds. */
  holds(userId: bigint, ticket: string): boolean;
  readonly inside: number;
  /** Who came to this server and was not called yet. */
  readonly waiting: number;
}

const STEP_MS = 200;
/** Of a server where nobody asked for a while: what it could have done meanwhile is no reason to call a crowd at once. */
const LONGEST_STEP_MS = 1_000;
/** Who is called and not here after a while is away; half of the called are given up in so long. */
const HALF_GIVEN_UP_MS = 2_000;
const [MORE, FEWER, MOST] = [1.2, 0.9, 20];
/** How much the last second says of how fast purchases are done. */
const NEWEST_SHARE = 0.3;
const [ASK_SOONEST_MS, ASK_LATEST_MS] = [1_000, 30_000];
/** A phone may be out of reach, or its page asleep, for so long. */
const AWAY_MS = 45_000;
/** Where nobody asked for so long, no ticket holds any more and nobody stands there. */
const EVERYBODY_GONE_MS = ASK_LATEST_MS * 1.25 + AWAY_MS;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Lets in as many purchases as a server can work on, and gives everybody else a place by the moment they came. Servers need not
 * know of each other: a ticket carries its moment, each server calls moments in their order as fast as its own room allows, and
 * whoever asks is let in by the first server that has come as far. Each server only counts the tickets that it gave itself,
 * which is its share of all; nobody who went away is waited for.
 */
export function createPurchaseLine(input: PurchaseLineInput): PurchaseLine {
  const { clock, random, room, tickets } = input;
  /** Moments of the tickets given here and not called yet, in microseconds, oldest first; those before `head` are done with. */
  let moments: number[] = [];
  /** Whose they are. Somebody who comes again without a ticket, in another tab or to push others back, has the place they had. */
  let owners: bigint[] = [];
  const places = new Map<bigint, number>();
  let head = 0;
  /** Everybody is called who came by then. */
  let calledUpToUs = Number.NEGATIVE_INFINITY;
  let inside = 0;
  /** Who was called and has not come yet, as far as one server can know. */
  let expected = 0;
  /**
   * How many rooms full are called: whoever is called comes only when their phone asks. More while the room is half empty, fewer
   * when somebody who was called finds no room.
   */
  let rooms = 1;
  let foundNoRoom = false;
  let left = 0;
  let perSecond = room;
  let steppedAtMs = clock.now();
  let countedAtMs = steppedAtMs;

  const waiting = (): number => moments.length - head;

  function step(nowMs: number): void {
    const passedMs = nowMs - steppedAtMs;
    if (passedMs >= 0 && passedMs < STEP_MS) return;
    steppedAtMs = nowMs;
    measure(nowMs);
    if (waiting() === 0) return;
    if (passedMs > EVERYBODY_GONE_MS) {
      call(waiting(), nowMs);
      expected = 0;
      return;
    }
    expected *= 0.5 ** (Math.min(Math.max(passedMs, 0), LONGEST_STEP_MS) / HALF_GIVEN_UP_MS);
    if (foundNoRoom) rooms = Math.max(1, rooms * FEWER);
    else if (inside < room / 2) rooms = Math.min(MOST, rooms * MORE);
    foundNoRoom = false;
    const called = Math.min(Math.floor(room * rooms - inside - expected), waiting());
    if (called > 0) call(called, nowMs);
  }

  function call(count: number, nowMs: number): void {
    for (const owner of owners.slice(head, head + count)) places.delete(owner);
    head += count;
    expected += count;
    calledUpToUs = waiting() === 0 ? nowMs * 1_000 + 999 : (moments[head - 1] as number);
    if (waiting() > 0 && head < 10_000) return;
    moments = moments.slice(head);
    owners = owners.slice(head);
    head = 0;
  }

  function measure(nowMs: number): void {
    const passedMs = nowMs - countedAtMs;
    if (passedMs >= 0 && passedMs < 1_000) return;
    if (waiting() > 0 && passedMs > 0) {
      perSecond = Math.max(0.1, perSecond * (1 - NEWEST_SHARE) + ((left * 1_000) / passedMs) * NEWEST_SHARE);
    }
    countedAtMs = nowMs;
    left = 0;
  }

  function countBefore(moment: number): number {
    let [low, high] = [head, moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((moments[middle] as number) < moment) low = middle + 1;
      else high = middle;
    }
    return low - head;
  }

  function placeOf(userId: bigint, cameAtUs: number, nowMs: number): { place: PlaceInLine } {
    const before = countBefore(cameAtUs);
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.round((before * 1_000) / perSecond));
    const soon = Math.min(ASK_LATEST_MS, Math.max(ASK_SOONEST_MS, Math.round(waitMs / 4)));
    // Not all at the same moment.
    const askAgainMs = soon + random.below(Math.ceil(soon / 4));
    const ticket = tickets.issue({ userId, cameAtUs, validUntilMs: nowMs + askAgainMs + AWAY_MS });
    input.onPlace?.();
    return { place: { ticket, ahead: before * Math.max(1, input.serverCount()), waitMs, askAgainMs } };
  }

  return {
    enter(userId, ticket) {
      const nowMs = clock.now();
      step(nowMs);
      const cameAtUs = (ticket === null ? null : tickets.cameAtUs(userId, ticket, nowMs)) ?? places.get(userId) ?? null;
      const isTheirTurn = waiting() === 0 || (cameAtUs !== null && cameAtUs <= calledUpToUs);
      if (isTheirTurn && inside < room) {
        inside++;
        if (cameAtUs !== null) expected = Math.max(0, expected - 1);
        let isIn = true;
        return {
          leave() {
            if (!isIn) return;
            isIn = false;
            inside--;
            left++;
          },
        };
      }
      if (cameAtUs !== null) {
        foundNoRoom ||= isTheirTurn;
        return placeOf(userId, cameAtUs, nowMs);
      }
      // Who stood in line elsewhere before this one is not to wait behind it.
      if (waiting() === 0) calledUpToUs = nowMs * 1_000 - 1;
      const moment = Math.max(nowMs * 1_000, (moments.at(-1) ?? 0) + 1);
      moments.push(moment);
      owners.push(userId);
      places.set(userId, moment);
      return placeOf(userId, moment, nowMs);
    },
    holds(userId, ticket) {
      return tickets.cameAtUs(userId, ticket, clock.now()) !== null;
    },
    get inside() {
      return inside;
    },
    get waiting() {
      return waiting();
    },
  };
}
