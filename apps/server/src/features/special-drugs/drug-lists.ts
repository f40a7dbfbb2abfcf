import type { Calls, OutputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import type { Benefit } from '@huimin/domain/product';
import {
  DRUG_COLUMNS,
  drugCells,
  drugProblems,
  PHARMACY_COLUMNS,
  type Pharmacy,
  pharmacyCells,
  pharmacyProblems,
  readDrugRow,
  readPharmacyRow,
  type SpecialDrug,
} from '@huimin/domain/special-drugs';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok, type ReadyReply } from '../../http/handler.ts';
import { currentList, type ListKind, type LoadedEdition, listsMark, readyOf } from '../configuration/index.ts';
import type { DrugDependencies } from './drug-deps.ts';

export const PHARMACY_LIST: ListKind<Pharmacy, keyof typeof PHARMACY_COLUMNS> = {
  kind: 'pharmacies',
  label: '指定药房',
  columns: PHARMACY_COLUMNS,
  read: readPharmacyRow,
  problems: pharmacyProblems,
  cells: pharmacyCells,
  codeOf: ({ code }) => code,
  /** One that a drug still names must stay. */
  async fits(query, editionCode, rows) {
    const named = (await currentList(query, editionCode, DRUG_LIST))?.rows ?? [];
    const kept = new Set(rows.map(({ code }) => code));
    const gone = named.find(({ pharmacyCodes }) => pharmacyCodes.some((code) => !kept.has(code)));
    const first = rows[0];
    return (row) => {
      if (gone === undefined || row !== first) return null;
      const codes = gone.pharmacyCodes.filter((code) => !kept.has(code));
      return `特药 ${gone.code} 还写着药房 ${codes.join('、')}，这份文件里没有`;
    };
  },
};

export const DRUG_LIST: ListKind<SpecialDrug, keyof typeof DRUG_COLUMNS> = {
  kind: 'drugs',
  label: '特药目录',
  columns: DRUG_COLUMNS,
  read: readDrugRow,
  problems: drugProblems,
  cells: drugCells,
  codeOf: ({ code }) => code,
  async fits(query, editionCode) {
    const pharmacies = (await currentList(query, editionCode, PHARMACY_LIST))?.rows ?? [];
    const known = new Set(pharmacies.map(({ code }) => code));
    return ({ pharmacyCodes }) => {
      const missing = pharmacyCodes.filter((code) => !known.has(code));
      return missing.length === 0 ? null : `没有药房 ${missing.join('、')}，请先导入指定药房`;
    };
  },
};

export async function drugLists(query: Query, editionCode: string) {
  const drugs = await currentList(query, editionCode, DRUG_LIST);
  const pharmacies = await currentList(query, editionCode, PHARMACY_LIST);
  return {
    version: drugs?.version ?? 0,
    publishedAtMs: drugs?.publishedAtMs ?? null,
    drugs: drugs?.rows ?? [],
    pharmacies: pharmacies?.rows ?? [],
  };
}

/** The benefit that pays for listed drugs. */
export function drugBenefit(benefits: readonly Benefit[]): {
  readonly deductibleFen: number;
  readonly limitFen: number;
} {
  const { deductibleFen = 0, limitFen = 0 } = benefits.find(({ icon }) => icon === 'pill') ?? {};
  return { deductibleFen, limitFen };
}

type OfEdition = Pick<LoadedEdition['document'], 'editionYear' | 'benefits'>;

/** What residents read of both lists. */
export function drugListView(
  { editionYear, benefits }: OfEdition,
  lists: Awaited<ReturnType<typeof drugLists>>,
): OutputOf<Calls['specialDrugs']> {
  return {
    editionYear,
    version: lists.version,
    publishedAt: lists.publishedAtMs === null ? null : formatDateTime(lists.publishedAtMs),
    ...drugBenefit(benefits),
    drugs: lists.drugs.map((drug) => ({ ...drug, pharmacyCodes: [...drug.pharmacyCodes] })),
    pharmacies: [...lists.pharmacies],
  };
}

/** The whole list of an edition, made once per version. */
export function specialDrugs(deps: DrugDependencies): Handler<Calls['specialDrugs']> {
  const made = new Map<string, { readonly mark: string; readonly ready: ReadyReply }>();
  return async ({ productId }) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const { query } = deps.database;
    const mark = `${edition.configVersion} ${await listsMark(query, edition.code)}`;
    const before = made.get(edition.code);
    if (before?.mark === mark) return ok(before.ready as never);
    const ready = readyOf(drugListView(edition.document, await drugLists(query, edition.code)));
    made.set(edition.code, { mark, ready });
    return ok(ready as never);
  };
}
