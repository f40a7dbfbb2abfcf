import { maskName, maskPhone } from '@huimin/domain/person';
import { PRE_EXISTING_WAYS, type PreExistingWay } from '@huimin/domain/pre-existing';
import type { Core } from '../../core.ts';

const SEAL = 'pre-existing-looker';
const LISTED = 50;
const YEAR_MS = 365 * 24 * 3_600_000;

export interface Looker {
  readonly asWhom: 'self' | 'guardian' | 'operator';
  /** Tells lookers apart: an account, an operator's name. */
  readonly key: string;
  /** The asker's name and phone, or what an operator signs with; masked before it is kept. */
  readonly name: string;
  readonly phone?: string;
}

type LookupCore = Pick<Core, 'database' | 'vault' | 'index' | 'orderIds' | 'clock'>;

/** The bucket in which what was asked about a person lies. */
const shardOf = (personIndex: Buffer): number => personIndex[0] as number;

/** Written down before anything is asked or read: a look that was only begun counts as one. */
export async function recordLookup(
  core: LookupCore,
  personIndex: Buffer,
  looker: Looker,
  how: PreExistingWay | 'appeal',
): Promise<void> {
  const shard = shardOf(personIndex);
  const shown =
    looker.asWhom === 'operator' ? looker.name : `${maskName(looker.name)} ${maskPhone(looker.phone ?? '')}`;
  await core.database.query(
    `insert into pre_existing_lookups (shard, id, person_index, looker_index, as_whom, how, looker_sealed, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      shard,
      core.orderIds.next(shard),
      personIndex,
      core.index.of('looker', looker.key),
      looker.asWhom,
      how,
      core.vault.sealJson(SEAL, { shown }),
      new Date(core.clock.now()),
    ],
  );
}

export interface Lookup {
  readonly atMs: number;
  readonly who: string;
  readonly how: string;
}

/** Who looked somebody up, newest first. The caller has decided that the asker may know. */
export async function lookupsOf(core: LookupCore, personIndex: Buffer): Promise<Lookup[]> {
  const rows = await core.database.query<{ as_whom: Looker['asWhom']; how: string; looker_sealed: Buffer; at: number }>(
    `select as_whom, how, looker_sealed, at from pre_existing_lookups where shard = $1 and person_index = $2
     order by id desc limit ${LISTED}`,
    [shardOf(personIndex), personIndex],
  );
  return rows.map((row) => {
    const { shown } = core.vault.openJson<{ shown: string }>(SEAL, row.looker_sealed);
    return { atMs: row.at, who: whoText(row.as_whom, shown), how: howText(row.how) };
  });
}

function whoText(asWhom: Looker['asWhom'], shown: string): string {
  if (asWhom === 'self') return `您本人 ${shown}`;
  return asWhom === 'guardian' ? `监护人 ${shown}` : `工作人员 ${shown}`;
}

function howText(how: string): string {
  return how === 'appeal' ? '处理复核申请' : PRE_EXISTING_WAYS[how as PreExistingWay];
}

/** How many others asked as guardians of this minor within a year. */
export async function otherGuardians(core: LookupCore, personIndex: Buffer, key: string): Promise<number> {
  const [row] = await core.database.query<{ others: number }>(
    `select count(distinct looker_index)::int as others from pre_existing_lookups
     where shard = $1 and person_index = $2 and as_whom = 'guardian' and looker_index <> $3 and at > $4`,
    [shardOf(personIndex), personIndex, core.index.of('looker', key), new Date(core.clock.now() - YEAR_MS)],
  );
  return row?.others ?? 0;
}
