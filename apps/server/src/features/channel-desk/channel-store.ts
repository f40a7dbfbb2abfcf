import type { SaleChannelKind, SaleChannelStanding } from '@huimin/domain/share';
import type { Query } from '../../db/database.ts';

export interface ChannelRow {
  readonly code: string;
  readonly kind: SaleChannelKind;
  readonly parent_code: string | null;
  readonly name_sealed: Buffer;
  readonly parent_name_sealed: Buffer | null;
  readonly licence_no: string | null;
  readonly licence_until: string | null;
  /** It, or the institution that it works for. */
  readonly is_stopped: boolean;
  readonly own_stopped: boolean;
  readonly agents: number;
}

const ROW = `c.code, c.kind, c.parent_code, c.name_sealed, p.name_sealed as parent_name_sealed, c.licence_no,
  to_char(c.licence_until, 'YYYY-MM-DD') as licence_until, c.is_stopped or coalesce(p.is_stopped, false) as is_stopped,
  c.is_stopped as own_stopped, (select count(*)::integer from sale_channels a where a.parent_code = c.code) as agents`;
const FROM = `sale_channels c left join sale_channels p on p.code = c.parent_code`;
/** `$1`: the channels that somebody is limited to, null for all. */
const WITHIN = `($1::text[] is null or c.code = any ($1) or c.parent_code = any ($1))`;
const STANDING = `case when c.is_stopped or coalesce(p.is_stopped, false) then 'stopped'
  when c.licence_until < $2::date then 'expired' else 'active' end`;

export interface ChannelSearch {
  readonly kind?: SaleChannelKind | undefined;
  readonly standing?: SaleChannelStanding | undefined;
  readonly parentCode?: string | undefined;
  readonly number?: string | undefined;
  readonly after?: string | undefined;
}

type Channels = readonly string[] | null;

export function findChannels(query: Query, within: Channels, today: string, search: ChannelSearch, limit: number) {
  return query<ChannelRow>(
    `select ${ROW} from ${FROM}
     where ${WITHIN} and ($3::text is null or c.kind = $3) and ($4::text is null or ${STANDING} = $4)
       and ($5::text is null or c.parent_code = $5 or c.code = $5) and ($6::text is null or c.code = $6 or c.licence_no = $6)
       and ($7::text is null or c.code > $7)
     order by c.code limit $8`,
    [
      ...[within, today, search.kind ?? null, search.standing ?? null, search.parentCode ?? null],
      ...[search.number ?? null, search.after ?? null, limit],
    ],
  );
}

export async function channelOf(query: Query, code: string): Promise<ChannelRow | null> {
  const [row] = await query<ChannelRow>(`select ${ROW} from ${FROM} where c.code = $1`, [code]);
  return row ?? null;
}

/** All of some codes, and those that these work for. */
export function channelsByCode(query: Query, codes: readonly string[]): Promise<ChannelRow[]> {
  return query<ChannelRow>(
    `select ${ROW} from ${FROM}
     where c.code = any ($1::text[]) or c.code in (select a.parent_code from sale_channels a where a.code = any ($1::text[]))`,
    [codes],
  );
}

/** Institutions by their code; there are few of them. */
export function institutions(query: Query, within: Channels) {
  return query<Pick<ChannelRow, 'code' | 'name_sealed'>>(
    `select c.code, c.name_sealed from sale_channels c where ${WITHIN} and c.kind <> 'agent' order by c.code limit 1000`,
    [within],
  );
}

export interface ChannelCounts {
  readonly institutions: number;
  readonly agents: number;
  readonly stopped: number;
  readonly expired: number;
  readonly expiring: number;
}

export async function countChannels(query: Query, within: Channels, today: string, soon: string) {
  const [row] = await query<ChannelCounts>(
    `select count(*) filter (where s.kind <> 'agent')::integer as institutions,
       count(*) filter (where s.kind = 'agent')::integer as agents,
       count(*) filter (where s.standing = 'stopped')::integer as stopped,
       count(*) filter (where s.standing = 'expired')::integer as expired,
       count(*) filter (where s.standing = 'active' and s.licence_until <= $3::date)::integer as expiring
     from (select c.kind, c.licence_until, ${STANDING} as standing from ${FROM} where ${WITHIN}) s`,
    [within, today, soon],
  );
  return row as ChannelCounts;
}

interface Kept {
  readonly code: string;
  readonly kind: SaleChannelKind;
  readonly parentCode: string | null;
  readonly nameSealed: Buffer;
  readonly licenceNo: string | null;
  readonly licenceUntil: string | null;
  readonly nowMs: number;
}

/** Adds a channel, or writes over one of the same kind; false where there is one that it is not to replace. */
export async function writeChannel(query: Query, kept: Kept, isNew: boolean): Promise<boolean> {
  const values = [kept.code, kept.kind, kept.parentCode, kept.nameSealed, kept.licenceNo, kept.licenceUntil];
  const rows = isNew
    ? await query(
        `insert into sale_channels (code, kind, parent_code, name_sealed, licence_no, licence_until, changed_at)
         values ($1, $2, $3, $4, $5, $6::date, $7) on conflict do nothing returning 1 as kept`,
        [...values, new Date(kept.nowMs)],
      )
    : await query(
        `update sale_channels set parent_code = $3, name_sealed = $4, licence_no = $5, licence_until = $6::date,
           changed_at = $7 where code = $1 and kind = $2 returning 1 as kept`,
        [...values, new Date(kept.nowMs)],
      );
  return rows.length === 1;
}

export async function setStopped(query: Query, code: string, isStopped: boolean, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update sale_channels set is_stopped = $2, changed_at = $3 where code = $1 and is_stopped <> $2 returning 1 as done`,
    [code, isStopped, new Date(nowMs)],
  );
  return rows.length === 1;
}

export interface ChannelChange {
  readonly at: number;
  readonly by: string;
  readonly what: string;
  readonly reason: string;
}

export async function writeChange(query: Query, code: string, { at, by, what, reason }: ChannelChange): Promise<void> {
  await query(`insert into sale_channel_changes (code, at, by, what, reason) values ($1, $2, $3, $4, $5)`, [
    ...[code, new Date(at), by, what, reason],
  ]);
}

export function changesOf(query: Query, code: string): Promise<ChannelChange[]> {
  return query<ChannelChange>(
    `select at, by, what, reason from sale_channel_changes where code = $1 order by number desc limit 50`,
    [code],
  );
}
