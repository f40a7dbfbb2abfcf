import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Rows of one kind, in the order of their first `put`. */
export type Table<T> = {
  get(id: string): T | undefined;
  /** Stores the row and, with a state file, writes it before returning. */
  put(id: string, row: T): void;
  rows(): T[];
};

export type Journal = {
  /** The table of that name; the same object for the same name. */
  table<T>(name: string): Table<T>;
  /** Forgets every row of every table. */
  clear(): void;
  close(): void;
};

type Line = { table: string; id: string; row: unknown };

/**
 * Keeps the sandbox's rows in memory and, when `file` is given, in a file of one JSON line per change, so that
 * a killed process loses nothing it has answered. The file is rewritten (new file, then rename) at every opening.
 */
export function openJournal(file?: string): Journal {
  const tables = new Map<string, Map<string, unknown>>();
  const rowsOf = (name: string): Map<string, unknown> => {
    const found = tables.get(name);
    if (found) return found;
    const made = new Map<string, unknown>();
    tables.set(name, made);
    return made;
  };

  let descriptor: number | undefined;
  const rewrite = (): void => {
    if (file === undefined) return;
    if (descriptor !== undefined) closeSync(descriptor);
    const lines: string[] = [];
    for (const [table, rows] of tables) {
      for (const [id, row] of rows) lines.push(`${JSON.stringify({ table, id, row })}\n`);
    }
    writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    descriptor = openSync(file, 'a', 0o600);
  };

  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) {
      for (const line of readLines(file)) rowsOf(line.table).set(line.id, line.row);
    }
    rewrite();
  }

  return {
    table<T>(name: string): Table<T> {
      return {
        get: (id) => rowsOf(name).get(id) as T | undefined,
        put: (id, row) => {
          rowsOf(name).set(id, row);
          if (descriptor !== undefined) appendFileSync(descriptor, `${JSON.stringify({ table: name, id, row })}\n`);
        },
        rows: () => [...rowsOf(name).values()] as T[],
      };
    },
    clear: () => {
      tables.clear();
      rewrite();
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

function readLines(file: string): Line[] {
  const lines: Line[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue;
    try {
      lines.push(JSON.parse(text) as Line);
    } catch {
      // A kill in the middle of a write leaves one torn last line; its answer was never sent.
    }
  }
  return lines;
}
