import type { ServerEvent } from '../chunk/index.ts';
import type { NoteKey, TileReader } from '../log/index.ts';
import type { CanonicalOrder } from '../sealed/index.ts';
import type { Verifier } from '../signature/index.ts';

/** An entry of the log with its way to the root. */
export interface LoggedEntry {
  index: number;
  entry: Uint8Array;
  path: readonly Uint8Array[];
  /** Where many entries of one log are checked: tiles of the tree, which show the place without the path. */
  tiles?: TileReader;
}

export interface ManifestProof extends LoggedEntry {
  /** Of the tree that it is proved in: that of the checkpoint. */
  size: number;
  signature: Uint8Array;
}

/** The recording (0) or an addendum to it (1, 2 …). */
export interface SealedEvidence {
  /** null once erased, or not there. */
  object: Uint8Array | null;
  /** What is left of the object once it is erased. Not looked at while the object is there. */
  manifest: Uint8Array | null;
  proof: ManifestProof | null;
}

export interface StampEvidence {
  /** As files of a package are called: stamps/<name>.tsr. */
  name: string;
  reply: Uint8Array;
  /** What was stamped. */
  checkpoint: Uint8Array;
  /** From the stamped tree to that of the checkpoint. */
  consistency: readonly Uint8Array[];
  /** PEM. */
  certificates: string;
}

export type FileKind = 'builds' | 'tables' | 'documents' | 'assets';

/** A stamp over a list of stamps, which keeps them provable after their certificates have ended. */
export interface ArchiveEvidence {
  /** As files of a package are called: archives/<name>.tsr. */
  name: string;
  list: Uint8Array;
  reply: Uint8Array;
  /** PEM. */
  certificates: string;
}

/** Content that is named by its hash, a build's list by its build. */
export interface Files {
  read(kind: FileKind, name: string): Uint8Array | null;
  /** What is there and called by its hash; every one is looked at. */
  byHash: Iterable<{ kind: FileKind; name: string }>;
}

/** All there is about one recording. */
export interface Evidence {
  trace: string;
  objects: readonly SealedEvidence[];
  captures: readonly LoggedEntry[];
  registered: readonly LoggedEntry[];
  /** Entries of type `erased`. */
  erased: readonly LoggedEntry[];
  /** Entries of type `key`. */
  signers: readonly LoggedEntry[];
  checkpoint: Uint8Array | null;
  stamps: readonly StampEvidence[];
  archives: readonly ArchiveEvidence[];
  /** The order as it is known today. */
  order: CanonicalOrder | null;
  /** null: files are not looked at. */
  files: Files | null;
  keys: { view: Uint8Array | null; values: Uint8Array | null } | null;
  /** Why the keys that are stored do not open, as a sentence. */
  unopened?: string | null;
}

/** What only the house knows; a check that needs what is left out says that it cannot be made. */
export interface Facts {
  /** How many addenda there are. */
  addenda?: number;
  /** What the rows of order, payment and policies say must be in the recording. */
  happened?: readonly ServerEvent[];
  retention?: {
    /** Read from the store: until when (Infinity: while a hold is on it), and whether the store itself refuses to delete before. */
    until: number;
    locked: boolean;
    /** What the rule asks today; at least what the manifest says is asked in any case. */
    rule: number;
  };
}

/** Whose word is believed. */
export interface Trust {
  /** null when the keys came with what is checked: somebody who made all of it anew would not be found out. */
  signing: Verifier;
  log: NoteKey;
  /** Signs the checkpoints once more, by another algorithm; null leaves such lines alone. */
  secondLine: NoteKey | null;
  keysAreOwn: boolean;
  /** PEM of the time stamp authorities' roots; null believes those that came along. */
  stampRoots: string | null;
  /** When this is checked: certificates have to be valid then, or archives to be there. */
  now: number;
  /** The last checkpoint this verifier saw. */
  lastSeen: { size: number; root: Uint8Array; consistency: readonly Uint8Array[] } | null;
}

/**
 * shallow  hashes, chain, signature, the manifest's place in the log, stamps; believes what the house itself signed
 * whole    everything that needs no key
 * deep     opens the chunks as well, and holds the manifest against what is in them
 */
export type Depth = 'shallow' | 'whole' | 'deep';
