import type { ChildProcess } from 'node:child_process';

/** A shop server that others would take in our place: which version, and how it is brought to sell. */
export interface Peer {
  readonly name: string;
  /** Exactly this, from the registry. */
  readonly packages: Readonly<Record<string, string>>;
  /** What ours is to be, by the specification: so many times its orders a second, such a part of its processor time. */
  readonly goals: { readonly timesItsOrders: number; readonly partOfItsCpu: number };
  /**
   * Starts it as one process over an empty database, in production mode, with one product to sell.
   * @throws Error when it does not start or refuses its seed
   */
  start(options: {
    readonly folder: string;
    readonly databaseUrl: string;
    readonly port: number;
  }): Promise<RunningPeer>;
}

export interface RunningPeer {
  readonly server: ChildProcess;
  /** Somebody who buys again and again as a guest; each purchase answers the number of its paid order. */
  openCaller(caller: number): Promise<() => Promise<string>>;
  /** Counts orders of which its own database says that they are paid, and by a payment whose money was taken. */
  readonly paidOrdersSql: string;
  /** The same of the order whose number is $1: a row of what was found, to be looked at. */
  readonly orderSql: string;
}

/** Sends JSON and answers JSON; any other status than success is an error that says what came. */
export async function askJson<T>(
  method: 'GET' | 'POST',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<{ readonly answer: T; readonly headers: Headers }> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`);
  return { answer: JSON.parse(text) as T, headers: response.headers };
}
