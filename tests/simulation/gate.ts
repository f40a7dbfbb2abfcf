import { AsyncLocalStorage } from 'node:async_hooks';
import type { Chance } from './chance.ts';

/** One server process; when it is dead, nothing it had begun goes on. */
export interface Life {
  readonly name: string;
  dead: boolean;
  /** It dies when it has been at the gate so many times more: before that piece of work happens, or right after. */
  crash: Death | null;
}

interface Death {
  left: number;
  when: 'before' | 'after';
  /** Counts only this work of this flow. */
  readonly at?: { readonly label: string; readonly flow: string };
  /** It has died there. */
  died?(): void;
}

/** Something under way: a request, a round of a job, a notice. */
export interface Flow {
  readonly name: string;
  readonly life: Life;
  state: 'running' | 'parked' | 'done' | 'died';
  /** What its work threw; a flow of a dead server throws nothing. */
  error: unknown;
  /** It stops and waits when it has been at the gate so many times more; null: never. */
  parkAfter: number | null;
}

/** Thrown inside a transaction of a server that died, so that the database undoes it. */
export class Crash extends Error {}

/** The right to reach the outside; everything else waits until `end`. */
export interface Turn {
  end(): void;
}

interface Waiter {
  readonly life: Life;
  readonly flow: Flow | undefined;
  readonly label: string;
  readonly options: TurnOptions;
  /** Not before another transaction has ended: it ran into a lock. */
  readonly notBefore: number;
  grant(turn: Turn): void;
  refuse(error: Error): void;
}

interface TurnOptions {
  /** A dead server's work is refused with `Crash` instead of never going on. */
  readonly inTransaction?: boolean;
  /** Undoes a transaction, for a dead server too. */
  readonly cleanUp?: boolean;
  /** Waiters with the same one may go together, as one batch. */
  readonly batch?: string;
  readonly afterLock?: boolean;
}

/** Turns of the event loop in which what runs without the outside reaches the gate. */
const SETTLING_TURNS = 4;
const IDLE_TURNS = 60;
/** Only what never ends takes so long. */
const PATIENCE_MS = 20_000;
/** One for each who waits: a shared one would keep all of them, and their servers, for good. */
const never = (): Promise<never> => new Promise(() => undefined);
const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Every way out of every server (statement, provider call) passes here, one at a time, and chance says whose turn is
 * next. So whatever runs side by side is interleaved the same way for the same seed, can be stopped anywhere, and a
 * server can die anywhere.
 */
export class Gate {
  private readonly context = new AsyncLocalStorage<Flow>();
  private chance: Chance;
  private waiters: Waiter[] = [];
  private flows: Flow[] = [];
  private transactionsEnded = 0;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  /** From now on chance comes from here. */
  reseed(chance: Chance): void {
    this.chance = chance;
  }

  /** Starts something; it runs up to its first way out and waits there for `drive`. */
  start(name: string, life: Life, work: () => Promise<unknown>, parkAfter: number | null = null): Flow {
    const flow: Flow = { name, life, state: 'running', error: null, parkAfter };
    this.flows.push(flow);
    const end = (error: unknown = null): void => {
      if (flow.state === 'died') return;
      flow.state = 'done';
      flow.error = error;
    };
    this.context.run(flow, () => void work().then(() => end(), end));
    return flow;
  }

  parked(): Flow[] {
    return this.flows.filter((flow) => flow.state === 'parked');
  }

  /** Runs until none of the flows goes on: done, parked or dead. `patient`: they may wait for what passes no gate. */
  async drive(given: readonly Flow[], patient = false): Promise<void> {
    const flows = [...given];
    let idleTurns = 0;
    let lockWaits = 0;
    const startedAt = performance.now();
    for (;;) {
      for (let turn = 0; turn < SETTLING_TURNS; turn++) await turnOfTheLoop();
      const open = this.waiters.filter((waiter) => this.mayGo(waiter) && (!patient || isOf(waiter, flows)));
      const cleaning = this.waiters.some((waiter) => waiter.options.cleanUp);
      if (!cleaning && flows.every((flow) => flow.state !== 'running')) break;
      if (open.length > 0) {
        idleTurns = 0;
        await this.serve(this.chance.pick(open), open);
      } else if (patient) {
        if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`no end of ${namesOf(flows)}`);
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (++idleTurns > IDLE_TURNS && this.allWaitForLocks(flows)) {
          // A lock that was let go between the refusal and its turn; or it is held by somebody who stands still.
          const holder = ++lockWaits > 1 ? this.parked()[0] : undefined;
          if (holder) {
            this.resume(holder);
            flows.push(holder);
          }
          this.transactionEnded();
          idleTurns = 0;
        }
      } else if (++idleTurns > IDLE_TURNS) {
        this.unblock(flows);
        idleTurns = 0;
      }
    }
    this.flows = this.flows.filter((flow) => flow.state === 'running' || flow.state === 'parked');
  }

  /** Lets a parked flow go on at the next `drive`. */
  resume(flow: Flow): void {
    if (flow.state !== 'parked') return;
    flow.state = 'running';
    flow.parkAfter = null;
  }

  /** The process ends now: what waits is dropped, open transactions are undone at the next `drive`. */
  kill(life: Life): void {
    life.dead = true;
    for (const flow of this.flows) if (flow.life === life && flow.state !== 'done') flow.state = 'died';
    const own = this.waiters.filter((waiter) => waiter.life === life && !waiter.options.cleanUp);
    this.waiters = this.waiters.filter((waiter) => !own.includes(waiter));
    for (const waiter of own) if (waiter.options.inTransaction) waiter.refuse(new Crash(life.name));
  }

  transactionEnded(): void {
    this.transactionsEnded += 1;
  }

  /** Waits for its turn. A dead server's turn never comes. */
  turn(life: Life, label: string, options: TurnOptions = {}): Promise<Turn> {
    if (life.dead && !options.cleanUp) return options.inTransaction ? Promise.reject(new Crash(life.name)) : never();
    const flow = this.context.getStore();
    if (flow?.state === 'running' && flow.parkAfter !== null && flow.parkAfter-- === 0) flow.state = 'parked';
    const notBefore = options.afterLock ? this.transactionsEnded + 1 : 0;
    return new Promise<Turn>((grant, refuse) => {
      this.waiters.push({ life, flow, label, options, notBefore, grant, refuse });
    });
  }

  /** Does one piece of work at its turn. */
  async pass<T>(life: Life, label: string, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    const turn = await this.turn(life, label, options);
    const ended = (): Promise<T> => (options.inTransaction ? Promise.reject(new Crash(life.name)) : never());
    try {
      const value = await work();
      turn.end();
      return life.dead ? ended() : value;
    } catch (error) {
      turn.end();
      if (life.dead) return ended();
      throw error;
    }
  }

  private mayGo(waiter: Waiter): boolean {
    if (waiter.flow?.state === 'parked') return false;
    return waiter.notBefore <= this.transactionsEnded;
  }

  private allWaitForLocks(flows: readonly Flow[]): boolean {
    return flows
      .filter((flow) => flow.state === 'running')
      .every((flow) => this.waiters.some((waiter) => waiter.flow === flow && !this.mayGo(waiter)));
  }

  private async serve(chosen: Waiter, open: readonly Waiter[]): Promise<void> {
    const { batch } = chosen.options;
    const together = batch !== undefined && this.chance.happens(0.5);
    const served = together
      ? open.filter((waiter) => waiter.life === chosen.life && waiter.options.batch === batch)
      : [chosen];
    const { life } = chosen;
    const at = life.crash?.at;
    const isThere = at === undefined || (chosen.label === at.label && chosen.flow?.name === at.flow);
    const counts = isThere && !chosen.options.cleanUp;
    if (life.crash && counts && life.crash.left-- === 0 && life.crash.when === 'before') {
      this.kill(life);
      return;
    }
    const dies = life.crash !== null && life.crash.left < 0 && counts;
    this.waiters = this.waiters.filter((waiter) => !served.includes(waiter));
    await Promise.all(
      served.map(
        (waiter) =>
          new Promise<void>((done) => {
            waiter.grant({
              end: () => {
                if (dies && !life.dead) {
                  this.kill(life);
                  life.crash?.died?.();
                }
                done();
              },
            });
          }),
      ),
    );
  }

  /** Nobody can go on: somebody waits for a flow that is parked, or for a lock that is free by now. */
  private unblock(flows: readonly Flow[]): void {
    const [parked] = this.parked();
    if (parked) this.resume(parked);
    else if (this.waiters.some((waiter) => waiter.notBefore > this.transactionsEnded)) this.transactionEnded();
    else throw new Error(`nothing can go on: ${namesOf(flows)}`);
  }
}

function namesOf(flows: readonly Flow[]): string {
  return flows
    .filter((flow) => flow.state === 'running')
    .map((flow) => flow.name)
    .join(', ');
}

function isOf(waiter: Waiter, flows: readonly Flow[]): boolean {
  return waiter.options.cleanUp === true || (waiter.flow !== undefined && flows.includes(waiter.flow));
}
