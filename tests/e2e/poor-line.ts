import { connect, createServer, type Socket } from 'node:net';

export interface PoorLineOptions {
  /** Of the server behind it. The line has the same name and another port, so that cookies are the same. */
  readonly origin: string;
  /** There and back. */
  readonly roundTripMs: number;
  readonly bytesPerSecond: number;
  /** How many packets of a thousand are lost and sent again. */
  readonly lostPerThousand: number;
  /** Chance, from 0 up to but without 1; the same order every time makes the same line. */
  readonly chance: () => number;
}

export interface PoorLine {
  readonly origin: string;
  readonly counts: { packets: number; lost: number };
  close(): Promise<void>;
}

const PACKET_BYTES = 1_460;
/** A sender notices a loss no sooner. */
const LEAST_RESEND_MS = 200;

/**
 * A line between a browser and a server that is slow and loses packets, as TCP shows it to both: a lost packet comes later,
 * and everything behind it waits for it. All connections share its width.
 */
export async function openPoorLine(options: PoorLineOptions): Promise<PoorLine> {
  const { hostname, port } = new URL(options.origin);
  const counts = { packets: 0, lost: 0 };
  const open = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const free = { up: 0, down: 0 };

  const later = (delayMs: number, run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
  };

  function carry(from: Socket, to: Socket, way: 'up' | 'down'): void {
    /** When the last packet of this connection arrives: none overtakes another. */
    let lastArrivalMs = 0;
    /** In the order sent. Timers of one moment may run in another order, and bytes must not. */
    const onTheWay: (() => void)[] = [];
    const send = (deliver: () => void, bytes: number): void => {
      const nowMs = performance.now();
      free[way] = Math.max(free[way], nowMs) + (bytes / options.bytesPerSecond) * 1_000;
      let arrivalMs = free[way] + options.roundTripMs / 2;
      if (bytes > 0) counts.packets += 1;
      while (bytes > 0 && options.chance() * 1_000 < options.lostPerThousand) {
        counts.lost += 1;
        arrivalMs += Math.max(LEAST_RESEND_MS, options.roundTripMs * 1.5);
      }
      lastArrivalMs = Math.max(lastArrivalMs, arrivalMs);
      onTheWay.push(deliver);
      later(lastArrivalMs - nowMs, () => onTheWay.shift()?.());
    };
    from.on('data', (data) => {
      for (let at = 0; at < data.length; at += PACKET_BYTES) {
        const packet = data.subarray(at, at + PACKET_BYTES);
        send(() => to.writable && to.write(packet), packet.length);
      }
    });
    from.on('end', () => send(() => to.end(), 0));
    from.on('error', () => to.destroy());
    from.on('close', () => open.delete(from));
    open.add(from);
  }

  const server = createServer({ noDelay: true }, (near) => {
    // The handshake is one more way there and back.
    near.pause();
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    carry(near, far, 'up');
    carry(far, near, 'down');
    later(options.roundTripMs, () => near.resume());
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  return {
    origin: `http://${hostname}:${(server.address() as { port: number }).port}`,
    counts,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Chance that comes out the same for the same seed (mulberry32). */
export function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
