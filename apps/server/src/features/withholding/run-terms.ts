import { coverageText, type EditionChange, editionChanges, isOnSale, notYetOnSale } from '@huimin/domain/product';
import { type ConfirmReason, confirmReasons } from '@huimin/domain/withholding';
import { editionsOfYear, type LoadedEdition } from '../configuration/index.ts';
import { insuredOfOrders, type OrderRow } from '../order/index.ts';
import type { ContractRow } from './contract-store.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

/** The editions that come after what a contract has paid for: on sale, of the same product, of its newest year; the default one first. */
export function followingEditions(
  deps: Pick<WithholdingDependencies, 'editions' | 'clock'>,
  coverEdition: string,
): LoadedEdition[] {
  const before = deps.editions.edition(coverEdition)?.document;
  if (!before) return [];
  const nowMs = deps.clock.now();
  const later = deps.editions
    .all()
    .filter(
      ({ document }) =>
        document.editionYear > before.editionYear &&
        document.name === before.name &&
        document.automaticReapplicationOffered &&
        isOnSale(document, nowMs),
    );
  const newestYear = Math.max(...later.map(({ document }) => document.editionYear));
  return later
    .filter(({ document }) => document.editionYear === newestYear)
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** Plans that none of these sells, and an announced edition of the same year will. */
export function plansToCome(
  { editions, clock }: Pick<WithholdingDependencies, 'editions' | 'clock'>,
  following: readonly LoadedEdition[],
): string[] {
  const [first] = following;
  if (!first) return [];
  const plansOf = (some: readonly LoadedEdition[]) =>
    some.flatMap(({ document }) => document.plans.map(({ code }) => code));
  const nowMs = clock.now();
  const announced = editionsOfYear(editions, first.document).filter(
    ({ document }) => document.automaticReapplicationOffered && notYetOnSale(document, nowMs),
  );
  const sold = plansOf(following);
  return plansOf(announced).filter((code) => !sold.includes(code));
}

/** Codes of all editions of the same year: a contract is for one cover a year, by whichever of them. */
export function codesOfYear({ editions }: Pick<WithholdingDependencies, 'editions'>, code: string): string[] {
  const one = editions.edition(code);
  return one ? editionsOfYear(editions, one.document).map((edition) => edition.code) : [];
}

/** Without the one that is asked about. */
export function otherCodesOfYear(deps: Pick<WithholdingDependencies, 'editions'>, code: string): string[] {
  return codesOfYear(deps, code).filter((one) => one !== code);
}

/** What differs between the two years; without the days of cover, which always do. */
export function changesOf(
  deps: Pick<WithholdingDependencies, 'editions'>,
  before: string,
  after: string,
): EditionChange[] {
  const [old, now] = [deps.editions.edition(before), deps.editions.edition(after)];
  if (!old || !now) return [];
  return editionChanges(old.document, now.document).filter(({ kind }) => kind !== 'period');
}

export function coverageOf(edition: LoadedEdition): string {
  return coverageText(edition.document);
}

export interface TermsOfRun {
  readonly contract: ContractRow;
  readonly cover: OrderRow;
  readonly edition: LoadedEdition;
  readonly unitFen: number;
  readonly totalFen: number;
}

/** Why the payer is asked first; empty when what was agreed to covers it. */
export async function reasonsToAsk(deps: WithholdingDependencies, terms: TermsOfRun): Promise<ConfirmReason[]> {
  const { contract, cover, edition } = terms;
  const changes = changesOf(deps, cover.edition_code, edition.code);
  const insured = await insuredOfOrders(deps.database.query, cover.shard, [cover.id]);
  return confirmReasons({
    formerUnitFen: cover.unit_premium_fen,
    unitFen: terms.unitFen,
    totalFen: terms.totalFen,
    limitFen: contract.limit_fen,
    coverChanged: changes.some(({ kind }) => kind === 'cover'),
    documentsChanged: await documentsDiffer(deps, cover, edition),
    upgraded: insured.some(({ is_void, upgrade_plan }) => !is_void && upgrade_plan !== null),
    // What was signed speaks of the year after the one it was signed with.
    laterYear: contract.cover_order_id !== contract.order_id || edition.document.editionYear !== cover.edition_year + 1,
    paused: contract.status === 'PAUSED',
  });
}

/** Versions that must be agreed to now. */
export function requiredVersions(edition: LoadedEdition): { key: string; version: number }[] {
  return [...edition.documents.values()]
    .filter(({ required }) => required)
    .map(({ key, version }) => ({ key, version }));
}

/** Whether a text that must be read is not, word for word, the one that was agreed to with the order. */
async function documentsDiffer(
  deps: WithholdingDependencies,
  cover: OrderRow,
  edition: LoadedEdition,
): Promise<boolean> {
  const agreed = await deps.database.query<{ document_key: string; sha256: string }>(
    `select d.document_key, d.sha256
     from orders o cross join lateral jsonb_to_recordset(o.agreed_documents) as a(key text, version integer)
     join documents d on d.edition_code = o.edition_code and d.document_key = a.key and d.version = a.version
     where o.shard = $1 and o.id = $2`,
    [cover.shard, cover.id],
  );
  return [...edition.documents.values()].some(
    ({ key, required, sha256 }) =>
      required && !agreed.some((before) => before.document_key === key && before.sha256 === sha256),
  );
}
