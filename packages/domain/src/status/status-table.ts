export type StatusTone = 'neutral' | 'info' | 'success' | 'warn' | 'error';

export interface StatusEntry<Status> {
  status: Status;
  /** A name for diagrams and logs, e.g. `AwaitingPayment`. */
  key: string;
  label: string;
  tone: StatusTone;
}

/** One allowed move: from, to, and the event that makes it. */
export type StatusRow<Status, Event extends string> = readonly [from: Status, to: Status, event: Event];

/** Every status of one thing and every move between them; a move that is not a row is refused. */
export interface StatusTable<Status extends string | number, Event extends string> {
  /** Heading in docs/states.md. */
  title: string;
  entries: readonly StatusEntry<Status>[];
  /** Where a new thing may start. */
  initial: readonly Status[];
  /** Where nothing moves any more. */
  terminal: readonly Status[];
  rows: readonly StatusRow<Status, Event>[];
}

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextStatus<Status extends string | number, Event extends string>(
  table: StatusTable<Status, Event>,
  from: Status,
  event: Event,
): Status | null {
  const row = table.rows.find(([rowFrom, , rowEvent]) => rowFrom === from && rowEvent === event);
  return row ? row[1] : null;
}

/** Every status in which `event` is allowed. */
export function statusesBefore<Status extends string | number, Event extends string>(
  table: StatusTable<Status, Event>,
  event: Event,
): Status[] {
  return table.rows.filter(([, , rowEvent]) => rowEvent === event).map(([from]) => from);
}

/** The move that an event makes, whatever the status before. Throws where it leads nowhere, or to more than one status. */
export function moveOf<Status extends string | number, Event extends string>(
  table: StatusTable<Status, Event>,
  event: Event,
): { from: Status[]; to: Status } {
  const from = statusesBefore(table, event);
  const [to, ...others] = new Set(from.map((status) => nextStatus(table, status, event)));
  if (to === undefined || to === null || others.length > 0) throw new Error(`${table.title}: no one way of ${event}`);
  return { from, to };
}

/** The entry of a status, or null for a value that is none. */
export function statusEntryOf<Status extends string | number>(
  table: Pick<StatusTable<Status, string>, 'entries'>,
  status: string | number,
): StatusEntry<Status> | null {
  return table.entries.find((entry) => entry.status === status) ?? null;
}

/** Status → label, as the map calls (`/api/v1/map/…`) answer it. */
export function labelMapOf(table: Pick<StatusTable<string | number, string>, 'entries'>): Record<string, string> {
  return Object.fromEntries(table.entries.map((entry) => [String(entry.status), entry.label]));
}
