import { signCheckpoint, tilePath, treeHeadText } from '@huimin/evidence/log';
import { ObjectTaken } from '../../../ports/object-store.ts';
import { announceKey, refuseFormerKey } from './announce-key.ts';
import { copyKeptUntil, type EvidenceLog, LogDamage, logFile, openOwn } from './evidence-log.ts';
import { edgeTiles, type GrownTree, growTree } from './grow-tree.ts';
import {
  checkpointNumber,
  entriesBetween,
  lastCheckpoint,
  numberWaiting,
  releaseLease,
  type StoredCheckpoint,
  storeCheckpoint,
  takeLease,
} from './log-store.ts';

/** Longer than a round takes, so that another server does not begin beside it; harmless where it does. */
const LEASE_MS = 120_000;
const MOST_AT_ONCE = 5_000;
const BEFORE_ALL: StoredCheckpoint = { number: 0, size: 0, checkpoint: '' };

/** Name of a checkpoint's copy in the second place. */
export const copyName = (number: number): string => `checkpoints/${String(number).padStart(9, '0')}`;

/**
 * One round: what waits gets its numbers, the files of the grown tree are stored, and its checkpoint is signed, copied to
 * the second place and only then shown. Answers how many entries are new. Safe to break off anywhere and to run on every
 * server: numbers are given once, files and copies cannot be replaced, and nothing is signed that does not continue both
 * what the files and what the second place say.
 * @param waitsForLease false: does not leave it to a server that is at work already, perhaps without what is needed now
 */
export async function publishLog(log: EvidenceLog, waitsForLease = true): Promise<number> {
  const { database, clock, measures } = log;
  await log.key();
  const leased = await takeLease(database.query, log.holder, clock.now(), LEASE_MS);
  if (!leased && waitsForLease) return 0;
  const began = (await lastCheckpoint(database.query))?.number;
  try {
    const added = await publish(log);
    measures.isInOrder(true);
    await log.tellOperators(null);
    return added;
  } catch (error) {
    // Another server may have gone on meanwhile, and what was looked at is not the newest any more.
    if (!(error instanceof LogDamage) || (await lastCheckpoint(database.query))?.number !== began) throw error;
    measures.isInOrder(false);
    log.log.error({ problem: error.message }, 'the log of the evidence is not in order; nothing more is signed');
    await log.tellOperators(error);
    return 0;
  } finally {
    if (leased) await releaseLease(database.query, log.holder);
  }
}

async function publish(log: EvidenceLog): Promise<number> {
  const { query } = log.database;
  if (log.formerSigner === null) await refuseFormerKey(log, query);
  const last = (await lastCheckpoint(query)) ?? BEFORE_ALL;
  const stored = await edgeOf(log, last);
  await compareCopy(log, last);
  await announceKey(log);
  const size = await numberWaiting(log.database, MOST_AT_ONCE);
  if (size < last.size) throw new LogDamage('entries', `the log has ${size} entries, its checkpoint ${last.size}`);
  const grown = async (to: number) => growTree(last.size, stored, await entriesBetween(query, last.size, to));
  const tree = await grown(size);
  const known = await knownCopy(log, last, tree);
  if (known === null && size === last.size) return 0;
  for (const { path, bytes } of (known ? await grown(known.size) : tree).files) await storeFile(log, path, bytes);
  const next = known ?? (await signed(log, last, tree));
  await storeCheckpoint(query, next, new Date(log.clock.now()));
  log.measures.grewTo(next.size);
  await dropNarrower(log, last);
  return next.size - last.size;
}

/** The right edge as the files have it, which has to be the tree that the last checkpoint speaks for. */
async function edgeOf(log: EvidenceLog, last: StoredCheckpoint): Promise<ReadonlyMap<string, Buffer>> {
  const stored = new Map<string, Buffer>();
  for (const tile of edgeTiles(last.size)) {
    const bytes = await log.store.get(logFile(tilePath(tile)));
    if (!bytes) throw new LogDamage('files', `${tilePath(tile)} is not in the store`);
    stored.set(tilePath(tile), bytes);
  }
  if (last.number === 0) return stored;
  const head = await openOwn(log, last.checkpoint);
  if (head.size !== last.size) throw new LogDamage('checkpoint', 'a checkpoint was put in the place of another');
  if (!Buffer.from(head.root).equals(rootOf(last, stored))) {
    throw new LogDamage('files', `the files are not those of the checkpoint over ${last.size} entries`);
  }
  return stored;
}

function rootOf({ size }: StoredCheckpoint, stored: ReadonlyMap<string, Buffer>): Uint8Array {
  try {
    return growTree(size, stored, []).rootAt(size);
  } catch (error) {
    throw new LogDamage('files', (error as Error).message);
  }
}

/** The copy of the last checkpoint; where it is missing, as in a new second place, it is put there. */
async function compareCopy(log: EvidenceLog, { number, checkpoint }: StoredCheckpoint): Promise<void> {
  if (number === 0) return;
  const copy = await log.copies.get(copyName(number));
  if (copy === null) {
    log.log.warn({ checkpoint: number }, 'a checkpoint had no copy in the second place');
    await putCopy(log, number, checkpoint);
  } else if (String(copy) !== checkpoint) {
    throw new LogDamage('copy', `the copy of checkpoint ${number} is another one`);
  }
}

/**
 * The next checkpoint when the second place has it already: a round broke off behind it. It has to be of this very tree;
 * when it is not, this log is an older or another one than the one it was copied from.
 */
async function knownCopy(log: EvidenceLog, last: StoredCheckpoint, tree: GrownTree): Promise<StoredCheckpoint | null> {
  const number = last.number + 1;
  const copy = await log.copies.get(copyName(number));
  if (copy === null) return null;
  const checkpoint = String(copy);
  const head = await openOwn(log, checkpoint);
  const isOurs =
    head.size >= last.size && head.size <= tree.size && Buffer.from(head.root).equals(tree.rootAt(head.size));
  if (!isOurs) throw new LogDamage('copy', `the second place has a checkpoint ${number} over another tree`);
  return { number, size: head.size, checkpoint };
}

async function signed(log: EvidenceLog, last: StoredCheckpoint, tree: GrownTree): Promise<StoredCheckpoint> {
  const key = await log.key();
  const head = { origin: key.name, size: tree.size, root: tree.rootAt(tree.size) };
  const note = signCheckpoint(head, log.signer);
  const checkpoint = log.secondLine ? note + log.secondLine.line(key.name, treeHeadText(head)) : note;
  const number = last.number + 1;
  await putCopy(log, number, checkpoint);
  return { number, size: tree.size, checkpoint };
}

async function putCopy(log: EvidenceLog, number: number, checkpoint: string): Promise<void> {
  await log.copies.put(copyName(number), Buffer.from(checkpoint), {
    contentType: 'text/plain; charset=utf-8',
    retainUntilMs: copyKeptUntil(log.clock.now()),
  });
}

async function storeFile(log: EvidenceLog, path: string, bytes: Buffer): Promise<void> {
  try {
    await log.store.put(logFile(path), bytes, { contentType: 'application/octet-stream' });
  } catch (error) {
    throw error instanceof ObjectTaken ? new LogDamage('files', `the store has another ${path}`) : error;
  }
}

/** Files of the checkpoint before the last one: wider ones hold all that they did. */
async function dropNarrower(log: EvidenceLog, last: StoredCheckpoint): Promise<void> {
  const before = await checkpointNumber(log.database.query, last.number - 1);
  if (!before) return;
  const kept = new Set(edgeTiles(last.size).map(tilePath));
  for (const tile of edgeTiles(before.size)) {
    if (tile.width < 256 && !kept.has(tilePath(tile))) await log.store.remove(logFile(tilePath(tile)));
  }
}
