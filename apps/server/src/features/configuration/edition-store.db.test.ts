import { createTestClock, type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demonstrationEdition } from '../../../seed/editions.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { createEditionStore, type EditionStore } from './index.ts';

let fresh: FreshDatabase;
let database: Database;
let editions: EditionStore;
const problems: unknown[] = [];
/** What was read of the editions is handed on when this resolves. */
let held: Promise<void> | null = null;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  editions = await createEditionStore({
    database: {
      ...database,
      async query(text, values) {
        const rows = await database.query(text, values);
        if (text.includes('from editions order by')) await held;
        return rows as never;
      },
    },
    clock: createTestClock(),
    log: { info() {}, warn() {}, error: (fields: object) => void problems.push(fields) },
    surroundings: {
      appId: 'wxtest',
      jsSdkUrl: '',
      idCardReading: false,
      paymentMethods: new Set(['wxpay']),
      withholding: true,
      bookings: true,
    },
  });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

async function publish(code: string, change: object): Promise<void> {
  const document = { ...demonstrationEdition(2026), editionCode: code, ...change };
  await database.query(
    `insert into editions (code, product_number, edition_year, is_default, config_version, document, updated_at)
     values ($1, 'p', 2027, false, 1, $2, $3)
     on conflict (code) do update set document = excluded.document, config_version = editions.config_version + 1`,
    [code, JSON.stringify(document), new Date(0)],
  );
  await editions.refresh();
}

test('a change that is not sound is told and does not replace what is on sale', async () => {
  await publish('good', {});
  await publish('good', { insureEnd: '31.12.2026' });
  expect(editions.edition('good')?.document.insureEnd).toBe('2026-12-31 23:59:59');
  expect(problems).toMatchObject([{ edition: 'good', problems: [{ path: 'insureEnd' }] }]);
  await publish('good', { insureEnd: '2026-11-30' });
  expect(editions.edition('good')?.document.insureEnd).toBe('2026-11-30');
});

test('a new edition whose shares do not add up is not sold at all', async () => {
  await publish('bad', { insuranceCompany: [{ name: '甲信', lead: true, sharePercent: 40 }] });
  expect(editions.edition('bad')).toBeNull();
  await publish('bad', { insuranceCompany: [{ name: '甲信' }] });
  expect(editions.edition('bad')?.code).toBe('bad');
});

test('what was read before a change does not come in place of what was read after it', async () => {
  await publish('late', { insureEnd: '2026-11-28' });
  let goOn = () => {};
  held = new Promise((resolve) => {
    goOn = resolve;
  });
  await database.query(`update editions set config_version = config_version + 1 where code = 'late'`);
  const ofBefore = editions.refresh();
  await new Promise((resolve) => setTimeout(resolve, 200));
  held = null;
  const changed = publish('late', { insureEnd: '2026-11-29' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  goOn();
  await Promise.all([ofBefore, changed]);
  expect(editions.edition('late')?.document.insureEnd).toBe('2026-11-29');
});
