import type { FaultProvider } from '../faults/fault-book.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Table } from '../state/journal.ts';
import type { NotificationAttempt } from '../wechat-pay/pay-rows.ts';

const MINUTE = 60_000;
const KEPT_BODY = 500;

/** One event that the shop is told by a form; `fields` are the true ones, before anything is signed. */
export type FormNotification = {
  id: string;
  eventType: string;
  outTradeNo: string;
  outRefundNo?: string;
  url: string;
  fields: Record<string, string>;
  createdAtMs: number;
  state: 'pending' | 'delivered' | 'given-up' | 'held' | 'dropped';
  /** How many scheduled sends are done. */
  sends: number;
  nextAtMs: number;
  attempts: NotificationAttempt[];
};

export type FormAnnouncement = Pick<FormNotification, 'eventType' | 'outTradeNo' | 'outRefundNo' | 'url' | 'fields'>;

/** What differs between the providers that tell by form. */
export type FormDialect = {
  provider: FaultProvider;
  newId(): string;
  /** Pauses before each repeated send, in milliseconds. */
  retryScheduleMs: readonly number[];
  /** The receiver's time to answer; a later answer counts as a failure. */
  answerLimitMs: number;
  accepts(status: number, body: Buffer): boolean;
  /** The signed form body of these fields at this moment. */
  seal(id: string, fields: Record<string, string>, atMs: number): string;
  /** A copy with one wrong fact, signed like a true one. */
  wrongContent: Partial<Record<FaultKind, (fields: Record<string, string>) => Record<string, string>>>;
  /** A body whose signature must not be accepted. */
  wrongSignature: Partial<
    Record<FaultKind, (id: string, fields: Record<string, string>, atMs: number) => string | Promise<string>>
  >;
  /** A true message that was damaged on its way; the receiver may repair or refuse it. */
  brokenForm?: Partial<Record<FaultKind, (id: string, fields: Record<string, string>, atMs: number) => string>>;
};

export type FormNotifier = {
  /** Queues the first send for now. */
  announce(event: FormAnnouncement): FormNotification;
  list(): FormNotification[];
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

/** Delivers signed form notifications on a provider's schedule, with the faults ordered for them. */
export function createFormNotifier(
  parts: SandboxParts,
  table: Table<FormNotification>,
  dialect: FormDialect,
): FormNotifier {
  const { clock, faults } = parts;
  let holdAll = false;

  const update = (id: string, change: Partial<FormNotification>): FormNotification => {
    const row = table.get(id);
    if (!row) throw new RangeError(`no notification ${id}`);
    const next = { ...row, ...change };
    table.put(id, next);
    return next;
  };

  const deliver = async (
    id: string,
    form: string,
    kind: string,
    mustBeRefused = false,
  ): Promise<NotificationAttempt> => {
    const row = update(id, {});
    const attempt: NotificationAttempt = { atMs: clock.now(), kind, accepted: false };
    try {
      const response = await fetch(row.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'user-agent': 'Mozilla/4.0' },
        body: form,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(dialect.answerLimitMs), parts.closing]),
      });
      const body = Buffer.from(await response.arrayBuffer());
      attempt.status = response.status;
      attempt.body = body.toString('utf8').slice(0, KEPT_BODY);
      attempt.accepted = dialect.accepts(response.status, body);
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
  const sendScheduled = async (row: FormNotification): Promise<boolean> => {
    const match = { outTradeNo: row.outTradeNo, outRefundNo: row.outRefundNo };
    const take = (kinds: readonly FaultKind[]) => faults.take(dialect.provider, 'notify', kinds, match);

    const lost = take(['notify_lost']);
    if (lost) {
      const attempt = { atMs: clock.now(), kind: lost.kind, accepted: false, error: 'never sent' };
      update(row.id, { attempts: [...row.attempts, attempt] });
      return false;
    }
    const content = take(Object.keys(dialect.wrongContent) as FaultKind[]);
    if (content) {
      const fields = dialect.wrongContent[content.kind]?.(row.fields) ?? row.fields;
      await deliver(row.id, dialect.seal(row.id, fields, clock.now()), content.kind);
      return false;
    }
    const signature = take(Object.keys(dialect.wrongSignature) as FaultKind[]);
    if (signature) {
      const form = await dialect.wrongSignature[signature.kind]?.(row.id, row.fields, clock.now());
      await deliver(row.id, form ?? '', signature.kind, true);
      return false;
    }

    const broken = take(Object.keys(dialect.brokenForm ?? {}) as FaultKind[]);
    if (broken) {
      const form = dialect.brokenForm?.[broken.kind]?.(row.id, row.fields, clock.now());
      return (await deliver(row.id, form ?? '', broken.kind)).accepted;
    }

    const form = dialect.seal(row.id, row.fields, clock.now());
    const duplicates = take(['notify_dup']);
    const copies = duplicates ? Math.max(1, Number(duplicates.args?.copies ?? 2) - 1) : 0;
    const others = Array.from({ length: copies }, () => deliver(row.id, form, 'duplicate'));
    const attempt = await deliver(row.id, form, 'normal');
    await Promise.all(others);

    const replay = take(['notify_replay']);
    if (replay) {
      clock.schedule(clock.now() + Number(replay.args?.delayMs ?? 10 * MINUTE), async () => {
        await deliver(row.id, form, 'notify_replay');
      });
    }
    return attempt.accepted;
  };

  const step = async (id: string): Promise<void> => {
    const row = table.get(id);
    if (row?.state !== 'pending') return;
    const accepted = await sendScheduled(row);
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

  const plan = (row: FormNotification): void => {
    clock.schedule(row.nextAtMs, () => step(row.id));
  };

  const releaseOne = (row: FormNotification): void => {
    if (row.state !== 'held') return;
    plan(update(row.id, { state: 'pending', nextAtMs: clock.now() }));
  };

  return {
    announce: (event) => {
      const now = clock.now();
      const match = { outTradeNo: event.outTradeNo, outRefundNo: event.outRefundNo };
      const late = faults.take(dialect.provider, 'notify', ['notify_late'], match);
      const row: FormNotification = {
        ...event,
        id: dialect.newId(),
        createdAtMs: now,
        state: holdAll ? 'held' : 'pending',
        sends: 0,
        nextAtMs: now + (late ? Number(late.args?.delayMs ?? MINUTE) : 0),
        attempts: [],
      };
      table.put(row.id, row);
      if (row.state === 'pending') plan(row);
      return row;
    },
    list: () => table.rows(),
    resend: async (id) => {
      const row = update(id, {});
      return deliver(id, dialect.seal(id, row.fields, clock.now()), 'resend');
    },
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
