import { buffer, isDamage, sha256, sha256Hex } from '../bytes/index.ts';
import {
  changesDigest,
  isSignedBy,
  type KeyChange,
  keyAt,
  type LogEntry,
  type Note,
  openByKeys,
  ProvenTiles,
  readEntry,
  readKeyChange,
  readNote,
  type TreeHead,
} from '../log/index.ts';
import { isConsistent, isIncluded, leafHash } from '../merkle/index.ts';
import type { Verifier } from '../signature/index.ts';
import { checkStamp, type Stamp, sha512 } from '../stamp/index.ts';
import type { ArchiveEvidence, Evidence, LoggedEntry, StampEvidence, Trust } from './evidence.ts';

/** A map that forgets everything when it is full. */
class Memory<T> {
  #known = new Map<string, T>();
  #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  get(key: string, make: () => T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= this.#most) this.#known.clear();
    const made = make();
    this.#known.set(key, made);
    return made;
  }
}

const keyOf = (...parts: Uint8Array[]): string => sha256(Buffer.concat(parts)).toString('latin1');

/**
 * What many recordings have in common and need not be worked out twice. What is handed over as the same object is taken for the
 * same: nobody changes evidence while it is checked.
 */
export class LogMemory {
  readonly heads = new Memory<TreeHead | false>(64);
  readonly entries = new Memory<LogEntry | false>(50_000);
  readonly stamps = new Memory<Stamp | string>(256);
  readonly hashes = new WeakMap<Uint8Array, string>();
  readonly tables = new WeakMap<Uint8Array, string[] | false>();
  #reader: LogReader | null = null;

  /** The log as one checkpoint shows it. */
  readerOf(evidence: Pick<Evidence, 'checkpoint' | 'signers'>, trust: Trust): LogReader {
    if (!this.#reader?.reads(evidence)) this.#reader = new LogReader(evidence, trust, this);
    return this.#reader;
  }
}

export class LogReader {
  readonly head: TreeHead | null;
  readonly #root: string;
  readonly #memory: LogMemory;
  readonly #trust: Trust;
  readonly #of: Pick<Evidence, 'checkpoint' | 'signers'>;
  readonly #changes: KeyChange[];
  readonly #changesDigest: Buffer;
  readonly #tiles: ProvenTiles | null;
  /** Entries, checkpoints and stamps that are handed over more than once, as the same object. */
  readonly #entries = new WeakMap<LoggedEntry, LogEntry | false>();
  readonly #opened = new WeakMap<Uint8Array, TreeHead | false>();
  readonly #stamps = new WeakMap<StampEvidence, Stamp | string>();
  readonly #beginnings = new WeakMap<StampEvidence, boolean>();
  #asSeen: boolean | null = null;

  constructor({ checkpoint, signers }: Pick<Evidence, 'checkpoint' | 'signers'>, trust: Trust, memory: LogMemory) {
    this.#of = { checkpoint, signers };
    this.#trust = trust;
    this.#memory = memory;
    this.#changes = signers.flatMap(({ index, entry }) => readKeyChange(index, entry) ?? []);
    this.#changesDigest = changesDigest(signers.map(({ entry }) => entry));
    this.head = checkpoint === null ? null : this.open(checkpoint);
    this.#root = this.head === null ? '' : `${this.head.size}:${Buffer.from(this.head.root).toString('latin1')}`;
    this.#tiles = this.head === null ? null : new ProvenTiles(this.head);
  }

  reads({ checkpoint, signers }: Pick<Evidence, 'checkpoint' | 'signers'>): boolean {
    return checkpoint === this.#of.checkpoint && signers === this.#of.signers;
  }

  open(checkpoint: Uint8Array): TreeHead | null {
    return (
      remembered(this.#opened, checkpoint, () => {
        const { log, secondLine } = this.#trust;
        return this.#memory.heads.get(keyOf(this.#changesDigest, checkpoint), () => {
          const head = openByKeys(checkpoint, log, this.#changes);
          return head && (secondLine === null || holds(readNote(checkpoint) as Note, secondLine)) ? head : false;
        });
      }) || null
    );
  }

  get now(): number {
    return this.#trust.now;
  }

  /** Whose signature a manifest needs that stands at this place. */
  signingAt(index: number): Verifier {
    return this.#changes.length === 0 ? this.#trust.signing : keyAt(this.#trust.signing, this.#changes, index);
  }

  /** What an entry says, when it stands where it says in the tree of the checkpoint. */
  entry(logged: LoggedEntry): LogEntry | null {
    return remembered(this.#entries, logged, () => this.#read(logged) ?? false) || null;
  }

  /** Whether an entry of these words stands where it says, as far as tiles show it. */
  standsThere({ index, entry, tiles }: LoggedEntry, words: string): boolean {
    return (
      tiles !== undefined &&
      buffer(entry).toString('latin1') === words &&
      this.#tiles?.holds(leafHash(entry), index, tiles) === true
    );
  }

  #read(logged: LoggedEntry): LogEntry | null {
    const { head } = this;
    if (head === null) return null;
    const { index, entry, tiles } = logged;
    const leaf = leafHash(entry);
    if (tiles !== undefined && this.#tiles?.holds(leaf, index, tiles) === true) return readEntry(entry);
    // Once a place is known to hold an entry, it is known for whoever names the same.
    const known = this.#memory.entries.get(`${this.#root}:${index}:${leaf.toString('latin1')}`, () => {
      if (!isIncluded(leaf, index, head.size, logged.path, head.root)) return false;
      return readEntry(entry) ?? false;
    });
    return known || null;
  }

  /** Whether the tree of the checkpoint and the one that was seen before are one log. */
  get isAsSeen(): boolean {
    this.#asSeen ??= this.head !== null && this.#trust.lastSeen !== null && isSameLog(this.head, this.#trust.lastSeen);
    return this.#asSeen;
  }

  /** Whether what was stamped is the beginning of the tree of the checkpoint. */
  isBeginning({ size, root }: TreeHead, given: StampEvidence): boolean {
    const { head } = this;
    return remembered(
      this.#beginnings,
      given,
      () => head !== null && isConsistent(size, head.size, root, head.root, given.consistency),
    );
  }

  stamp(given: StampEvidence): Stamp | string {
    const { reply, checkpoint, certificates } = given;
    return remembered(this.#stamps, given, () => this.#stampOver(reply, sha256(checkpoint), certificates));
  }

  archive({ reply, list, certificates }: ArchiveEvidence): Stamp | string {
    return this.#stampOver(reply, sha512(list), certificates);
  }

  hashOf(bytes: Uint8Array): string {
    return remembered(this.#memory.hashes, bytes, () => sha256Hex(bytes));
  }

  #stampOver(reply: Uint8Array, imprint: Buffer, certificates: string): Stamp | string {
    const wanted = { imprint, roots: this.#trust.stampRoots, certificates };
    return this.#memory.stamps.get(keyOf(reply, imprint, Buffer.from(certificates)), () => {
      const stamp = checkStamp(reply, wanted);
      return isDamage(stamp) ? stamp.damage : stamp;
    });
  }
}

export function remembered<K extends WeakKey, V>(known: WeakMap<K, V>, of: K, make: () => V): V {
  const found = known.get(of);
  if (found !== undefined) return found;
  const made = make();
  known.set(of, made);
  return made;
}

/** A line of this key, where there is one, is over this text. */
const holds = (note: Note, key: NonNullable<Trust['secondLine']>): boolean =>
  isSignedBy(note, key) || !note.signatures.some(({ name, id }) => name === key.name && id.equals(key.id));

function isSameLog(head: TreeHead, seen: NonNullable<Trust['lastSeen']>): boolean {
  return seen.size <= head.size
    ? isConsistent(seen.size, head.size, seen.root, head.root, seen.consistency)
    : isConsistent(head.size, seen.size, head.root, seen.root, seen.consistency);
}
