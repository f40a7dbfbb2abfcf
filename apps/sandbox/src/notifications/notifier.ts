import type { FaultProvider } from '../faults/fault-book.ts';
import { DELIVERY_KINDS, type FaultKind } from '../faults/fault-kinds.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Table } from '../state/journal.ts';

const MINUTE = 60_000;
const KEPT_BODY = 500;
/** A notification that waits to be overtaken goes out after this long even if none overtakes it. */
const OVERTAKEN_AFTER_MS = 10 * MINUTE;

export type NotificationAttempt = {
  atMs: number;
  /** `normal`, `probe`, `duplicate`, `resend`, or the fault kind. */
  kind: string;
  status?: number;
  body?: string;
  error?: string;
  accepted: boolean;
  /** Set when the receiver accepted what it had to refuse. */
  violation?: string;
};

/** One event that a shop is told; a provider adds what its messages are made of. */
export type NotificationRow = {
  id: string;
  eventType: string;
  outTradeNo: string;
  outRefundNo?: string;
  url: string;
  createdAtMs: number;
  state: 'pending' | 'delivered' | 'given-up' | 'held' | 'dropped';
  /** How many scheduled sends are done. */
  sends: number;
  nextAtMs: number;
  attempts: NotificationAttempt[];
  /** Waits until a later notification about the same order has been sent. */
  waitsToBeOvertaken?: boolean;
};

/** What an event brings along; the rest of the row is the notifier's. */
export type AnnouncementOf<Row extends NotificationRow> = Omit<
  Row,
  'id' | 'createdAtMs' | 'state' | 'sends' | 'nextAtMs' | 'attempts' | 'waitsToBeOvertaken'
>;

/** The exact bytes and headers of one POST. */
export type Message = { headers: Record<string, string>; body: string | Buffer };

/** What differs between providers: how a message looks, what an answer is, when it is sent again. */
export type Dialect<Row extends NotificationRow> = {
  provider: FaultProvider;
  newId(): string;
  /** Pauses before each repeated send, in milliseconds. */
  retryScheduleMs: readonly number[];
  /** The receiver's time to answer; a later answer counts as a failure. */
  answerLimitMs: number;
  accepts(status: number, body: Buffer): boolean;
  /** The signed message of this row at this moment. */
  seal(row: Row, atMs: number): Message;
  /** A copy with one wrong fact, signed like a true one. */
  wrongContent: Partial<Record<FaultKind, (row: Row) => Row>>;
  /** A message whose signature must not be accepted. */
  wrongSignature: Partial<Record<FaultKind, (row: Row, atMs: number) => Message | Promise<Message>>>;
  /** A true message that was damaged on its way; the receiver may repair or refuse it. */
  broken?: Partial<Record<FaultKind, (row: Row, atMs: number) => Message>>;
  /** A wrongly signed copy that goes out before the true one now and then; undefined when none is due. */
  probe?(message: Message): Message | undefined;
  /** The receiver must refuse a message that is older than this; it may accept one of any age when not given. */
  freshForMs?: number;
};

export type Notifier<Row extends NotificationRow> = {
  /** Queues the first send for now. */
  announce(event: AnnouncementOf<Row>): Row;
  list(): Row[];
  /** Sends once more, whatever the state. Resolves after the receiver's answer. Throws RangeError for no such id. */
  resend(id: string): Promise<NotificationAttempt>;
  /** No further sends. */
  drop(id: string): void;
  /** Without an id: every notification from now on waits until `release`. */
  hold(id?: string): void;
  release(id?: string): void;
  /** Schedules again what a restart left pending. */
  resume(): void;
};

/** What may be done to a provider's notifications from outside. */
export type NotificationControl = Pick<Notifier<NotificationRow>, 'list' | 'resend' | 'drop' | 'hold' | 'release'>;

/** Delivers signed notifications on a provider's schedule, with the faults ordered for them. */
export function createNotifier<Row extends NotificationRow>(
  parts: SandboxParts,
  table: Table<Row>,
  dialect: Dialect<Row>,
): Notifier<Row> {
  const { clock, faults } = parts;
  let holdAll = false;
  const spoiled = [dialect.wrongContent, dialect.wrongSignature, dialect.broken ?? {}].flatMap(Object.keys);
  faults.offer(dialect.provider, 'notify', [...DELIVERY_KINDS, ...(spoiled as FaultKind[])]);

  const update = (id: string, change: Partial<NotificationRow>): Row => {
    const row = table.get(id);
    if (!row) throw new RangeError(`no notification ${id}`);
    const next = { ...row, ...change };
    table.put(id, next);
    return next;
  };

  const takeFor = (row: AnnouncementOf<Row>, kinds: readonly FaultKind[]) =>
    faults.take(dialect.provider, 'notify', kinds, { outTradeNo: row.outTradeNo, outRefundNo: row.outRefundNo });

  type Delivery = { kind: string; mustBeRefused?: boolean; tooSlow?: boolean };

  const deliver = async (id: string, message: Message, delivery: Delivery): Promise<NotificationAttempt> => {
    const row = update(id, {});
    const { kind, mustBeRefused = false, tooSlow = false } = delivery;
    const attempt: NotificationAttempt = { atMs: clock.now(), kind, accepted: false };
    try {
      const response = await fetch(row.url, {
        method: 'POST',
        headers: message.headers,
        body: typeof message.body === 'string' ? message.body : new Uint8Array(message.body),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(dialect.answerLimitMs), parts.closing]),
      });
      const body = Buffer.from(await response.arrayBuffer());
      attempt.status = response.status;
      attempt.body = body.toString('utf8').slice(0, KEPT_BODY);
      attempt.accepted = dialect.accepts(response.status, body) && !tooSlow;
      if (tooSlow) attempt.error = `counted as answered after ${dialect.answerLimitMs} ms`;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      attempt.error = error instanceof Error ? `${error.name}: ${error.message} ${cause}`.trim() : String(error);
    }
    if (mustBeRefused && attempt.accepted) attempt.violation = `accepted a notification it had to refuse (${kind})`;
    const current = table.get(id);
    // A reset of the sandbox may have removed the row while the receiver was answering.
    if (current) table.put(id, { ...current, attempts: [...current.attempts, attempt] });
    return attempt;
  };

  /** One scheduled send, with whatever faults are ordered for it. Tells whether the receiver accepted it. */
  const sendScheduled = async (row: Row): Promise<boolean> => {
    const { wrongContent, wrongSignature, broken = {} } = dialect;
    const take = (kinds: readonly FaultKind[]) => takeFor(row, kinds);

    const lost = take(['notify_lost']);
    if (lost) {
      const attempt = { atMs: clock.now(), kind: lost.kind, accepted: false, error: 'never sent' };
      update(row.id, { attempts: [...row.attempts, attempt] });
      return false;
    }
    const content = take(Object.keys(wrongContent) as FaultKind[]);
    if (content) {
      const wrong = wrongContent[content.kind]?.(row) ?? row;
      await deliver(row.id, dialect.seal(wrong, clock.now()), { kind: content.kind });
      return false;
    }
    const signature = take(Object.keys(wrongSignature) as FaultKind[]);
    if (signature) {
      const message = await wrongSignature[signature.kind]?.(row, clock.now());
      if (message) await deliver(row.id, message, { kind: signature.kind, mustBeRefused: true });
      return false;
    }
    const damaged = take(Object.keys(broken) as FaultKind[]);
    if (damaged) {
      const message = broken[damaged.kind]?.(row, clock.now());
      return message !== undefined && (await deliver(row.id, message, { kind: damaged.kind })).accepted;
    }

    const message = dialect.seal(row, clock.now());
    const probe = dialect.probe?.(message);
    if (probe) await deliver(row.id, probe, { kind: 'probe', mustBeRefused: true });
    const duplicates = take(row.outRefundNo === undefined ? ['notify_dup'] : ['notify_dup', 'refund_dup']);
    const copies = duplicates ? Math.max(1, Number(duplicates.args?.copies ?? 2) - 1) : 0;
    const slow = take(['notify_slow_client']);
    const others = Array.from({ length: copies }, () => deliver(row.id, message, { kind: 'duplicate' }));
    const attempt = await deliver(row.id, message, slow ? { kind: slow.kind, tooSlow: true } : { kind: 'normal' });
    await Promise.all(others);

    const replay = take(['notify_replay']);
    if (replay) {
      const delayMs = Number(replay.args?.delayMs ?? 10 * MINUTE);
      const mustBeRefused = dialect.freshForMs !== undefined && delayMs > dialect.freshForMs;
      clock.schedule(clock.now() + delayMs, async () => {
        await deliver(row.id, message, { kind: replay.kind, mustBeRefused });
      });
    }
    return attempt.accepted;
  };

  const step = async (id: string): Promise<void> => {
    const row = table.get(id);
    if (row?.state !== 'pending') return;
    const accepted = await sendScheduled(row);
    for (const other of table.rows()) {
      if (other.id !== id && other.outTradeNo === row.outTradeNo && other.waitsToBeOvertaken) letGo(other);
    }
    const current = table.get(id);
    if (current?.state !== 'pending') return;
    if (accepted) {
      update(id, { state: 'delivered', sends: row.sends + 1 });
      return;
    }
    const pauseMs = dialect.retryScheduleMs[row.sends];
    if (pauseMs === undefined) {
      update(id, { state: 'given-up', sends: row.sends + 1 });
      return;
    }
    // After a long stop of the sandbox the schedule goes on from now instead of catching up in a burst.
    const fromMs = clock.now() - row.nextAtMs > MINUTE ? clock.now() : row.nextAtMs;
    plan(update(id, { sends: row.sends + 1, nextAtMs: fromMs + pauseMs }));
  };

  const plan = (row: Row): void => {
    clock.schedule(row.nextAtMs, () => {
      // A row that was let go earlier has another moment by now.
      if (table.get(row.id)?.nextAtMs === row.nextAtMs) return step(row.id);
    });
  };

  const letGo = (row: Row): void => {
    if (row.state === 'pending') plan(update(row.id, { waitsToBeOvertaken: false, nextAtMs: clock.now() }));
  };

  const releaseOne = (row: Row): void => {
    if (row.state !== 'held') return;
    plan(update(row.id, { state: 'pending', nextAtMs: clock.now() }));
  };

  return {
    announce: (event) => {
      const late = takeFor(event, ['notify_late']);
      const overtaken = takeFor(event, ['notify_reorder']);
      const delayMs = late
        ? Number(late.args?.delayMs ?? MINUTE)
        : overtaken
          ? Number(overtaken.args?.delayMs ?? OVERTAKEN_AFTER_MS)
          : 0;
      const row = {
        ...event,
        id: dialect.newId(),
        createdAtMs: clock.now(),
        state: holdAll ? 'held' : 'pending',
        sends: 0,
        nextAtMs: clock.now() + delayMs,
        attempts: [],
        ...(overtaken ? { waitsToBeOvertaken: true } : {}),
      } as unknown as Row;
      table.put(row.id, row);
      if (row.state === 'pending') plan(row);
      return row;
    },
    list: () => table.rows(),
    resend: async (id) => deliver(id, dialect.seal(update(id, {}), clock.now()), { kind: 'resend' }),
    drop: (id) => {
      update(id, { state: 'dropped' });
    },
    hold: (id) => {
      if (id === undefined) holdAll = true;
      else if (update(id, {}).state === 'pending') update(id, { state: 'held' });
    },
    release: (id) => {
      if (id !== undefined) {
        releaseOne(update(id, {}));
        return;
      }
      holdAll = false;
      for (const row of table.rows()) releaseOne(row);
    },
    resume: () => {
      for (const row of table.rows()) if (row.state === 'pending') plan(row);
    },
  };
}
