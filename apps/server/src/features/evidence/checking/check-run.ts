import type { RetentionNumbers } from '@huimin/domain/evidence';
import { readEntry } from '@huimin/evidence/log';
import { ownVerifier } from '@huimin/evidence/signature';
import {
  type Depth,
  type EvidenceVerifier,
  evidenceVerifier,
  type LoggedEntry,
  type Trust,
} from '@huimin/evidence/verify';
import type { Core } from '../../../core.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import type { RecordingKeys, RecordingRow } from '../../recording/index.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import type { StoredCheckpoint } from '../log/log-store.ts';
import type { CoverDates } from '../sealing/recorded-order.ts';
import { LogProofs } from './log-proofs.ts';
import { ObjectRoom } from './object-room.ts';
import { StampsOver } from './stamps-over.ts';

export interface CheckingDependencies extends Pick<Core, 'clock' | 'database' | 'numbers' | 'log'> {
  readonly editions: CoverDates;
  readonly evidenceLog: EvidenceLog;
  readonly store: ObjectStore;
  readonly retentionNumbers: RetentionNumbers;
  /** PEM of the authorities' roots; null believes those that come along. */
  readonly stampRoots: string | null;
  /** Null: nothing is opened. */
  readonly keysOf: ((recording: RecordingRow) => RecordingKeys | null) | null;
}

/** The last checkpoint that a verifier saw; it keeps it where the checked cannot change it. */
export interface SeenCheckpoint {
  readonly size: number;
  readonly root: Uint8Array;
}

/** What one run of the check has in common: one checkpoint, and everything that is read more than once. */
export interface CheckRun {
  readonly deps: CheckingDependencies;
  readonly depth: Depth;
  readonly verifier: EvidenceVerifier;
  readonly checkpoint: Buffer | null;
  readonly proofs: LogProofs;
  /** Builds and documents, by what they name. */
  readonly registered: ReadonlyMap<string, readonly LoggedEntry[]>;
  /** The same for all that one recording names, which many others name as well. */
  readonly registeredFor: Map<string, readonly LoggedEntry[]>;
  readonly signers: readonly LoggedEntry[];
  /** Until when contracts without a dispute are kept, by their first and last day. */
  readonly rules: Map<string, number | null>;
  readonly stamps: StampsOver;
  readonly files: Map<string, Buffer | null>;
  /** Where objects are read to. */
  readonly room: ObjectRoom;
}

export async function beginRun(
  deps: CheckingDependencies,
  depth: Depth,
  lastSeen: SeenCheckpoint | null = null,
  given?: StoredCheckpoint | null,
): Promise<CheckRun> {
  const last = given === undefined ? await deps.evidenceLog.checkpoint() : given;
  const proofs = new LogProofs(deps.evidenceLog, last?.size ?? 0);
  return {
    deps,
    depth,
    verifier: evidenceVerifier(await trustOf(deps, proofs, lastSeen)),
    checkpoint: last === null ? null : Buffer.from(last.checkpoint),
    proofs,
    registered: Map.groupBy(await proofs.registered(), namedBy),
    registeredFor: new Map(),
    signers: await proofs.signers(),
    stamps: new StampsOver(deps.database.query, proofs),
    rules: new Map(),
    files: new Map(),
    room: new ObjectRoom(),
  };
}

/** Whose word is believed when the house checks what is its own. */
export async function ownTrust({ evidenceLog, clock, stampRoots }: CheckingDependencies): Promise<Trust> {
  const { signer, secondLine } = evidenceLog;
  const log = await evidenceLog.key();
  return {
    ...{ signing: ownVerifier(signer), log, secondLine: secondLine?.key(log.name) ?? null },
    ...{ keysAreOwn: true, stampRoots, now: clock.now(), lastSeen: null },
  };
}

async function trustOf(deps: CheckingDependencies, proofs: LogProofs, lastSeen: SeenCheckpoint | null): Promise<Trust> {
  return {
    ...(await ownTrust(deps)),
    // A log that has become shorter has no proof to show: an empty one fails.
    lastSeen: lastSeen && {
      ...lastSeen,
      consistency: lastSeen.size <= proofs.size ? await proofs.consistency(lastSeen.size) : [],
    },
  };
}

function namedBy({ entry }: LoggedEntry): string {
  const read = readEntry(entry);
  if (read?.type === 'build') return `build ${read.build}`;
  return read?.type === 'document' ? `document ${read.sha256}` : '';
}
