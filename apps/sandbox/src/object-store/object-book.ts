import { createHash } from 'node:crypto';
import type { SandboxParts } from '../sandbox-parts.ts';

export type StoredObject = {
  name: string;
  /** Base64. */
  content: string;
  contentType: string;
  version: string;
  /** Milliseconds; the lock's mode is COMPLIANCE when it is set. */
  retainUntilMs?: number;
  held: boolean;
};

export class StoreError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type ObjectBook = {
  list(): StoredObject[];
  find(name: string): StoredObject | undefined;
  /** Throws a StoreError when the name is taken and must not be. */
  put(object: Omit<StoredObject, 'version' | 'held'>, onlyIfNew: boolean): StoredObject;
  /** Throws a StoreError when that would shorten a retention. */
  retain(name: string, untilMs: number): void;
  hold(name: string, held: boolean): void;
  /** Without a version the object is hidden only. Throws a StoreError when it is locked. */
  remove(name: string, version: string | undefined): void;
  /** What whoever has the disks can do, and nobody else: changes content behind the store's back. */
  damage(name: string): StoredObject;
};

/** Objects of a bucket with versioning and object lock; the newest version of each name. */
export function createObjectBook({ journal, clock, random }: SandboxParts): ObjectBook {
  const table = journal.table<StoredObject | null>('object-store');
  const find = (name: string): StoredObject | undefined => table.get(name) ?? undefined;
  const need = (name: string): StoredObject => {
    const object = find(name);
    if (!object) throw new StoreError(404, 'NoSuchKey', 'The specified key does not exist.');
    return object;
  };
  return {
    list: () => table.rows().flatMap((object) => object ?? []),
    find,
    put: (object, onlyIfNew) => {
      if (onlyIfNew && find(object.name)) {
        throw new StoreError(412, 'PreconditionFailed', 'At least one of the pre-conditions did not hold');
      }
      const stored: StoredObject = { ...object, version: random.digits(16), held: false };
      table.put(object.name, stored);
      return stored;
    },
    retain: (name, untilMs) => {
      const object = need(name);
      if (untilMs < (object.retainUntilMs ?? 0)) throw locked();
      table.put(name, { ...object, retainUntilMs: untilMs });
    },
    hold: (name, held) => table.put(name, { ...need(name), held }),
    remove: (name, version) => {
      const object = find(name);
      if (!object) return;
      if (version !== undefined) {
        if (version !== object.version)
          throw new StoreError(404, 'NoSuchVersion', 'The specified version does not exist.');
        if (object.held || (object.retainUntilMs ?? 0) > clock.now()) throw locked();
      }
      table.put(name, null);
    },
    damage: (name) => {
      const object = need(name);
      const bytes = Buffer.from(object.content, 'base64');
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const damaged = { ...object, content: bytes.toString('base64') };
      table.put(name, damaged);
      return damaged;
    },
  };
}

/** As the store tells it. */
export function checksumOf(object: StoredObject): string {
  return createHash('sha256').update(Buffer.from(object.content, 'base64')).digest('base64');
}

function locked(): StoreError {
  return new StoreError(403, 'AccessDenied', 'Access Denied because object protected by object lock.');
}
