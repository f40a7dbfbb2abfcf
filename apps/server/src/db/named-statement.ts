import type { Duplex } from 'node:stream';
import pg from 'pg';

/** How a value of a type is read from PostgreSQL's text. */
export type ParserOf = (typeOid: number) => (text: string) => unknown;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** What a statement of `pg` may ask of its connection. */
interface Wire {
  readonly stream: Duplex;
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P' }): void;
  execute(): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

/** The columns of what each connection has prepared, by the statement's name. */
const columnsOf = new WeakMap<Wire, Map<string, readonly Column[]>>();

/**
 * One run of a prepared statement, handed to `pg` in the place of its own. The database is asked once per connection which
 * columns a statement has; `pg` has it say so at every run, and makes its readers anew. That is half of what a small
 * statement costs the server's process, and two thirds of one with many columns (docs/decisions/0163).
 */
class NamedStatement {
  readonly name: string;
  readonly text: string;
  /** `pg` puts its own around it where a statement has a time limit. */
  callback: (error: Error | null, rows?: unknown[]) => void;
  /** Open like name and text, as those of `pg`'s own are: tests that listen to a connection read them. */
  readonly values: readonly unknown[];
  readonly #parserOf: ParserOf;
  readonly #rows: unknown[] = [];
  #columns: readonly Column[] | undefined;
  #isKnown = false;
  #unreadable: Error | null = null;

  constructor(
    { name, text, values }: StatementRun,
    parserOf: ParserOf,
    callback: (error: Error | null, rows?: unknown[]) => void,
  ) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.#parserOf = parserOf;
    this.callback = callback;
  }

  /** @returns what is wrong with the values; nothing was sent then */
  submit(wire: Wire): Error | null {
    let values: (string | Buffer | null)[];
    try {
      values = this.values.map((value) => prepareValue(value));
    } catch (error) {
      return error as Error;
    }
    this.#columns = columnsOf.get(wire)?.get(this.name);
    this.#isKnown = this.#columns !== undefined;
    wire.stream.cork();
    if (wire.parsedStatements[this.name] === undefined) wire.parse({ name: this.name, text: this.text });
    wire.bind({ statement: this.name, values });
    if (!this.#isKnown) wire.describe({ type: 'P' });
    wire.execute();
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      for (const [at, { name, parse }] of (this.#columns ?? []).entries()) {
        const text = fields[at] as string | null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.#unreadable ??= error as Error;
    }
    this.#rows.push(row);
  }

  /** Known from now on, also of what returns nothing, which is not described. */
  handleCommandComplete(_message: unknown, wire: Wire): void {
    if (this.#isKnown) return;
    const known = columnsOf.get(wire) ?? new Map();
    columnsOf.set(wire, known.set(this.name, this.#columns ?? []));
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.callback(this.#unreadable);
    else this.callback(null, this.#rows);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleEmptyQuery(): void {}

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('rows are not copied in by a named statement');
    // The first one came before the database asked for rows, and was passed over.
    wire.sync();
  }

  handleCopyData(): void {}
}

export interface StatementRun {
  /** Stands for `text` and no other on every connection. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs a statement, prepared once per connection, and returns its rows. */
export async function runNamed<R extends object>(
  client: { query(statement: pg.Submittable): unknown },
  run: StatementRun,
  parserOf: ParserOf,
): Promise<R[]> {
  try {
    return await new Promise<R[]>((resolve, reject) => {
      const statement = new NamedStatement(run, parserOf, (error, rows) =>
        error ? reject(error) : resolve(rows as R[]),
      );
      client.query(statement as unknown as pg.Submittable);
    });
  } catch (error) {
    // Where the answer was read says nothing; who asked does.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}
