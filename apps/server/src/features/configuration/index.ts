import { createHash } from 'node:crypto';
import { type Calls, type OutputOf, REPLY_CODES } from '@huimin/contract';
import { countyTable } from '@huimin/domain/county-table';
import { ORDER_STATUS_ENTRIES } from '@huimin/domain/order';
import { POLICY_STATUS_TABLE } from '@huimin/domain/policy';
import { isOnSale, pauseOfAll, saleWindowAt } from '@huimin/domain/product';
import type { StatusEntry } from '@huimin/domain/status';
import type { Database } from '../../db/database.ts';
import { fail, type Handler, type HandlerTable, ok, ReadyReply } from '../../http/handler.ts';
import type { Clock } from '../../ports/outside.ts';
import { dictionaryRows } from './dictionaries.ts';
import type { EditionStore, LoadedEdition } from './edition-store.ts';
import { pageVersions, queryPage } from './published-pages.ts';

export { dictionaryRows, offeredEntries, writeDictionary } from './dictionaries.ts';
export { documentOfLines, parseDocumentText } from './document-text.ts';
export {
  currentList,
  LIST_FILE_LIMITS,
  type ListKind,
  listFile,
  listOfVersion,
  listsMark,
  listVersions,
  publishList,
  readListFile,
} from './edition-lists.ts';
export {
  createEditionStore,
  type DocumentVersion,
  type EditionDocument,
  type EditionStore,
  type LoadedEdition,
} from './edition-store.ts';
export { editionsOfYear } from './editions-of-year.ts';
export { whoMayBring } from './sale-channels.ts';
export { pausedPlace } from './sale-pauses.ts';

export interface ConfigurationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly editions: EditionStore;
}

/** Calls that tell the client what is sold, in which words and colours. */
export function configurationHandlers(deps: ConfigurationDependencies): HandlerTable {
  return {
    productInfo: productInfo(deps),
    queryTheme: queryTheme(deps),
    queryPage: queryPage(deps),
    pageVersions: pageVersions(deps),
    dictData: dictData(deps),
    dictValue: dictValue(deps),
    orderStatusMap: async () =>
      ok(statusMap(ORDER_STATUS_ENTRIES.map((entry) => ({ ...entry, label: entry.residentLabel })))),
    policyStatusMap: async () => ok(statusMap(POLICY_STATUS_TABLE.entries)),
    china: china(),
    productQuery: productQuery(deps),
    isProjectEnd: isProjectEnd(deps),
  };
}

const UNKNOWN_EDITION = '没有这个产品，请从首页重新进入';

function productInfo(deps: ConfigurationDependencies): Handler<Calls['productInfo']> {
  return async (input) => {
    const ready = readyProductInfo(deps.editions, input.productId);
    return ready ? ok(ready as never) : fail('not-found', UNKNOWN_EDITION);
  };
}

const readyProducts = new WeakMap<object, ReadyReply>();

/** The product configuration of an edition, or else of the one on sale: made once per change. Null without any. */
export function readyProductInfo(editions: EditionStore, productId?: string): ReadyReply | null {
  const edition = editions.edition(productId) ?? editions.edition();
  if (!edition) return null;
  const value = editions.productInfo(edition);
  let ready = readyProducts.get(value);
  if (!ready) {
    ready = readyOf(value);
    readyProducts.set(value, ready);
  }
  return ready;
}

/** An answer made once. */
export function readyOf(result: unknown): ReadyReply {
  const { code, message } = REPLY_CODES.ok;
  const body = Buffer.from(JSON.stringify({ code, message, result, subMessage: '', data: null }));
  return new ReadyReply(body, `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`);
}

function queryTheme(deps: ConfigurationDependencies): Handler<Calls['queryTheme']> {
  return async (input) => {
    const edition = deps.editions.edition(input.productId);
    return edition ? ok(edition.document.theme) : fail('not-found', UNKNOWN_EDITION);
  };
}

function dictData(deps: ConfigurationDependencies): Handler<Calls['dictData']> {
  return async (input) => {
    const rows = await dictionaryRows(deps.database.query, input.code);
    const offered = rows.filter(({ isOffered }) => isOffered).map(({ value, label, sort }) => ({ value, label, sort }));
    return rows.length > 0 ? ok(offered) : fail('not-found', '没有这个字典');
  };
}

function dictValue(deps: ConfigurationDependencies): Handler<Calls['dictValue']> {
  return async (input) => {
    const rows = await dictionaryRows(deps.database.query, input.code);
    return rows.length > 0
      ? ok(Object.fromEntries(rows.map((row) => [row.value, row.label])))
      : fail('not-found', '没有这个字典');
  };
}

const TONES = { success: 'ok', warn: 'warn', error: 'err', info: 'info', neutral: 'neutral' } as const;

function statusMap(entries: readonly StatusEntry<number>[]) {
  return Object.fromEntries(
    entries.map((entry) => [String(entry.status), { label: entry.label, tone: TONES[entry.tone] }]),
  );
}

function china(): Handler<Calls['china']> {
  let ready: ReadyReply | null = null;
  return async () => {
    ready ??= readyOf(countyTable());
    return ok(ready as never);
  };
}

function productQuery(deps: ConfigurationDependencies): Handler<Calls['productQuery']> {
  return async () => ok(editionSummaries(deps.editions.all(), deps.clock.now()));
}

/** What residents compare editions by, at a moment. */
export function editionSummaries(editions: readonly LoadedEdition[], nowMs: number): OutputOf<Calls['productQuery']> {
  return editions.map((edition) => summary(edition, nowMs));
}

/** Whether somebody somewhere can buy it now in its main window. */
function isSelling(edition: LoadedEdition, nowMs: number): boolean {
  return isOnSale(edition.document, nowMs) && pauseOfAll(edition.pauses) === null;
}

function summary(edition: LoadedEdition, nowMs: number) {
  const { document } = edition;
  return {
    editionCode: edition.code,
    name: document.proName,
    editionYear: document.editionYear,
    plans: document.plans,
    benefits: document.benefits,
    validDate: document.validDate,
    invalidDate: document.invalidDate,
    saleWindow: saleWindowAt(document, nowMs),
    onSale: isSelling(edition, nowMs),
    current: edition.isDefault,
  };
}

function isProjectEnd(deps: ConfigurationDependencies): Handler<Calls['isProjectEnd']> {
  return async (input) => {
    const edition = deps.editions.edition(input.productId);
    if (!edition) return fail('not-found', UNKNOWN_EDITION);
    const nowMs = deps.clock.now();
    const saleWindow = saleWindowAt(edition.document, nowMs);
    return ok({ ended: !isSelling(edition, nowMs), saleWindow });
  };
}
