import { type GroupEvent, type GroupStatus, nextGroupStatus } from '@huimin/domain/group';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';

/** What is known of a company and its contact person; sealed. */
export interface GroupDetails {
  readonly companyName: string;
  readonly creditCode: string;
  readonly contactName: string;
  readonly phone: string;
  readonly invoiceTitle: string;
  readonly remark: string;
}

export interface GroupManager {
  readonly name: string;
  readonly company: string;
  readonly staffNo: string;
}

export interface GroupRow {
  shard: number;
  id: bigint;
  edition_code: string;
  plan_code: string;
  company_index: Buffer;
  contact_index: Buffer;
  details_sealed: Buffer;
  region_code: string;
  head_count: number;
  agent_code: string | null;
  status: GroupStatus;
  roster_until: string | null;
  manager: GroupManager | null;
  invoice: { number: string; day: string } | null;
  created_at: number;
}

export const GROUP_COLUMNS = `shard, id, edition_code, plan_code, company_index, contact_index, details_sealed, region_code, head_count,
  agent_code, status, roster_until, manager, invoice, created_at`;
const SEAL = 'group';

export function groupDetails(core: Pick<Core, 'vault'>, row: Pick<GroupRow, 'details_sealed'>): GroupDetails {
  return core.vault.openJson<GroupDetails>(SEAL, row.details_sealed);
}

export function sealGroup(core: Pick<Core, 'vault'>, details: GroupDetails): Buffer {
  return core.vault.sealJson(SEAL, details);
}

/** A company's groups lie in the bucket of the company: there it is found again, whoever asks for it. */
export function companyIndexOf(core: Pick<Core, 'index'>, creditCode: string): Buffer {
  return core.index.of('company', creditCode);
}

export interface NewGroup {
  readonly id: bigint;
  readonly editionCode: string;
  readonly planCode: string;
  readonly companyIndex: Buffer;
  readonly contactIndex: Buffer;
  readonly detailsSealed: Buffer;
  readonly regionCode: string;
  readonly headCount: number;
  readonly agentCode: string | null;
  readonly nowMs: number;
}

/** Null where the company has one of this edition already. */
export async function insertGroup(query: Query, group: NewGroup): Promise<GroupRow | null> {
  const [row] = await query<GroupRow>(
    `insert into groups (shard, id, edition_code, plan_code, company_index, contact_index, details_sealed, region_code,
       head_count, agent_code, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'submitted', $11) on conflict do nothing returning ${GROUP_COLUMNS}`,
    [
      shardOfOrder(group.id),
      group.id,
      group.editionCode,
      group.planCode,
      group.companyIndex,
      group.contactIndex,
      group.detailsSealed,
      group.regionCode,
      group.headCount,
      group.agentCode,
      new Date(group.nowMs),
    ],
  );
  return row ?? null;
}

export async function openGroupOfCompany(
  query: Query,
  editionCode: string,
  companyIndex: Buffer,
): Promise<GroupRow | null> {
  const [row] = await query<GroupRow>(
    `select ${GROUP_COLUMNS} from groups where shard = $1 and edition_code = $2 and company_index = $3 and status <> 'closed'`,
    [companyIndex[0], editionCode, companyIndex],
  );
  return row ?? null;
}

/** Any group by its id, for operators and jobs; never for an answer to a resident. */
export async function groupById(query: Query, id: bigint): Promise<GroupRow | null> {
  const [row] = await query<GroupRow>(`select ${GROUP_COLUMNS} from groups where shard = $1 and id = $2`, [
    shardOfOrder(id),
    id,
  ]);
  return row ?? null;
}

/** The one place that looks a group up for a resident: only its contact person finds it. */
export async function groupOfContact(query: Query, contactIndex: Buffer, id: bigint): Promise<GroupRow | null> {
  const group = await groupById(query, id);
  return group?.contact_index.equals(contactIndex) ? group : null;
}

export async function groupsOfContact(query: Query, contactIndex: Buffer): Promise<GroupRow[]> {
  return query<GroupRow>(`select ${GROUP_COLUMNS} from groups where contact_index = $1 order by id desc limit 50`, [
    contactIndex,
  ]);
}

/** Holds a group until the transaction ends: its list, bills and money change one after the other. */
export async function lockGroup(query: Query, id: bigint): Promise<GroupRow | null> {
  const [row] = await query<GroupRow>(`select ${GROUP_COLUMNS} from groups where shard = $1 and id = $2 for update`, [
    shardOfOrder(id),
    id,
  ]);
  return row ?? null;
}

interface Word {
  readonly actor: string;
  readonly note?: string;
  /** What the contact person is told by message. */
  readonly news?: string;
  readonly nowMs: number;
}

export interface GroupWord extends Word {
  readonly event: GroupEvent;
}

/** Moves a held group on by the table, and writes it down; null where that is not allowed any more. */
export async function moveGroup(
  core: Pick<Core, 'orderIds'>,
  query: Query,
  group: Pick<GroupRow, 'shard' | 'id' | 'status'>,
  word: GroupWord,
): Promise<GroupRow | null> {
  const status = nextGroupStatus(group.status, word.event);
  if (status === null) return null;
  const [row] = await query<GroupRow>(
    `update groups set status = $3 where shard = $1 and id = $2 and status = $4 returning ${GROUP_COLUMNS}`,
    [group.shard, group.id, status, group.status],
  );
  if (row) await noteGroup(core, query, group, { ...word, kind: status });
  return row ?? null;
}

export interface GroupNote extends Word {
  readonly kind: string;
}

export async function noteGroup(
  core: Pick<Core, 'orderIds'>,
  query: Query,
  group: Pick<GroupRow, 'shard' | 'id'>,
  { kind, actor, note, news, nowMs }: GroupNote,
): Promise<void> {
  await query(
    `insert into group_events (shard, group_id, id, kind, actor, note, at, news) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [group.shard, group.id, core.orderIds.next(group.shard), kind, actor, note ?? null, new Date(nowMs), news ?? null],
  );
}

export interface GroupEventRow {
  kind: string;
  actor: string;
  note: string | null;
  at: number;
}

export async function eventsOfGroup(query: Query, group: Pick<GroupRow, 'shard' | 'id'>): Promise<GroupEventRow[]> {
  return query<GroupEventRow>(
    'select kind, actor, note, at from group_events where shard = $1 and group_id = $2 order by id limit 500',
    [group.shard, group.id],
  );
}

/** What an operator puts down about a group. */
export async function changeGroup(
  query: Query,
  group: Pick<GroupRow, 'shard' | 'id'>,
  change: {
    readonly rosterUntil?: string;
    readonly manager?: GroupManager;
    readonly invoice?: { number: string; day: string };
    readonly contact?: { readonly index: Buffer; readonly detailsSealed: Buffer };
  },
): Promise<void> {
  await query(
    `update groups set roster_until = coalesce($3::date, roster_until), manager = coalesce($4::jsonb, manager),
       invoice = coalesce($5::jsonb, invoice), contact_index = coalesce($6, contact_index),
       details_sealed = coalesce($7, details_sealed)
     where shard = $1 and id = $2`,
    [
      group.shard,
      group.id,
      change.rosterUntil ?? null,
      change.manager ? JSON.stringify(change.manager) : null,
      change.invoice ? JSON.stringify(change.invoice) : null,
      change.contact?.index ?? null,
      change.contact?.detailsSealed ?? null,
    ],
  );
}
