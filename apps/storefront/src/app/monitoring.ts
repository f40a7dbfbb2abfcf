import type { CallEvent } from '../api/client.ts';

/** What `reportClientEvent` takes: names and numbers only, so that no personal data can be in it. */
export interface ClientEvent extends Omit<CallEvent, 'kind'> {
  readonly kind: CallEvent['kind'] | 'script-error';
  readonly route?: string;
  readonly release?: string;
}

/** Most events of one report (the call's own limit). */
export const BATCH_EVENTS = 50;
/** Events wait this long for others, so that a bad connection is not used up by reports. */
export const BATCH_DELAY_MS = 5_000;
/** While reports do not get through, older events make room for newer ones. */
const KEPT_EVENTS = 200;

export interface MonitoringParts {
  /** Sends one batch; may reject. `leaving`: the page goes away. */
  send: (events: readonly ClientEvent[], leaving: boolean) => Promise<unknown>;
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  /** Name of the shown route, without its query. */
  routeName: () => string | undefined;
  release: string;
}

export interface Monitoring {
  report(event: Omit<ClientEvent, 'route' | 'release'>): void;
  /** Sends at once what is held: the page goes away. */
  flush(): void;
}

/** Gathers what the client notices and reports it in batches. A report that fails waits for the next one. */
export function createMonitoring(parts: MonitoringParts): Monitoring {
  let held: ClientEvent[] = [];
  let timer: unknown = null;

  function sendHeld(leaving: boolean): void {
    if (timer !== null) parts.timers.clear(timer);
    timer = null;
    if (held.length === 0) return;
    const batch = held.slice(0, BATCH_EVENTS);
    held = held.slice(BATCH_EVENTS);
    parts.send(batch, leaving).then(
      () => held.length > 0 && wait(),
      () => {
        held = [...batch, ...held].slice(-KEPT_EVENTS);
      },
    );
  }

  function wait(): void {
    timer ??= parts.timers.set(() => sendHeld(false), BATCH_DELAY_MS);
  }

  return {
    report(event) {
      held.push({ ...event, route: parts.routeName(), release: parts.release });
      if (held.length > KEPT_EVENTS) held.shift();
      wait();
    },
    flush: () => sendHeld(true),
  };
}
