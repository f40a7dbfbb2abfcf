import type { Shop } from './shop.ts';

/** The sale of an edition stands still, everywhere or in one city, as if operators had stopped it. Answers what lets it go on. */
export async function stopSale(shop: Shop, edition: string, city: string | null = null): Promise<() => Promise<void>> {
  const change = async (text: string, values: unknown[]) => {
    await shop.servers[0]?.deps.database.query(text, values);
    await Promise.all(shop.servers.map(({ deps }) => deps.editions.refresh()));
  };
  await change(
    `insert into sale_pauses (edition_code, city, reason, resident_text, begun_at, begun_by)
     values ($1, $2, '通道故障', '系统维护', now(), 1)`,
    [edition, city],
  );
  return () =>
    change(
      `update sale_pauses set ended_at = now(), ended_by = 2, end_reason = '修好了'
       where edition_code = $1 and city is not distinct from $2 and ended_at is null`,
      [edition, city],
    );
}
