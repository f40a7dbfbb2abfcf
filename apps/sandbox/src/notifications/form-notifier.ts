import type { FaultKind } from '../faults/fault-kinds.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Table } from '../state/journal.ts';
import { createNotifier, type Dialect, type Message, type NotificationRow, type Notifier } from './notifier.ts';

/** One event that the shop is told by a form; `fields` are the true ones, before anything is signed. */
export type FormNotification = NotificationRow & { fields: Record<string, string> };

/** What differs between the providers that tell by form: every function here answers the body of a form. */
export type FormDialect = Pick<
  Dialect<FormNotification>,
  'provider' | 'newId' | 'retryScheduleMs' | 'answerLimitMs' | 'accepts'
> & {
  /** The signed form body of these fields at this moment. */
  seal(id: string, fields: Record<string, string>, atMs: number): string;
  /** A copy with one wrong fact, signed like a true one. */
  wrongContent: Partial<Record<FaultKind, (fields: Record<string, string>) => Record<string, string>>>;
  /** A body whose signature must not be accepted. */
  wrongSignature: Partial<
    Record<FaultKind, (id: string, fields: Record<string, string>, atMs: number) => string | Promise<string>>
  >;
  /** A true message that was damaged on its way; the receiver may repair or refuse it. */
  brokenForm?: Partial<Record<FaultKind, (id: string, fields: Record<string, string>, atMs: number) => string>>;
};

export type FormNotifier = Notifier<FormNotification>;

/** Delivers signed form notifications. */
export function createFormNotifier(
  parts: SandboxParts,
  table: Table<FormNotification>,
  dialect: FormDialect,
): FormNotifier {
  const { seal, wrongContent, wrongSignature, brokenForm = {}, ...rest } = dialect;
  return createNotifier(parts, table, {
    ...rest,
    seal: (row, atMs) => formMessage(seal(row.id, row.fields, atMs)),
    wrongContent: mapValues(wrongContent, (spoil) => (row: FormNotification) => ({
      ...row,
      fields: spoil(row.fields),
    })),
    wrongSignature: mapValues(
      wrongSignature,
      (spoil) => async (row: FormNotification, atMs: number) => formMessage(await spoil(row.id, row.fields, atMs)),
    ),
    broken: mapValues(
      brokenForm,
      (spoil) => (row: FormNotification, atMs: number) => formMessage(spoil(row.id, row.fields, atMs)),
    ),
  });
}

function formMessage(body: string): Message {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'user-agent': 'Mozilla/4.0' },
    body,
  };
}

function mapValues<A, B>(table: Partial<Record<FaultKind, A>>, change: (value: A) => B): Partial<Record<FaultKind, B>> {
  return Object.fromEntries(Object.entries(table).map(([kind, value]) => [kind, change(value as A)]));
}
