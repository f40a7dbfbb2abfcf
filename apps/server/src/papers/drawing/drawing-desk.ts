import { Worker } from 'node:worker_threads';
import type { SealPlace } from '../seal/seal-place.ts';
import type { Drawing } from './draw-pdf.ts';
import type { Picture } from './rasterise.ts';

export interface DrawingTask {
  readonly id: number;
  readonly drawing: Drawing;
  readonly seal: SealPlace | undefined;
  /** Of the pictures in pixels; without it the PDF is wanted. */
  readonly width?: number | undefined;
}

export interface DrawingAnswer {
  readonly id: number;
  readonly pdf?: Uint8Array;
  readonly pictures?: readonly Picture[];
  readonly problem?: string;
}

/** More than can be drawn while somebody waits for it. */
const MAX_WAITING = 100;
const TIME_LIMIT_MS = 20_000;
/** A paper takes some 50 ms: two threads draw more than anybody asks for, and leave the others to the server. */
const THREADS = 2;

interface Waiting {
  readonly task: DrawingTask;
  readonly resolve: (answer: DrawingAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  current: Waiting | null;
  timer: NodeJS.Timeout | undefined;
}

const threads = new Set<Thread>();
const queue: Waiting[] = [];
let lastId = 0;

/**
 * Draws in a thread of its own, so that nobody else waits for it. The threads start with the first paper; the process
 * may end while they have nothing to do. Rejects when too many wait already
 */
export function drawInThread(wanted: Omit<DrawingTask, 'id'>): Promise<DrawingAnswer> {
  if (queue.length >= MAX_WAITING) return Promise.reject(new Error('too many papers are being drawn'));
  return new Promise((resolve, reject) => {
    lastId += 1;
    queue.push({ task: { ...wanted, id: lastId }, resolve, reject });
    handOut();
  });
}

function handOut(): void {
  if (queue.length === 0) return;
  const idle = [...threads].find((thread) => thread.current === null);
  const thread = idle ?? (threads.size < THREADS ? startThread() : null);
  const next = thread && queue.shift();
  if (!next) return;
  thread.current = next;
  thread.worker.ref();
  thread.timer = setTimeout(() => give(thread, new Error('drawing took too long')), TIME_LIMIT_MS);
  thread.worker.postMessage(next.task);
}

function startThread(): Thread {
  // Nothing of the settings goes there.
  const worker = new Worker(new URL('./drawing-worker.ts', import.meta.url), { env: {}, execArgv: [], argv: [] });
  const thread: Thread = { worker, current: null, timer: undefined };
  worker.on('message', (answer: DrawingAnswer) => {
    if (thread.current?.task.id === answer.id) give(thread, answer);
  });
  worker.on('error', (error) => give(thread, error as Error));
  worker.unref();
  threads.add(thread);
  return thread;
}

/** Ends the task of a thread. A thread that failed as a whole is replaced by the next one that is needed. */
function give(thread: Thread, result: DrawingAnswer | Error): void {
  clearTimeout(thread.timer);
  const done = thread.current;
  thread.current = null;
  thread.worker.unref();
  if (result instanceof Error) {
    threads.delete(thread);
    void thread.worker.terminate();
    done?.reject(result);
  } else if (result.problem !== undefined) done?.reject(new Error(result.problem));
  else done?.resolve(result);
  handOut();
}
