import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { isShownOutlet, outletByCode } from '../outlets/index.ts';

export interface Staff {
  readonly staffNo: string;
  readonly name: string;
  readonly outletName: string;
  readonly agentCode: string | null;
}

interface StaffRow {
  staff_no: string;
  person_sealed: Buffer;
  outlet_code: string | null;
  /** Of those kept before there was a list of outlets. */
  outlet_name: string | null;
  agent_code: string | null;
  is_active: boolean;
}

interface StaffPerson {
  readonly name: string;
  readonly phone: string;
}

const SEAL = 'assisting-staff';
const COLUMNS = 'staff_no, person_sealed, outlet_code, outlet_name, agent_code, is_active';

type StaffCore = Pick<Core, 'database' | 'vault' | 'index' | 'clock'>;
/** The same, and the statement's connection: a transaction's, where something else is written with it. */
type WithinCore = Pick<Core, 'vault' | 'index' | 'clock'> & { readonly database: { readonly query: Query } };

interface FoundRow extends StaffRow {
  readonly listed_name: string | null;
  readonly city_code: string | null;
  readonly outlet_agent_code: string | null;
}

/** The staff member whose phone this login was made with; null for residents and for those who left. */
export async function staffOfUser(core: StaffCore, user: SessionUser): Promise<Staff | null> {
  const [row] = await core.database.query<StaffRow>(
    `select ${COLUMNS} from assisting_staff where phone_index = $1 and is_active`,
    [user.phoneIndex],
  );
  return row ? opened(core, row) : null;
}

/** Staff by number, also those who left: their name stays with what they did. */
export async function staffByNo(core: StaffCore, staffNo: string): Promise<Staff | null> {
  const [row] = await core.database.query<StaffRow>(`select ${COLUMNS} from assisting_staff where staff_no = $1`, [
    staffNo,
  ]);
  return row ? opened(core, row) : null;
}

/** The outlet's name and, where the person has none, its agent code are those of the list of outlets. */
async function opened(core: StaffCore, row: StaffRow): Promise<Staff> {
  const outlet = row.outlet_code === null ? null : await outletByCode(core.database.query, row.outlet_code);
  return {
    staffNo: row.staff_no,
    name: core.vault.openJson<StaffPerson>(SEAL, row.person_sealed).name,
    outletName: outlet?.name ?? row.outlet_name ?? '',
    agentCode: row.agent_code ?? outlet?.agentCode ?? null,
  };
}

export interface StaffEntry extends StaffPerson {
  readonly staffNo: string;
  /** Of the list of outlets. */
  readonly outletCode: string;
  /** The person's own; null: the outlet's counts. */
  readonly agentCode: string | null;
  readonly isActive: boolean;
}

/** What is kept of one, beside their outlet as the list has it. */
export interface KeptStaff extends Staff, StaffPerson {
  readonly outletCode: string | null;
  readonly cityCode: string | null;
  readonly ownAgentCode: string | null;
  readonly isActive: boolean;
}

export interface StaffSearch {
  /** Outlets of these cities; null: all, also those of no city. */
  readonly cities: readonly string[] | null;
  readonly staffNo?: string;
  /** A person's number or an outlet's. */
  readonly number?: string;
  /** Behind this number. */
  readonly after?: string;
  readonly limit: number;
}

/** Those who help at outlets, by their number. */
export async function findStaff(
  core: Pick<WithinCore, 'database' | 'vault'>,
  search: StaffSearch,
): Promise<KeptStaff[]> {
  const { cities, staffNo = null, number = null, after = null, limit } = search;
  const rows = await core.database.query<FoundRow>(
    `select s.staff_no, s.person_sealed, s.outlet_code, s.outlet_name, s.agent_code, s.is_active, o.name as listed_name,
       o.city_code, o.agent_code as outlet_agent_code
     from assisting_staff s left join lateral (
       select name, city_code, agent_code from outlets where code = s.outlet_code
       order by version = (select version from outlet_choice) desc, version desc limit 1) o on true
     where ($1::text[] is null or o.city_code = any($1)) and ($2::text is null or s.staff_no = $2)
       and ($3::text is null or s.staff_no = $3 or s.outlet_code = $3) and ($4::text is null or s.staff_no > $4)
     order by s.staff_no limit $5`,
    [cities, staffNo, number, after, limit],
  );
  return rows.map((row) => ({
    ...core.vault.openJson<StaffPerson>(SEAL, row.person_sealed),
    ...{ staffNo: row.staff_no, outletCode: row.outlet_code, cityCode: row.city_code, isActive: row.is_active },
    outletName: row.listed_name ?? row.outlet_name ?? '',
    ...{ ownAgentCode: row.agent_code, agentCode: row.agent_code ?? row.outlet_agent_code },
  }));
}

/** Adds or changes one; what is wrong where another number has this phone, or no outlet this code. */
export async function keepStaff(core: WithinCore, entry: StaffEntry): Promise<'kept' | 'phone-taken' | 'no-outlet'> {
  const { query } = core.database;
  // Whoever leaves may leave an outlet that is gone.
  const outlet = entry.isActive
    ? await isShownOutlet(query, entry.outletCode)
    : (await outletByCode(query, entry.outletCode)) !== null;
  if (!outlet) return 'no-outlet';
  const rows = await query(
    `insert into assisting_staff (staff_no, phone_index, person_sealed, outlet_code, agent_code, is_active, created_at,
       updated_at)
     select $1, $2, $3, $4, $5, $6, $7, $7
     where not exists (select 1 from assisting_staff where phone_index = $2 and staff_no <> $1)
     on conflict (staff_no) do update set phone_index = excluded.phone_index, person_sealed = excluded.person_sealed,
       outlet_code = excluded.outlet_code, outlet_name = null, agent_code = excluded.agent_code,
       is_active = excluded.is_active, updated_at = excluded.updated_at
     returning 1 as kept`,
    [
      entry.staffNo,
      core.index.phone(entry.phone),
      core.vault.sealJson(SEAL, { name: entry.name, phone: entry.phone }),
      entry.outletCode,
      entry.agentCode,
      entry.isActive,
      new Date(core.clock.now()),
    ],
  );
  return rows.length > 0 ? 'kept' : 'phone-taken';
}
