import type { Outlet, OutletChannel, OutletService } from '@huimin/domain/outlet';
import type { Database, Query } from '../../db/database.ts';

export interface OutletList {
  version: number;
  fileName: string;
  sha256: string;
  givenBy: string;
  givenAtMs: number;
  outletCount: number;
  /** Why it was given; null where nobody was asked. */
  reason: string | null;
  /** Whether residents see it. */
  isShown: boolean;
}

const LISTS = `select l.version, l.file_name as "fileName", l.sha256, l.given_by as "givenBy", l.given_at as "givenAtMs",
    l.outlet_count as "outletCount", l.reason, c.version is not null as "isShown"
  from outlet_lists l left join outlet_choice c on c.version = l.version`;

/** Newest first. */
export async function outletLists(query: Query, limit: number): Promise<OutletList[]> {
  return query<OutletList>(`${LISTS} order by l.version desc limit $1`, [limit]);
}

/** Which list residents see; null while there is none. */
export async function shownVersion(query: Query): Promise<number | null> {
  const [row] = await query<{ version: number }>('select version from outlet_choice');
  return row?.version ?? null;
}

/** The list that residents see; null while there is none. */
export async function shownOutletList(query: Query): Promise<OutletList | null> {
  const [row] = await query<OutletList>(`${LISTS} where c.version is not null`);
  return row ?? null;
}

export interface NewList {
  readonly fileName: string;
  readonly sha256: string;
  readonly by: string;
  readonly nowMs: number;
  readonly outlets: readonly Outlet[];
  readonly reason?: string;
}

/** Keeps a list and shows it, all at once or not at all. Answers its version. */
export async function addList(database: Database, list: NewList): Promise<number> {
  return database.transaction((query) => addListInside(query, list));
}

/** The same in the caller's transaction. */
export async function addListInside(query: Query, list: NewList): Promise<number> {
  const { fileName, sha256, by, nowMs, outlets, reason = null } = list;
  // One at a time: versions follow one another.
  await query('lock table outlet_lists in exclusive mode');
  const [next] = await query<{ version: number }>(
    `insert into outlet_lists (version, file_name, sha256, given_by, given_at, outlet_count, reason)
     select coalesce(max(version), 0) + 1, $1, $2, $3, $4, $5, $6 from outlet_lists returning version`,
    [fileName, sha256, by, new Date(nowMs), outlets.length, reason],
  );
  const version = next?.version as number;
  await query(
    `insert into outlets (version, code, organisation, name, city_code, district, address, longitude, latitude, phone,
       hours, services, channels, agent_code, position)
     select $1, o.code, o.organisation, o.name, o."cityCode", o.district, o.address, o.longitude, o.latitude, o.phone,
       o.hours, o.services, o.channels, o."agentCode", row_number() over ()
     from jsonb_to_recordset($2::jsonb) as o(code text, organisation text, name text, "cityCode" text, district text,
       address text, longitude double precision, latitude double precision, phone text, hours text, services text[],
       channels text[], "agentCode" text)`,
    [version, JSON.stringify(outlets)],
  );
  await show(query, version, by, nowMs);
  return version;
}

async function show(query: Query, version: number, by: string, nowMs: number): Promise<void> {
  await query(
    `insert into outlet_choice (version) values ($1) on conflict (only_row) do update set version = excluded.version`,
    [version],
  );
  await query(`insert into outlet_choices (version, chosen_by, chosen_at) values ($1, $2, $3) on conflict do nothing`, [
    version,
    by,
    new Date(nowMs),
  ]);
}

/** The same in the caller's transaction. */
export async function showListInside(query: Query, version: number, by: string, nowMs: number): Promise<boolean> {
  const known = await query('select 1 as found from outlet_lists where version = $1 for share', [version]);
  if (known.length === 0) return false;
  await show(query, version, by, nowMs);
  return true;
}

interface OutletRow {
  code: string;
  organisation: string;
  name: string;
  cityCode: string;
  district: string;
  address: string;
  longitude: number | null;
  latitude: number | null;
  phone: string;
  hours: string;
  services: OutletService[];
  channels: OutletChannel[];
  agentCode: string | null;
}

const COLUMNS = `code, organisation, name, city_code as "cityCode", district, address, longitude, latitude, phone, hours,
  services, channels, agent_code as "agentCode"`;

/** A list's outlets in the order of its file. */
export async function outletsOfList(query: Query, version: number): Promise<Outlet[]> {
  return query<OutletRow>(`select ${COLUMNS} from outlets where version = $1 order by position`, [version]);
}

/** An outlet as the list that is shown has it, else as the newest list that knew it: who works there keeps its name. */
export async function outletByCode(query: Query, code: string): Promise<Outlet | null> {
  const [row] = await query<OutletRow>(
    `select ${COLUMNS} from outlets where code = $1
     order by version = (select version from outlet_choice) desc, version desc limit 1`,
    [code],
  );
  return row ?? null;
}

/** Whether an outlet stands in the list that is shown. */
export async function isShownOutlet(query: Query, code: string): Promise<boolean> {
  const rows = await query(
    'select 1 as found from outlets o join outlet_choice c on c.version = o.version where o.code = $1',
    [code],
  );
  return rows.length > 0;
}
