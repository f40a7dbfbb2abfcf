import type { Query } from '../../db/database.ts';

/** Which of an edition's plans companies have been put down for that still go on, a sentence each. */
export async function plansNeeded(
  query: Query,
  edition: string,
  plans: readonly { readonly code: string; readonly name: string }[],
): Promise<string[]> {
  if (plans.length === 0) return [];
  const rows = await query<{ plan_code: string; companies: number }>(
    `select plan_code, count(*)::int as companies from groups
     where edition_code = $1 and plan_code = any($2) and status <> 'closed' group by plan_code`,
    [edition, plans.map(({ code }) => code)],
  );
  return plans.flatMap(({ code, name }) => {
    const used = rows.find((row) => row.plan_code === code);
    return used ? [`有 ${used.companies} 家单位登记了“${name}”（在“团体参保”里），不能删`] : [];
  });
}
