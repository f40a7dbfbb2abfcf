import type { Query } from '../../db/database.ts';

export interface TemplateRow {
  kind: string;
  version: number;
  registered_id: string;
  body: string;
  asked_by: number;
  approved_by: number | null;
  approved_at: number;
}

/** Every version of a gateway's templates, the newest of each kind first. */
export async function templatesOf(query: Query, gateway: string): Promise<TemplateRow[]> {
  return query<TemplateRow>(
    `select kind, version, registered_id, body, asked_by, approved_by, approved_at from text_templates
     where gateway = $1 order by kind, version desc`,
    [gateway],
  );
}

export async function newestTemplates(query: Query, gateway: string): Promise<Map<string, TemplateRow>> {
  const newest = new Map<string, TemplateRow>();
  for (const row of await templatesOf(query, gateway)) if (!newest.has(row.kind)) newest.set(row.kind, row);
  return newest;
}

/** What a kind says now; null where nobody has changed it. */
export async function newestBody(query: Query, kind: string, gateway: string): Promise<string | null> {
  const [row] = await query<{ body: string }>(
    `select body from text_templates where kind = $1 and gateway = $2 order by version desc limit 1`,
    [kind, gateway],
  );
  return row?.body ?? null;
}

export interface NewTemplate {
  readonly kind: string;
  readonly gateway: string;
  readonly registeredId: string;
  readonly body: string;
  readonly askedBy: number;
  readonly approvedBy: number | null;
  readonly nowMs: number;
}

export async function addTemplate(query: Query, one: NewTemplate): Promise<void> {
  await query(
    `insert into text_templates (kind, gateway, version, registered_id, body, asked_by, approved_by, approved_at)
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6, $7 from text_templates where kind = $1 and gateway = $2`,
    [one.kind, one.gateway, one.registeredId, one.body, one.askedBy, one.approvedBy, new Date(one.nowMs)],
  );
}
