import { beijingDate } from '@huimin/domain/date';
import { isAgentCode } from '@huimin/domain/share';
import type { Query } from '../../db/database.ts';

/**
 * Who an order may be put down to: nobody who is stopped, or whose institution is, or whose registration ran out. A code that
 * nobody registered counts, and is shown as that in the reports.
 */
export async function whoMayBring(
  query: Query,
  codes: readonly (string | null | undefined)[],
  nowMs: number,
): Promise<(code: string) => boolean> {
  const asked = codes.filter(isAgentCode);
  if (asked.length === 0) return () => true;
  const barred = await query<{ code: string }>(
    `select c.code from sale_channels c left join sale_channels p on p.code = c.parent_code
     where c.code = any ($1::text[])
       and (c.is_stopped or coalesce(p.is_stopped, false) or coalesce(c.licence_until < $2::date, false))`,
    [asked, beijingDate(nowMs)],
  );
  return (code) => barred.every((one) => one.code !== code);
}
