import type { Query } from '../../db/database.ts';

/** What a sealed token can be made for: one partner's page. */
export interface TokenPurpose {
  readonly purpose: string;
  readonly name: string;
  readonly url: string;
  readonly lifeSeconds: number;
  readonly isActive: boolean;
}

/** Who changed it last, and when. */
interface Changed {
  readonly changedBy: string;
  readonly changedAtMs: number;
}

const COLUMNS = `purpose, name, url, life_seconds as "lifeSeconds", is_active as "isActive",
  changed_by as "changedBy", changed_at as "changedAtMs"`;

export async function tokenPurposes(query: Query): Promise<(TokenPurpose & Changed)[]> {
  return query<TokenPurpose & Changed>(`select ${COLUMNS} from token_purposes order by purpose`);
}

export async function tokenPurpose(query: Query, purpose: string): Promise<TokenPurpose | null> {
  const [row] = await query<TokenPurpose & object>(`select ${COLUMNS} from token_purposes where purpose = $1`, [
    purpose,
  ]);
  return row ?? null;
}

export async function keepTokenPurpose(query: Query, kept: TokenPurpose, by: string, at: Date): Promise<void> {
  await query(
    `insert into token_purposes (purpose, name, url, life_seconds, is_active, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (purpose) do update set name = excluded.name, url = excluded.url,
       life_seconds = excluded.life_seconds, is_active = excluded.is_active, changed_by = excluded.changed_by,
       changed_at = excluded.changed_at`,
    [kept.purpose, kept.name, kept.url, kept.lifeSeconds, kept.isActive, by, at],
  );
}
