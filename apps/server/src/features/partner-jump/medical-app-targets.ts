import type { Query } from '../../db/database.ts';

/** What residents are offered in the medical-insurance app. */
export interface MedicalAppTarget {
  readonly source: string;
  readonly name: string;
  readonly note: string;
  readonly isActive: boolean;
}

/** Who changed it last, and when. */
interface Changed {
  readonly changedBy: string;
  readonly changedAtMs: number;
}

export async function medicalAppTargets(query: Query): Promise<(MedicalAppTarget & Changed)[]> {
  return query<MedicalAppTarget & Changed>(
    `select source, name, note, is_active as "isActive", changed_by as "changedBy", changed_at as "changedAtMs"
     from medical_app_targets order by source`,
  );
}

export async function keepMedicalAppTarget(query: Query, target: MedicalAppTarget, by: string, at: Date) {
  await query(
    `insert into medical_app_targets (source, name, note, is_active, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (source) do update set name = excluded.name, note = excluded.note, is_active = excluded.is_active,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [target.source, target.name, target.note, target.isActive, by, at],
  );
}
