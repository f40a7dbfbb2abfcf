import { isOnSale, pauseOfRegion, pauseSentence, type SalePause } from '@huimin/domain/product';
import { inParallel } from '../../coordination/in-parallel.ts';
import type { Query } from '../../db/database.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { raiseAlert } from '../payment/index.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, lockGroup, noteGroup } from './group-store.ts';

const PER_ROUND = 50;
const WIDTH = 2;

type Of = Pick<GroupRow, 'shard' | 'id'>;

export interface StandingPeople {
  /** Why nothing is sold where they live. */
  readonly text: string;
  readonly people: number;
}

/** Who has agreed and cannot be billed now, by what stands still. */
export async function standingPeople(
  query: Query,
  group: Of,
  edition: Pick<LoadedEdition, 'pauses'> | null,
): Promise<StandingPeople[]> {
  const pauses = edition?.pauses ?? [];
  if (pauses.length === 0) return [];
  const rows = await peopleByRegion(query, group, `status = 'confirmed'`);
  return pauses.flatMap((pause) => {
    const people = sum(rows.filter(({ region }) => pauseOfRegion(pauses, region) === pause));
    return people === 0 ? [] : [{ text: pauseSentence(pause), people }];
  });
}

/** Marks whom the next bill leaves out, and nobody else; answers how many they are. */
export async function leaveOut(query: Query, group: Of, pauses: readonly SalePause[], nowMs: number): Promise<number> {
  const cities = pauses.flatMap(({ city }) => city?.slice(0, 4) ?? []);
  const rows = await query<{ left_out_at: number | null }>(
    `update group_people
     set left_out_at = case when left(region_code, 4) = any($3::text[]) then coalesce(left_out_at, $4) end
     where shard = $1 and group_id = $2 and status = 'confirmed'
       and (left_out_at is not null or left(region_code, 4) = any($3::text[]))
     returning left_out_at`,
    [group.shard, group.id, cities, new Date(nowMs)],
  );
  return rows.filter((row) => row.left_out_at !== null).length;
}

/**
 * Tells a company, and operators, that people whom a bill left out can be billed now; or, where the sale ended before their city
 * went on, that they are not insured. Nobody is billed by itself. Answers how many companies were told.
 */
export async function tellOfLeftOut(deps: GroupDependencies): Promise<number> {
  const groups = await deps.database.query<{ id: bigint }>(
    `select distinct g.id from group_people d join groups g on g.shard = d.shard and g.id = d.group_id
     where d.left_out_at is not null order by g.id limit $1`,
    [PER_ROUND],
  );
  let told = 0;
  await inParallel(
    groups,
    WIDTH,
    async ({ id }) => {
      if (await tellOne(deps, id)) told += 1;
    },
    (group, error) => deps.log.error({ group: String(group.id), problem: String(error) }, 'company not told'),
  );
  return told;
}

function tellOne(deps: GroupDependencies, groupId: bigint): Promise<boolean> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    const edition = group && deps.editions.edition(group.edition_code);
    if (!group || !edition) return false;
    const nowMs = deps.clock.now();
    const isSelling = isOnSale(edition.document, nowMs);
    const rows = await peopleByRegion(query, group, 'left_out_at is not null');
    const over = rows.filter(({ region }) => !isSelling || pauseOfRegion(edition.pauses, region) === null);
    if (over.length === 0) return false;
    const cleared = await query<{ status: string }>(
      `update group_people set left_out_at = null
       where shard = $1 and group_id = $2 and left_out_at is not null and region_code = any($3) returning status`,
      [group.shard, group.id, over.map(({ region }) => region)],
    );
    const people = cleared.filter(({ status }) => status === 'confirmed').length;
    if (people === 0 || group.status === 'closed') return false;
    const news = isSelling
      ? `恢复参保了，上次没算进账单的 ${people} 人可以补办，工作人员会联系您`
      : `参保期结束了，${people} 人因所在城市暂停参保没有参保，也没有收费`;
    const kind = isSelling ? 'left-out-goes-on' : 'left-out-for-good';
    await noteGroup(deps, query, group, { kind, actor: '系统', note: `${people} 人`, news, nowMs });
    if (isSelling) {
      // A city may stand still more than once.
      const about = { kind: 'group-left-out', subject: `${group.id} ${nowMs}`, orderId: null, shard: null } as const;
      await raiseAlert(query, { ...about, details: { groupNo: deps.numbers.groupNo(group.id) } }, nowMs);
    }
    return true;
  });
}

async function peopleByRegion(query: Query, group: Of, who: string): Promise<{ region: string; people: number }[]> {
  return query(
    `select region_code as region, count(*)::integer as people from group_people
     where shard = $1 and group_id = $2 and region_code is not null and ${who} group by region_code`,
    [group.shard, group.id],
  );
}

function sum(rows: readonly { people: number }[]): number {
  return rows.reduce((total, { people }) => total + people, 0);
}
