import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../packages/testing/src/test-postgres.ts';
import { openShop } from '../tests/integration/shop.ts';
import { bytesOf, listenTo } from './recording-bytes.ts';
import { buyAsAPerson } from './recording-purchase.ts';
import { sampleOf } from './recording-sample.ts';
import { openBrowser } from './web-browser.ts';

/**
 * What the record of a purchase weighs, counted where the server takes it in. The same purchase at the pace of a person, with
 * and without the string table in turns. Options: --rounds N (1), --pace N (1, a practised hand; 3 takes three times as long),
 * --keep FOLDER for the batches as they came, --sample to write anew what builds make their reference of.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    pace: { type: 'string', default: '1' },
    keep: { type: 'string' },
    sample: { type: 'boolean', default: false },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const stopPostgres = await startTestPostgres();
// The machine's own time, which the browser sees in the Date header.
const clock = { now: () => Date.now(), advance: () => {}, set: () => {} };
const shop = await openShop({ clock });
const server = shop.servers[0]?.built.fastify.server;
if (!server) throw new Error('there is no server');
const received = listenTo(server);
const browser = await openBrowser(process.env.CHROMIUM_PATH ?? '');
try {
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const withTable of [true, false]) {
      const batches = received.begin();
      const person = 40 + 4 * round + (withTable ? 0 : 2);
      const { events, ms } = await buyAsAPerson(browser, shop, person, { withTable, pace: Number(options.pace) });
      const name = withTable ? 'with the table' : 'without a table';
      const bytes = bytesOf(batches, events);
      const minutes = ms / 60_000;
      const perMinute = (count: number) => `${(count / minutes / 1000).toFixed(1)} kB/min`;
      print(
        `${name}: ${(ms / 1000).toFixed(0)} s, ${batches.length} requests, ${events.length} batches; ` +
          `bodies ${perMinute(bytes.bodies)}, of them uncompressed ${perMinute(bytes.plain)}, with headers ${perMinute(bytes.wire)}, gzip of the events ${perMinute(bytes.gzip)}, raw ${perMinute(bytes.raw)}`,
      );
      if (options.sample && withTable) {
        const tables = join(import.meta.dirname, '..', 'apps', 'storefront', 'dist', 'client', 'evidence', 'tables');
        const table = JSON.parse(readFileSync(join(tables, `${events[0]?.tbl}.json`), 'utf8'));
        writeFileSync(join(tables, '..', '..', '..', '..', 'vite', 'recorded-sale.txt'), sampleOf(events, table));
      }
      if (options.keep) {
        mkdirSync(options.keep, { recursive: true });
        writeFileSync(join(options.keep, `${withTable ? 'with' : 'without'}-${round}.json`), JSON.stringify(events));
      }
    }
  }
} finally {
  await browser.close();
  await shop.close();
  await stopPostgres();
}
