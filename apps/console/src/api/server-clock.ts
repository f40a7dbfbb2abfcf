/** The Date header counts whole seconds: on average the true moment lies half a second later. */
const HALF_HEADER_STEP_MS = 500;

/** Server minus desk, ms; nothing until a first answer has come. */
let offsetMs = 0;

/** The server's moment, ms: what an operator sends or compares does not go by the clock of the desk, which may be wrong. */
export const serverNow = (): number => Date.now() + offsetMs;

/** Takes the moment that an answer carries, with the desk's moment of asking (ms). */
export function noteServerTime({ headers }: Response, askedMs: number): void {
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(serverMs)) offsetMs = serverMs + HALF_HEADER_STEP_MS - (askedMs + Date.now()) / 2;
}
