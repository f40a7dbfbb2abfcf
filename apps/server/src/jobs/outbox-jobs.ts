import { inParallel } from '../coordination/in-parallel.ts';
import type { Core } from '../core.ts';
import { bigints, smallints, texts } from '../db/binary-array.ts';
import type { WriteKind } from '../db/group-commit.ts';
import { raiseAlert } from '../features/payment/index.ts';
import type { Job } from './job.ts';

export interface OutboxEvent {
  readonly shard: number;
  readonly id: bigint;
  readonly order_id: bigint;
  readonly tries: number;
}

/** News that is written somewhere; each kind is drained by a job of its own. */
export type OutboxKind =
  | 'order-saved'
  | 'order-paid'
  | 'upgrade-paid'
  | 'payment-unplaced'
  | 'payment-result'
  | 'policies-issued'
  | 'policyholder-told'
  | 'refund-accepted'
  | 'refund-sent'
  | 'refund-settled'
  | 'holder-noted'
  | 'change-told'
  | 'insured-consent'
  | 'recording-due';

export type OutboxConsumer =
  /** Handles a batch at once, all or nothing. A failing batch is tried event by event. */
  | { together(events: readonly OutboxEvent[]): Promise<void> }
  /**
   * Handles one event; at most `width` at a time. A failing one does not touch its neighbours. `batch`: how many are
   * leased at once, so few that even calls which run into their time limit end within the lease.
   */
  | { each(event: OutboxEvent): Promise<void>; readonly width: number; readonly batch: number }
  /** The same after one read for the whole batch, whose failure is that of every event in it. */
  | {
      begin(events: readonly OutboxEvent[]): Promise<(event: OutboxEvent) => Promise<void>>;
      readonly width: number;
      readonly batch: number;
    };

export type OutboxConsumers = Readonly<Record<OutboxKind, OutboxConsumer>>;

const BATCH_TOGETHER = 200;
const LEASE_MS = 90_000;
const MAX_TRIES = 12;

const DUE = `
  from outbox
  where kind = $4 and available_at <= $1 and (lease_until is null or lease_until < $1)
  order by available_at limit $3`;
const LEASED = `and (lease_until is null or lease_until < $1) returning shard, id, order_id, tries`;

/**
 * Rows are named by their place: by their key, a plan made while the outbox was empty looks for the due ones anew for
 * every row there is, and news that queue up slow each other down.
 */
export const LEASE = `
update outbox set lease_until = $2, tries = tries + 1
where ctid = any (array(select ctid ${DUE})) ${LEASED}`;

/** A place means nothing across machines. */
const LEASE_DISTRIBUTED = `
update outbox set lease_until = $2, tries = tries + 1
where (shard, id, kind) in (select shard, id, kind ${DUE}) ${LEASED}`;

/**
 * Drains the outbox at least once: lease, handle, delete. Every kind has a job of its own, so that what is slow (text
 * messages) never holds up what is urgent (policies). What keeps failing waits longer each time.
 */
export function outboxJobs(core: Core, consumers: OutboxConsumers, groupByShard: boolean): Job[] {
  const outbox = { lease: groupByShard ? LEASE_DISTRIBUTED : LEASE, remove: removeEvents(groupByShard) };
  return Object.entries(consumers).map(([kind, consumer]) => outboxJob(core, outbox, kind, consumer));
}

/**
 * One look by key for each, from the batch on (`offset 0`), then by place. `kind || ''` keeps the planner off the index
 * by kind: through that, all news of a kind are read for each that goes.
 */
export const REMOVE = `
delete from outbox where ctid = any (array(
  select o.ctid from unnest($1::smallint[], $2::bigint[], $3::text[]) as g(shard, id, kind)
  cross join lateral (
    select n.ctid from outbox n where n.shard = g.shard and n.id = g.id and n.kind || '' = g.kind offset 0) o))`;

const REMOVE_DISTRIBUTED = `
delete from outbox o using unnest($1::smallint[], $2::bigint[], $3::text[]) as g(shard, id, kind)
where o.shard = g.shard and o.id = g.id and o.kind || '' = g.kind`;

interface HandledEvent {
  readonly shard: number;
  readonly id: bigint;
  readonly kind: string;
}

/** Handled news are deleted one by one as they end, in few statements. */
function removeEvents(groupByShard: boolean): WriteKind<HandledEvent, void> {
  return {
    name: 'remove-events',
    ...(groupByShard ? { groupOf: (event: HandledEvent) => event.shard } : {}),
    async flush(query, events) {
      await query(groupByShard ? REMOVE_DISTRIBUTED : REMOVE, [
        smallints(events.map((event) => event.shard)),
        bigints(events.map((event) => event.id)),
        texts(events.map((event) => event.kind)),
      ]);
      return events.map(() => undefined);
    },
  };
}

interface Outbox {
  readonly lease: string;
  readonly remove: WriteKind<HandledEvent, void>;
}

function outboxJob(core: Core, { lease, remove }: Outbox, kind: string, consumer: OutboxConsumer): Job {
  const { query } = core.database;

  async function done(events: readonly OutboxEvent[]): Promise<void> {
    await Promise.all(events.map(({ shard, id }) => core.groupCommit.write(remove, { shard, id, kind })));
  }

  async function failed(event: OutboxEvent, error: unknown): Promise<void> {
    const { message } = error as Error;
    core.log.error({ kind, tries: event.tries, error: message }, 'outbox event failed');
    const nowMs = core.clock.now();
    await query(
      `update outbox set lease_until = null, available_at = $4, last_error = $5 where shard = $1 and id = $2 and kind = $3`,
      [
        event.shard,
        event.id,
        kind,
        new Date(nowMs + Math.min(1_000 * 2 ** event.tries, 3_600_000)),
        message.slice(0, 300),
      ],
    );
    if (event.tries !== MAX_TRIES) return;
    const { order_id: orderId, shard } = event;
    await raiseAlert(
      query,
      { kind: 'event-stuck', subject: `${kind} ${event.id}`, orderId, shard, details: { event: kind } },
      nowMs,
    );
  }

  async function handleTogether(
    handle: (events: readonly OutboxEvent[]) => Promise<void>,
    events: readonly OutboxEvent[],
  ): Promise<void> {
    try {
      await handle(events);
      await done(events);
    } catch (error) {
      if (events.length === 1) return failed(events[0] as OutboxEvent, error);
      for (const event of events) await handleTogether(handle, [event]);
    }
  }

  async function handleEach(handle: (event: OutboxEvent) => Promise<void>, event: OutboxEvent): Promise<void> {
    try {
      await handle(event);
      await done([event]);
    } catch (error) {
      await failed(event, error);
    }
  }

  return {
    name: `outbox ${kind}`,
    everyMs: 500,
    async run() {
      const nowMs = core.clock.now();
      const limit = 'together' in consumer ? BATCH_TOGETHER : consumer.batch;
      const events = await query<OutboxEvent>(lease, [new Date(nowMs), new Date(nowMs + LEASE_MS), limit, kind]);
      if (events.length === 0) return 0;
      if ('together' in consumer) await handleTogether(consumer.together, events);
      else {
        const each = 'each' in consumer ? consumer.each : await begun(consumer.begin(events));
        await inParallel(
          events,
          consumer.width,
          (event) => handleEach(each, event),
          (event, error) =>
            core.log.error({ kind, id: String(event.id), error: String(error) }, 'outbox event held up'),
        );
      }
      return events.length;
    },
  };
}

type Handle = (event: OutboxEvent) => Promise<void>;

/** How each event is handled; where that could not be found out, every one fails so. */
function begun(beginning: Promise<Handle>): Promise<Handle> {
  return beginning.catch((error) => () => Promise.reject(error));
}
