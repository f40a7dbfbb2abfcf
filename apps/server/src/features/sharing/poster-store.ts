import type { Query } from '../../db/database.ts';

/** What stands behind the name of a poster. */
export interface PosterRow {
  name: string;
  content_id: string;
  version: number;
  landing_url: string;
}

export async function keepPoster(query: Query, poster: PosterRow, at: Date): Promise<void> {
  await query(
    `insert into posters (name, content_id, version, landing_url, made_at, used_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (name) do update set used_at = excluded.used_at`,
    [poster.name, poster.content_id, poster.version, poster.landing_url, at],
  );
}

export async function posterByName(query: Query, name: string): Promise<PosterRow | null> {
  const rows = await query<PosterRow>(`select name, content_id, version, landing_url from posters where name = $1`, [
    name,
  ]);
  return rows[0] ?? null;
}

/** A drawn poster, noted as used; null when nobody has drawn it or it had to go. */
export async function drawnPoster(query: Query, name: string, at: Date): Promise<Buffer | null> {
  const rows = await query<{ png: Buffer }>(`update poster_pictures set used_at = $2 where name = $1 returning png`, [
    name,
    at,
  ]);
  return rows[0]?.png ?? null;
}

export async function keepDrawn(query: Query, name: string, png: Buffer, at: Date): Promise<void> {
  await query(
    `insert into poster_pictures (name, png, bytes, used_at) values ($1, $2, $3, $4)
     on conflict (name) do update set used_at = excluded.used_at`,
    [name, png, png.length, at],
  );
}

/** Keeps the pictures used last, up to so many bytes. Answers how many went. */
export async function boundDrawn(query: Query, mostBytes: number): Promise<number> {
  const rows = await query(
    `delete from poster_pictures where name in
       (select name from (select name, sum(bytes) over (order by used_at desc, name) as bytes from poster_pictures) p
        where p.bytes > $1)
     returning name`,
    [mostBytes],
  );
  return rows.length;
}

/** Forgets posters and steps of before. */
export async function forgetBefore(query: Query, posters: Date, stepsDay: string): Promise<void> {
  await query(`delete from posters where used_at < $1`, [posters]);
  await query(`delete from share_steps where day < $1`, [stepsDay]);
}
