import { readFile } from 'node:fs/promises';
import {
  type DictionaryCode,
  DOCUMENT_KEYS,
  type DocumentKey,
  PRODUCT_NUMBER,
  REQUIRED_DOCUMENT_KEYS,
} from '@huimin/contract';
import { COMPLAINT_CATEGORIES } from '@huimin/domain/complaint';
import { beijingDate } from '@huimin/domain/date';
import { CHANGE_REASONS } from '@huimin/domain/endorsement';
import { ID_TYPES, MEDICAL_TYPES } from '@huimin/domain/person';
import { REFUND_REASONS } from '@huimin/domain/refund';
import { CITIES, SUZHOU_DISTRICTS, WITHDRAWN_DISTRICTS } from '@huimin/domain/region';
import type { Database } from '../src/db/database.ts';
import { publishRules } from '../src/features/claims/index.ts';
import { type EditionDocument, parseDocumentText } from '../src/features/configuration/index.ts';
import { outletLists, takeOutletFile } from '../src/features/outlets/index.ts';
import { firstRules } from './adjustment-rules.ts';
import {
  demonstrationComingEdition,
  demonstrationEdition,
  demonstrationPlansEdition,
  js25Edition,
  js26Edition,
} from './editions.ts';

const SEX_LABELS = { m: '男', f: '女' };
const RELATIONSHIP_LABELS = { '00': '本人', '01': '配偶', '02': '父母', '03': '子女', '05': '其他' };

export interface SeedOptions {
  readonly database: Database;
  readonly nowMs: number;
  /** The demonstration edition becomes the default one; never in production. */
  readonly demonstration: boolean;
}

/** Puts in what is missing; what an operator has changed since stays as it is. */
export async function seed(options: SeedOptions): Promise<void> {
  const year = Number(beijingDate(options.nowMs).slice(0, 4));
  const current = js26Edition();
  const demonstrated = demonstrationEdition(year);
  const editions = [js25Edition(), current];
  if (options.demonstration) {
    editions.push(demonstrated, demonstrationPlansEdition(year), demonstrationComingEdition(year));
  }
  const first = options.demonstration ? demonstrated : current;
  for (const edition of editions) await seedEdition(options, edition, edition === first);
  const documents = await firstDocuments();
  await seedDocuments(options, editions, documents);
  if (options.demonstration) await seedOutlets(options);
  await seedDictionaries(options.database, documents);
}

async function seedEdition(options: SeedOptions, document: EditionDocument, isDefault: boolean): Promise<void> {
  const { database } = options;
  const now = new Date(options.nowMs);
  const inserted = await database.query(
    `insert into editions (code, product_number, edition_year, is_default, config_version, document, updated_at)
     values ($1, $2, $3, false, 1, $4, $5) on conflict (code) do nothing returning code`,
    [document.editionCode, PRODUCT_NUMBER, document.editionYear, JSON.stringify(document), now],
  );
  if (isDefault && inserted.length > 0) {
    await database.query(`update editions set is_default = (code = $1)`, [document.editionCode]);
  }
  // Nothing where a version is published already.
  const publication = { by: '首次启动', reason: '按版本的责任生成', atMs: options.nowMs };
  await publishRules(database.query, firstRules(document), publication);
}

type ParsedDocument = ReturnType<typeof parseDocumentText>;

/** The documents as they are published first. */
async function firstDocuments(): Promise<ReadonlyMap<DocumentKey, ParsedDocument>> {
  const read = async (key: DocumentKey) => {
    const text = await readFile(new URL(`./documents/${key}.txt`, import.meta.url), 'utf8');
    return [key, parseDocumentText(text)] as const;
  };
  return new Map(await Promise.all(DOCUMENT_KEYS.map(read)));
}

/** Texts are long, and nearly always there: which are, is asked for first. */
async function seedDocuments(
  { database, nowMs }: SeedOptions,
  editions: readonly EditionDocument[],
  documents: ReadonlyMap<DocumentKey, ParsedDocument>,
): Promise<void> {
  const there = await database.query<{ edition_code: string; document_key: string }>(
    'select edition_code, document_key from documents where version = 1 and edition_code = any($1)',
    [editions.map(({ editionCode }) => editionCode)],
  );
  const known = new Set(there.map(({ edition_code, document_key }) => `${edition_code} ${document_key}`));
  for (const { editionCode } of editions) {
    for (const [key, { title, blocks, sha256 }] of documents) {
      if (known.has(`${editionCode} ${key}`)) continue;
      const isRequired = (REQUIRED_DOCUMENT_KEYS as readonly string[]).includes(key);
      await database.query(
        `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
         values ($1, $2, 1, $3, $4, $5, $6, $7) on conflict do nothing`,
        [editionCode, key, title, isRequired, JSON.stringify(blocks), sha256, new Date(nowMs)],
      );
    }
  }
}

/** Invented outlets in every city, where nobody has given a list yet. */
async function seedOutlets({ database, nowMs }: SeedOptions): Promise<void> {
  if ((await outletLists(database.query, 1)).length > 0) return;
  const bytes = await readFile(new URL('./outlets.csv', import.meta.url));
  const core = { database, clock: { now: () => nowMs } };
  const taken = await takeOutletFile(core, { bytes, fileName: 'outlets.csv', by: '演示数据' });
  if (!taken.ok) throw new Error(`${taken.message} ${JSON.stringify(taken.faults)}`);
}

async function seedDictionaries(
  database: Database,
  documents: ReadonlyMap<DocumentKey, ParsedDocument>,
): Promise<void> {
  const tables: Record<DictionaryCode, readonly (readonly [string, string])[]> = {
    sex: Object.entries(SEX_LABELS),
    medical_type: MEDICAL_TYPES.map((type) => [type.code, type.fullName] as const),
    relationship: Object.entries(RELATIONSHIP_LABELS),
    id_type: ID_TYPES.map((type) => [type.code, type.label] as const),
    city: CITIES.map((city) => [city.code, city.name] as const),
    document: [...documents].map(([key, { title }]) => [key, title] as const),
    change_reason: CHANGE_REASONS.map((reason) => [reason.value, reason.label] as const),
    complaint_category: COMPLAINT_CATEGORIES.map(({ value, label }) => [value, label] as const),
    refund_reason: REFUND_REASONS.map((reason) => [reason.value, reason.label] as const),
    suzhou_district: SUZHOU_DISTRICTS.map((district) => [district.code, district.name] as const),
  };
  const offered = Object.entries(tables).flatMap(([code, entries]) =>
    entries.map(([value, label], sort) => ({ code, value, label, sort, isOffered: true })),
  );
  // Old records name them, so they have words; nobody can choose them.
  const withdrawn = WITHDRAWN_DISTRICTS.map(({ code, shortName }, at) => ({
    ...{ code: 'suzhou_district', value: code, label: shortName },
    ...{ sort: SUZHOU_DISTRICTS.length + at, isOffered: false },
  }));
  const rows = [...offered, ...withdrawn];
  await database.query(
    `insert into dictionaries (code, value, label, sort, is_offered)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::boolean[])
     on conflict (code, value) do nothing`,
    [
      rows.map(({ code }) => code),
      rows.map(({ value }) => value),
      rows.map(({ label }) => label),
      rows.map(({ sort }) => sort),
      rows.map(({ isOffered }) => isOffered),
    ],
  );
}
