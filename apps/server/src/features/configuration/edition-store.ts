import type { ProductInfoValue } from '@huimin/contract';
import type { GroupSale } from '@huimin/domain/group';
import { checkEdition, type FlowRules, msUntilNextChange, type SalePause, saleWindowAt } from '@huimin/domain/product';
import type { Database } from '../../db/database.ts';
import type { Clock, Log } from '../../ports/outside.ts';
import type { DocumentBlock } from './document-text.ts';
import { openPauses } from './sale-pauses.ts';

/** What an edition's row holds; the rest of the product configuration is computed or comes from settings. */
export type EditionDocument = Omit<
  ProductInfoValue,
  | 'configVersion'
  | 'saleWindow'
  | 'documents'
  | 'jsSdkUrl'
  | 'idCardReading'
  | 'bookingOffered'
  | 'flows'
  | 'salePauses'
> & {
  readonly flows?: FlowRules;
  readonly groupSale?: GroupSale;
  /** Nothing is sold here whose visit is not recorded. */
  readonly recordingRequired?: boolean;
  /** A person looks at what policyholders want back before the money moves. */
  readonly refundReview?: boolean;
  /** Only in a draft: see `DeskEdition`. */
  readonly premiumsTyped?: readonly string[];
  readonly plansRemoved?: ProductInfoValue['plans'];
};

export interface EditionDocumentVersion {
  readonly key: string;
  readonly version: number;
  readonly title: string;
  readonly required: boolean;
  readonly blocks: DocumentBlock[];
  readonly sha256: string;
  readonly publishedAtMs: number;
}

export interface LoadedEdition {
  readonly code: string;
  readonly isDefault: boolean;
  readonly configVersion: number;
  readonly document: EditionDocument;
  /** The newest version of each document that may be shown. */
  readonly documents: ReadonlyMap<string, EditionDocumentVersion>;
  /** Where nobody can buy for the moment. */
  readonly pauses: readonly SalePause[];
  /** Titles of documents of which no version may be shown: nothing can be agreed to until one may. */
  readonly withheld: readonly string[];
}

/** A version of a document as it is to be shown. */
export interface DocumentVersion {
  readonly editionCode: string;
  readonly key: string;
  readonly version: number;
  readonly title: string;
  readonly blocks: DocumentBlock[];
  readonly sha256: string;
}

/** Says which of all versions may be shown, after seeing to it that they may. */
type AdmitDocuments = (versions: readonly DocumentVersion[]) => Promise<(version: DocumentVersion) => boolean>;

/** What the product configuration takes from settings rather than from the edition. */
export interface ProductSurroundings {
  readonly appId: string;
  readonly jsSdkUrl: string;
  readonly idCardReading: boolean;
  /** Reminders of an opened sale can be sent. */
  readonly bookings: boolean;
  /** Values of the payment methods that can be started here; others of the edition are not shown. */
  readonly paymentMethods: ReadonlySet<string>;
  /** Contracts for automatic re-application can be signed here; otherwise no edition offers it. */
  readonly withholding: boolean;
}

/**
 * Editions held in memory; replicas notice a published change within the refresh time. A change that is not sound is
 * never taken over.
 */
export interface EditionStore {
  /** The edition with this code, or the default one; null when the code is unknown. */
  edition(code?: string): LoadedEdition | null;
  all(): readonly LoadedEdition[];
  /** The product configuration as residents get it; the same object until something changes. */
  productInfo(edition: LoadedEdition): ProductInfoValue;
  /** What residents would be told of an edition that is not theirs yet, at a moment. */
  draftProduct(edition: LoadedEdition, nowMs: number): ProductInfoValue;
  refresh(): Promise<void>;
  /** From the next refresh on, shows nothing but what is admitted. */
  showOnly(admit: AdmitDocuments): void;
}

interface EditionRow {
  code: string;
  is_default: boolean;
  config_version: number;
  document: EditionDocument;
}

interface DocumentRow {
  edition_code: string;
  document_key: string;
  version: number;
  title: string;
  required: boolean;
  blocks: DocumentBlock[];
  sha256: string;
  published_at: number;
}

export async function createEditionStore(deps: {
  database: Database;
  clock: Clock;
  log: Log;
  surroundings: ProductSurroundings;
}): Promise<EditionStore> {
  const { database, clock, log, surroundings } = deps;
  let editions: readonly LoadedEdition[] = [];
  let loadedMark = '';
  let admit: AdmitDocuments | null = null;
  const products = new WeakMap<LoadedEdition, { from: number; until: number; value: ProductInfoValue }>();

  // One after the other: what was read before a change must not be put in place of what was read after it.
  let refreshing: Promise<void> = Promise.resolve();
  function refresh(): Promise<void> {
    refreshing = refreshing.catch(() => undefined).then(load);
    return refreshing;
  }

  async function load(): Promise<void> {
    const marks = await database.query<{ mark: string }>(
      `select coalesce(string_agg(code || ':' || config_version || ':' || is_default, ',' order by code), '')
         || '/' || (select count(*) from documents)
         || '/' || (select coalesce(string_agg(id::text, ',' order by id), '') from sale_pauses where ended_at is null) as mark
       from editions`,
    );
    const mark = marks[0]?.mark ?? '';
    if (mark === loadedMark) return;
    const rows = await database.query<EditionRow>(
      `select code, is_default, config_version, document from editions order by edition_year desc, code`,
    );
    const allRows = await database.query<DocumentRow>(
      `select edition_code, document_key, version, title, required, blocks, sha256, published_at
       from documents order by edition_code, document_key, version desc`,
    );
    const pauses = await openPauses(database.query);
    const mayShow = admit ? await admit(allRows.map(versionOf)) : () => true;
    const shownRows = allRows.filter((row) => mayShow(versionOf(row)));
    const before = new Map(editions.map((edition) => [edition.code, edition]));
    editions = rows.flatMap((row) => {
      const problems = checkEdition(row.document);
      if (problems.length === 0) return [loaded(row, allRows, shownRows, pauses.get(row.code) ?? [])];
      log.error({ edition: row.code, problems }, 'edition is not sound; going on with what was loaded before');
      const former = before.get(row.code);
      return former ? { ...former, pauses: pauses.get(row.code) ?? [] } : [];
    });
    // What was not admitted is asked for again.
    loadedMark = shownRows.length < allRows.length ? '' : mark;
  }

  await refresh();
  return {
    refresh,
    showOnly(given) {
      admit = given;
      loadedMark = '';
    },
    all: () => editions,
    draftProduct: (edition, nowMs) => productInfoOf(edition, nowMs, surroundings),
    edition: (code) =>
      (code === undefined
        ? editions.find((entry) => entry.isDefault)
        : editions.find((entry) => entry.code === code)) ?? null,
    productInfo(edition) {
      const now = clock.now();
      const held = products.get(edition);
      // Also not before it was made: a machine's clock that ran ahead is set back one day.
      if (held && now >= held.from && now < held.until) return held.value;
      const value = productInfoOf(edition, now, surroundings);
      const untilChange = msUntilNextChange(edition.document, now);
      const until = untilChange === null ? Number.POSITIVE_INFINITY : now + untilChange;
      products.set(edition, { from: now, until, value });
      return value;
    },
  };
}

function versionOf({ edition_code, document_key, version, title, blocks, sha256 }: DocumentRow): DocumentVersion {
  return { editionCode: edition_code, key: document_key, version, title, blocks, sha256 };
}

/** Of each document the newest version comes first. */
function loaded(
  row: EditionRow,
  all: readonly DocumentRow[],
  shown: readonly DocumentRow[],
  pauses: readonly SalePause[],
): LoadedEdition {
  const newest = (rows: readonly DocumentRow[]) => {
    const own = rows.filter((document) => document.edition_code === row.code);
    return own.filter(({ document_key: key }, index) => own.findIndex((one) => one.document_key === key) === index);
  };
  const documentRows = newest(shown);
  const keys = new Set(documentRows.map((document) => document.document_key));
  return {
    code: row.code,
    isDefault: row.is_default,
    configVersion: row.config_version,
    document: row.document,
    pauses,
    withheld: newest(all).flatMap(({ document_key: key, title }) => (keys.has(key) ? [] : title)),
    documents: new Map(
      documentRows.map((document) => [
        document.document_key,
        {
          key: document.document_key,
          version: document.version,
          title: document.title,
          required: document.required,
          blocks: document.blocks,
          sha256: document.sha256,
          publishedAtMs: document.published_at,
        },
      ]),
    ),
  };
}

/** The windows alone: this is the call that everybody makes first, and reasons are for the few who need one. */
function windowsOf({ mid, ...others }: FlowRules): NonNullable<ProductInfoValue['flows']> {
  if (!mid) return others;
  const { reasons: _, ...window } = mid;
  return { ...others, mid: window };
}

/** What everybody is told of an edition at a moment. */
export function productInfoOf(
  edition: LoadedEdition,
  nowMs: number,
  surroundings: ProductSurroundings,
): ProductInfoValue {
  const { document } = edition;
  // Companies are told their terms when they ask, and the account with a bill.
  const { flows, groupSale: _, recordingRequired: __, refundReview: ___, ...rest } = document;
  return inOrder({
    ...rest,
    // What each covers is told where plans are compared: the first page has no room for it, and shows the edition's.
    plans: document.plans.map(({ benefits: ____, ...plan }) => plan),
    ...(flows ? { flows: windowsOf(flows) } : {}),
    appId: document.appId || surroundings.appId,
    testAppId: document.testAppId || surroundings.appId,
    configVersion: edition.configVersion,
    ...(edition.pauses.length > 0 ? { salePauses: [...edition.pauses] } : {}),
    saleWindow: saleWindowAt(document, nowMs),
    payList: document.payList.filter(({ value }) => surroundings.paymentMethods.has(value)),
    aliPayList: document.aliPayList.filter(({ value }) => surroundings.paymentMethods.has(value)),
    automaticReapplicationOffered: document.automaticReapplicationOffered && surroundings.withholding,
    idCardReading: surroundings.idCardReading,
    bookingOffered: surroundings.bookings,
    jsSdkUrl: surroundings.jsSdkUrl,
    documents: [...edition.documents.values()]
      .map(({ key, title, version, required }) => ({ key, title, version, required }))
      .sort((a, b) => documentRank(a.key) - documentRank(b.key)),
  });
}

/**
 * By the alphabet: the database gives the fields by their length, and names alike far apart cost the first page some 60
 * bytes. The page and the call give them in the same order, by which a browser sees that they say the same.
 */
function inOrder(product: ProductInfoValue): ProductInfoValue {
  return Object.fromEntries(
    Object.entries(product).sort(([one], [other]) => (one < other ? -1 : 1)),
  ) as unknown as ProductInfoValue;
}

const READING_ORDER = ['health-notice', 'insurance-notice', 'clauses', 'exclusions'];

function documentRank(key: string): number {
  const rank = READING_ORDER.indexOf(key);
  return rank < 0 ? READING_ORDER.length : rank;
}
