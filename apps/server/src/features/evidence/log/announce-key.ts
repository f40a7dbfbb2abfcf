import { keyEntry, openCheckpoint, readEntry } from '@huimin/evidence/log';
import type { Query } from '../../../db/database.ts';
import type { EvidenceLog } from './evidence-log.ts';
import { appendAtOnce, lastCheckpoint, newestKeyEntry } from './log-store.ts';

/**
 * Tells in the log that this server's key follows the one before it, which signs that. Everything that waited gets its number
 * first: what the former key signed stands before the entry, what this one signs behind it. Once for each key.
 */
export async function announceKey(log: EvidenceLog): Promise<void> {
  const { formerSigner: former, signer, database, clock } = log;
  const last = former && (await lastCheckpoint(database.query));
  // The key of the last checkpoint is the one in use: there is nothing to tell.
  if (!last || !openCheckpoint(Buffer.from(last.checkpoint), await log.keyOf(former))) return;
  const key = `key/${signer.publicKey.toString('hex')}`;
  await appendAtOnce(database, key, keyEntry(former, signer, clock.now()), clock.now());
}

/**
 * Refuses while this server's key is not the one in force: another one was told in the log. Whoever calls it in a transaction
 * that adds an entry can be sure that no other key comes between.
 */
export async function refuseFormerKey(log: EvidenceLog, query: Query): Promise<void> {
  await query('select 1 from log_state for share');
  const bytes = await newestKeyEntry(query);
  const entry = bytes && readEntry(bytes);
  if (entry?.type !== 'key' || entry.key === log.signer.publicKey.toString('base64')) return;
  throw new Error('the log names another key than EVIDENCE_SIGNING_KEY; this server has to be started with it');
}
