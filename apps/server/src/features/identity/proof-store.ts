import type { Query } from '../../db/database.ts';
import type { ProofKind, ProofPurpose } from './proof-kinds.ts';

export interface ProofRow {
  readonly tokenHash: Buffer;
  readonly kind: ProofKind;
  readonly purpose: ProofPurpose;
  readonly userId: bigint | null;
  readonly sessionHash: Buffer | null;
  readonly personIndex: Buffer | null;
  readonly nameIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly source: string;
  readonly grantedAtMs: number;
  readonly expiresAtMs: number;
}

/** Keeps a proof; one that is there already stays as it is, used or not. */
export async function insertProof(query: Query, proof: ProofRow): Promise<void> {
  await query(
    `insert into identity_proofs (token_hash, kind, purpose, user_id, session_hash, person_index, name_index,
       phone_index, source, granted_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (token_hash) do nothing`,
    [
      proof.tokenHash,
      proof.kind,
      proof.purpose,
      proof.userId,
      proof.sessionHash,
      proof.personIndex,
      proof.nameIndex,
      proof.phoneIndex,
      proof.source,
      new Date(proof.grantedAtMs),
      new Date(proof.expiresAtMs),
    ],
  );
}

export async function isUnused(query: Query, tokenHash: Buffer): Promise<boolean> {
  const rows = await query('select 1 as unused from identity_proofs where token_hash = $1 and used_at is null', [
    tokenHash,
  ]);
  return rows.length === 1;
}

export interface WantedProof {
  readonly tokenHash: Buffer;
  readonly purpose: ProofPurpose;
  readonly userId: bigint | null;
  readonly sessionHash: Buffer | null;
  /** What has to be proven; null asks for nothing. */
  readonly personIndex: Buffer | null;
  readonly nameIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly nowMs: number;
}

export interface UsedProof {
  readonly kind: ProofKind;
  readonly personIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly source: string;
  readonly grantedAtMs: number;
}

/** Uses up the proof when everything fits; whoever comes second, or with something else in mind, gets null. */
export async function useProof(query: Query, wanted: WantedProof): Promise<UsedProof | null> {
  const [row] = await query<UsedProof>(
    `update identity_proofs set used_at = $8
     where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $8
       and case when user_id is null then session_hash = $4 else user_id = $3 end
       and ($5::bytea is null or person_index = $5)
       and ($6::bytea is null or name_index = $6)
       and ($7::bytea is null or phone_index = $7)
     returning kind, person_index as "personIndex", phone_index as "phoneIndex", source, granted_at as "grantedAtMs"`,
    [
      wanted.tokenHash,
      wanted.purpose,
      wanted.userId,
      wanted.sessionHash,
      wanted.personIndex,
      wanted.nameIndex,
      wanted.phoneIndex,
      new Date(wanted.nowMs),
    ],
  );
  return row ?? null;
}
