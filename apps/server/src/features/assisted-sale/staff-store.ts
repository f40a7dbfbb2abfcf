import type { Core } from '../../core.ts';
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

/** All of them, for operators; phones whole. */
export async function listStaff(core: StaffCore) {
  const rows = await core.database.query<StaffRow>(`select ${COLUMNS} from assisting_staff order by staff_no`);
  return Promise.all(
    rows.map(async (row) => ({
      ...core.vault.openJson<StaffPerson>(SEAL, row.person_sealed),
      ...(await opened(core, row)),
      outletCode: row.outlet_code,
      isActive: row.is_active,
    })),
  );
}

/** Adds or changes one; what is wrong where another number has this phone, or no outlet this code. */
export async function keepStaff(core: StaffCore, entry: StaffEntry): Promise<'kept' | 'phone-taken' | 'no-outlet'> {
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
