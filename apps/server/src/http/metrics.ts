import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { GroupCommit } from '../db/group-commit.ts';

export interface Metrics {
  countCall(call: string, code: string, durationMs: number): void;
  /** Counts one more answer that stood ready: there is no time to tell of it. Costs next to nothing until somebody asks. */
  readyAnswers(call: string, code: string): () => void;
  countClientEvent(kind: string, call: string): void;
  /** Recordings: batches by what became of them, and how long the disk takes. */
  readonly recording: {
    countBatch(outcome: string, bytes: number): void;
    flushed(ms: number): void;
    folderIsWritable(writable: boolean): void;
  };
  /** The log of the evidence. */
  readonly evidence: {
    isInOrder(inOrder: boolean): void;
    grewTo(size: number): void;
    stamped(authority: number, atSeconds: number): void;
  };
  /** How many purchases are worked on, and who waits for that. */
  watchPurchases(line: { readonly inside: number; readonly waiting: number }): void;
  /** Whether the books agreed when they were last added up, by whichever server. */
  ledgerIsRight(isRight: boolean): void;
  addRoute(fastify: FastifyInstance): void;
}

let processMeasures: Registry | undefined;

/** What a process tells of itself, once for all servers that ever run in it: what watches it is never taken away. */
function measuresOfProcess(): Registry {
  if (!processMeasures) {
    processMeasures = new Registry();
    collectDefaultMetrics({ register: processMeasures });
  }
  return processMeasures;
}

/** Metrics in Prometheus' text form; labels are names of calls and codes, never data of a person. */
export function createMetrics(groupCommit: GroupCommit): Metrics {
  // Its watching begins with the first server, not with the first look.
  measuresOfProcess();
  const registry = new Registry();
  const readies: { readonly call: string; readonly code: string; answers: number }[] = [];
  const calls = new Counter({
    name: 'hm_calls_total',
    help: 'Answered calls by name and reply code',
    labelNames: ['call', 'code'],
    registers: [registry],
    collect() {
      for (const ready of readies) {
        this.inc({ call: ready.call, code: ready.code }, ready.answers);
        ready.answers = 0;
      }
    },
  });
  const durations = new Histogram({
    name: 'hm_call_duration_seconds',
    help: 'Time to answer a call',
    labelNames: ['call'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers: [registry],
  });
  const clientEvents = new Counter({
    name: 'hm_client_events_total',
    help: 'Slow and failed calls reported by phones',
    labelNames: ['kind', 'call'],
    registers: [registry],
  });
  const batches = new Counter({
    name: 'hm_recording_batches_total',
    help: 'Batches of recordings by what became of them',
    labelNames: ['code'],
    registers: [registry],
  });
  const recorded = new Counter({
    name: 'hm_recording_bytes_total',
    help: 'Characters of recordings taken in, before they are packed',
    registers: [registry],
  });
  const flushes = new Histogram({
    name: 'hm_recording_flush_seconds',
    help: 'Time until chunks of recordings are on the disk',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5],
    registers: [registry],
  });
  const writable = new Gauge({
    name: 'hm_recording_folder_writable',
    help: '1 when the folder of the recordings can be written to',
    registers: [registry],
  });
  const inOrder = new Gauge({
    name: 'hm_evidence_log_in_order',
    help: '0 when the log does not fit its files or the copies of its checkpoints; nothing is signed then',
    registers: [registry],
  });
  const entries = new Gauge({
    name: 'hm_evidence_log_entries',
    help: 'Entries that a checkpoint speaks for, as this server last signed one',
    registers: [registry],
  });
  const stamps = new Gauge({
    name: 'hm_evidence_stamped_at_seconds',
    help: 'When each time stamp authority last stamped a checkpoint',
    labelNames: ['authority'],
    registers: [registry],
  });
  const balanced = new Gauge({
    name: 'hm_ledger_right',
    help: '0 when the ledger did not agree with payments and refunds as it was last added up',
    registers: [registry],
  });
  // Until something else is heard of.
  balanced.set(1);
  for (const measure of ['batches', 'items', 'retriedAlone', 'queued'] as const) {
    new Gauge({
      name: `hm_group_commit_${measure === 'retriedAlone' ? 'retried_alone' : measure}`,
      help: `Group commit: ${measure}`,
      registers: [registry],
      collect() {
        this.set(groupCommit.statistics[measure]);
      },
    });
  }
  // Labels are looked up once per series: hashing them for every answer would cost more than counting.
  const bound = new Map<string, { answered: { inc(): void }; duration: { observe(seconds: number): void } }>();
  return {
    countCall(call, code, durationMs) {
      const key = `${call} ${code}`;
      let series = bound.get(key);
      if (!series) {
        series = { answered: calls.labels(call, code), duration: durations.labels(call) };
        bound.set(key, series);
      }
      series.answered.inc();
      series.duration.observe(durationMs / 1000);
    },
    readyAnswers(call, code) {
      const ready = { call, code, answers: 0 };
      readies.push(ready);
      return () => {
        ready.answers += 1;
      };
    },
    recording: {
      countBatch(outcome, bytes) {
        batches.inc({ code: outcome });
        recorded.inc(bytes);
      },
      flushed: (ms) => flushes.observe(ms / 1000),
      folderIsWritable: (isWritable) => writable.set(isWritable ? 1 : 0),
    },
    evidence: {
      isInOrder: (is) => inOrder.set(is ? 1 : 0),
      grewTo: (size) => entries.set(size),
      stamped: (authority, atSeconds) => stamps.set({ authority: String(authority) }, atSeconds),
    },
    watchPurchases(line) {
      for (const [name, help] of [
        ['inside', 'Purchases that are worked on'],
        ['waiting', 'Residents in line who came to this server and were not called yet'],
      ] as const) {
        new Gauge({
          name: `hm_purchases_${name}`,
          help,
          registers: [registry],
          collect() {
            this.set(line[name]);
          },
        });
      }
    },
    ledgerIsRight: (isRight) => balanced.set(isRight ? 1 : 0),
    countClientEvent: (kind, call) => clientEvents.inc({ kind, call }),
    addRoute(fastify) {
      fastify.get('/metrics', async (_request, reply) =>
        reply
          .header('content-type', registry.contentType)
          .send(await Registry.merge([measuresOfProcess(), registry]).metrics()),
      );
    },
  };
}
