import { newsOf, type SendResult, tellOnce } from '../../coordination/tell-once.ts';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import type { ClaimBooksDependencies } from './claims-deps.ts';
import { moveRecheck, RECHECK_SEAL, type RecheckNote, recheckById, untoldRechecks } from './recheck-store.ts';

/** One with what the asker wrote. */
export async function wholeClaimRecheck({ database, vault }: ClaimBooksDependencies, id: bigint) {
  const row = await recheckById(database.query, shardOfOrder(id), id);
  if (!row) return null;
  const { note } = vault.openJson<RecheckNote>(RECHECK_SEAL, row.note_sealed);
  return { id: row.id, caseNo: row.case_no, status: row.status, askedAtMs: row.asked_at, note, answer: row.answer };
}

export interface RecheckDecision {
  readonly kind: 'upheld' | 'corrected';
  readonly by: string;
  readonly answer: string;
}

/** An operator's answer; false where there is none to answer any more. */
export async function answerClaimRecheck(
  { clock }: Pick<ClaimBooksDependencies, 'clock'>,
  query: Query,
  id: bigint,
  { kind, by, answer }: RecheckDecision,
): Promise<boolean> {
  const event = kind === 'upheld' ? 'Upheld' : 'Corrected';
  const at = { shard: shardOfOrder(id), id };
  return (await moveRecheck(query, at, { event, by, answer, nowMs: clock.now() })) !== null;
}

const TOLD_AT_ONCE = 50;

/** Tells the askers; one that cannot be told now is told in the next round. */
export async function tellClaimRechecks(
  { database, clock, vault }: ClaimBooksDependencies,
  send: SendResult,
): Promise<number> {
  return tellOnce(await untoldRechecks(database.query, TOLD_AT_ONCE), {
    nowMs: clock.now(),
    change: newsOf(database.query, 'claim_rechecks'),
    send: (row) =>
      send({
        editionCode: row.edition_code,
        outId: `FH${row.id}-${row.status}`,
        phone: vault.openJson<RecheckNote>(RECHECK_SEAL, row.note_sealed).phone,
        result: '理算复核有结果了，请到理算结果页面查看',
      }),
  });
}
