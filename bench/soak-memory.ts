import { readdirSync, readFileSync } from 'node:fs';

/** What a running program holds, after everything that nobody needs was collected. */
export interface Held {
  readonly heapBytes: number;
  /** Of buffers, which lie outside the heap. */
  readonly bufferBytes: number;
  /** As the system counts it; null where it does not tell. */
  readonly residentBytes: number | null;
  readonly openFiles: number | null;
}

/** Asks a program that was started with `--inspect` on this port. */
export async function heldBy(pid: number, inspectorPort: number): Promise<Held> {
  const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('the program has no inspector');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let asked = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ result?: { value: unknown } }>((resolve) => {
      const id = ++asked;
      const hear = ({ data }: MessageEvent) => {
        const told = JSON.parse(String(data)) as { id?: number; result: { result?: { value: unknown } } };
        if (told.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(told.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  try {
    await ask('HeapProfiler.enable');
    for (let round = 0; round < 2; round++) await ask('HeapProfiler.collectGarbage');
    const expression = 'const { heapUsed, arrayBuffers } = process.memoryUsage(); [heapUsed, arrayBuffers]';
    const { result } = await ask('Runtime.evaluate', { expression: `{ ${expression} }`, returnByValue: true });
    const [heapBytes = 0, bufferBytes = 0] = (result?.value ?? []) as number[];
    return { heapBytes, bufferBytes, ...ofSystem(pid) };
  } finally {
    socket.close();
  }
}

function ofSystem(pid: number): Pick<Held, 'residentBytes' | 'openFiles'> {
  try {
    const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { residentBytes: Number(resident) * 1_024, openFiles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { residentBytes: null, openFiles: null };
  }
}
