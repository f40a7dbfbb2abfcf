/** What keeps an object. */
export interface Keeping {
  /** Not to be deleted before; null when nothing keeps it. */
  readonly retainUntilMs: number | null;
  readonly held: boolean;
  /** `compliance`: the store itself refuses to delete; `advisory`: only this program does. */
  readonly lock: 'compliance' | 'advisory' | 'none';
}

export interface KeptObject {
  readonly bytes: Buffer;
  readonly keeping: Keeping;
}

/** What is known of a stored object without reading it. */
export interface ObjectState extends Keeping {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

export interface PutOptions {
  /** A media type, for whoever looks into the store. */
  readonly contentType: string;
  /** Absent: may be deleted at any time. */
  readonly retainUntilMs?: number;
}

/** Another content stands under the name already. Nothing was changed. */
export class ObjectTaken extends Error {
  readonly objectName: string;
  constructor(objectName: string) {
    super(`another content is stored as ${objectName}`);
    this.objectName = objectName;
  }
}

/** The store does not answer, or not as it should. The same call may be made again. */
export class StoreUnavailable extends Error {}

/**
 * Objects that never change once they are written. Names are path-like: parts of `0-9A-Za-z._-`, separated by `/`.
 * Every method throws {@link StoreUnavailable} when the store cannot be reached, and RangeError for an impossible name.
 */
export interface ObjectStore {
  /**
   * Stores bytes and resolves once the store has told their checksum back. The same bytes again change nothing but a
   * longer retention. @throws ObjectTaken
   */
  put(name: string, bytes: Buffer, options: PutOptions): Promise<ObjectState>;
  /**
   * Null when there is none.
   * @param room memory that may be used for it: what is answered may be a part of this, as long as nobody writes to it
   */
  get(name: string, room?: Buffer): Promise<Buffer | null>;
  /** `length` bytes from `from`, fewer at the end. Null when there is no such object. */
  range(name: string, from: number, length: number): Promise<Buffer | null>;
  state(name: string): Promise<ObjectState | null>;
  /** An object with what keeps it; as `get` otherwise. */
  kept(name: string, room?: Buffer): Promise<KeptObject | null>;
  /** Keeps an object longer; an earlier moment than the present one changes nothing. Null when there is none. */
  retain(name: string, untilMs: number): Promise<ObjectState | null>;
  /** Puts a legal hold on an object or takes it off. Null when there is none. */
  hold(name: string, held: boolean): Promise<ObjectState | null>;
  /** `locked`: retention or a hold forbids it. */
  remove(name: string): Promise<'removed' | 'absent' | 'locked'>;
}

const NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[0-9A-Za-z._-]+(?:\/[0-9A-Za-z._-]+)*$/;
const MAX_NAME = 512;

/** The name itself. @throws RangeError */
export function checkedObjectName(name: string): string {
  if (name.length > MAX_NAME || !NAME.test(name)) throw new RangeError(`not a name of an object: ${name}`);
  return name;
}
