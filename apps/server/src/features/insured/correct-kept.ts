import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { PersonDetails } from './person-details.ts';

/**
 * Corrects who a kept person is, so that next year's order begins with what is right. Nothing happens where nobody of
 * the user has that identity, or somebody else of theirs has the corrected one already.
 */
export async function correctKept(
  core: Pick<Core, 'vault'>,
  query: Query,
  owner: { readonly shard: number; readonly userId: bigint },
  before: Buffer,
  corrected: { readonly personIndex: Buffer; readonly details: PersonDetails },
  nowMs: number,
): Promise<void> {
  const [kept] = await query<{ id: bigint; sealed: Buffer }>(
    `select id, details_sealed as sealed from members
     where shard = $1 and user_id = $2 and person_index = $3 and removed_at is null for update`,
    [owner.shard, owner.userId, before],
  );
  if (!kept) return;
  const { name, idType, idNumber, sex, birthDate } = corrected.details;
  const details = {
    ...core.vault.openJson<PersonDetails>('member', kept.sealed),
    name,
    idType,
    idNumber,
    sex,
    birthDate,
  };
  await query(
    `update members set person_index = $4, details_sealed = $5, updated_at = $6
     where shard = $1 and user_id = $2 and id = $3 and not exists (
       select 1 from members other where other.shard = $1 and other.user_id = $2 and other.person_index = $4
         and other.id <> $3 and other.removed_at is null)`,
    [
      owner.shard,
      owner.userId,
      kept.id,
      corrected.personIndex,
      core.vault.sealJson('member', details),
      new Date(nowMs),
    ],
  );
}
