import pg from 'pg';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { fillConsoleRows } from '../../bench/console-rows.ts';
import { copyIn } from '../../bench/copy-in.ts';
import { inventOrders, TABLES, type TableName } from '../../bench/invented-orders.ts';
import { openShop, type Shop } from './shop.ts';

export interface FilledShop {
  readonly shop: Shop;
  /** Straight to the shop's database. */
  readonly client: pg.Client;
  close(): Promise<void>;
}

/** A shop with the demonstration's staff, so many invented orders and what hangs on them: every list of the console has lines. */
export async function openFilledShop(orderCount: number): Promise<FilledShop> {
  const shop = await openShop({ jobs: false });
  const { deps } = shop.servers[0] as Shop['servers'][number];
  await seedStaffOfDemonstration(deps);
  const client = new pg.Client({ connectionString: shop.database.url });
  await client.connect();
  const documents = deps.editions.all().map(({ document }) => document);
  const invented = inventOrders({ ...deps, editions: documents, endMs: deps.clock.now() }, orderCount);
  const rows = invented.batch(0, orderCount);
  for (const table of Object.keys(TABLES) as TableName[]) await copyIn(client, table, TABLES[table], rows[table]);
  await fillConsoleRows(deps, shop.database.url, () => {});
  await shop.runJob('people');
  return {
    shop,
    client,
    async close() {
      await client.end();
      await shop.close();
    },
  };
}
