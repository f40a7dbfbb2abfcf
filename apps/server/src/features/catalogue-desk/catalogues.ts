import { createHash } from 'node:crypto';
import type { CatalogueNameValue } from '@huimin/contract/console';
import type { ListedRow } from '@huimin/domain/catalogue';
import { checkOutletRow, OUTLET_HEADINGS, type Outlet, type OutletColumn, outletCells } from '@huimin/domain/outlet';
import type { CellProblem } from '@huimin/domain/sheet';
import type { Query } from '../../db/database.ts';
import {
  currentList,
  type ListKind,
  listFile,
  listOfVersion,
  listVersions,
  publishList,
  readListFile,
} from '../configuration/index.ts';
import { SERVICE_LIST } from '../health-services/index.ts';
import {
  addListInside,
  outletLists,
  outletsFile,
  outletsOfList,
  readOutletFile,
  shownOutletList,
} from '../outlets/index.ts';
import { DRUG_LIST, PHARMACY_LIST } from '../special-drugs/index.ts';

interface ShownList<Row> {
  readonly version: number;
  readonly publishedAtMs: number;
  readonly rows: readonly Row[];
}

interface Publication {
  readonly by: string;
  readonly reason: string;
  readonly nowMs: number;
}

/** A list that residents see and the console changes, however it is kept. */
export interface Catalogue<Row = unknown> {
  readonly list: CatalogueNameValue;
  readonly label: string;
  /** Each edition has its own. */
  readonly ofEdition: boolean;
  readonly columns: readonly { readonly name: string; readonly label: string; readonly isOptional: boolean }[];
  /** The column whose texts the list is narrowed by. */
  readonly choiceColumn: string;
  listed(row: Row): ListedRow;
  /** Where a row belongs to; null: to the whole province. */
  cityOf(row: Row): string | null;
  current(query: Query, edition: string): Promise<ShownList<Row> | null>;
  /** 0 while residents see nothing. */
  shownVersion(query: Query, edition: string): Promise<number>;
  rowsOf(query: Query, edition: string, version: number): Promise<readonly Row[] | null>;
  versions(query: Query, edition: string): Promise<readonly CatalogueVersion[]>;
  readFile(
    query: Query,
    edition: string,
    bytes: Uint8Array,
  ): Promise<{ rows: readonly Row[]; problems: readonly FileFault[] }>;
  /** A row by its texts in the order of the columns. */
  readRow(cells: readonly string[]): { readonly row: Row } | { readonly problems: readonly CellProblem[] };
  /** What does not fit to the other lists, by code. */
  misfits(query: Query, edition: string, rows: readonly Row[]): Promise<ReadonlyMap<string, string>>;
  publish(query: Query, edition: string, rows: readonly Row[], publication: Publication): Promise<number>;
  file(rows: readonly Row[]): string;
}

interface CatalogueVersion {
  readonly version: number;
  readonly rowCount: number;
  readonly by: string;
  readonly atMs: number;
  readonly reason: string | null;
}

interface FileFault {
  readonly line: number;
  /** '' for the whole line. */
  readonly column: string;
  readonly why: string;
}

// biome-ignore lint/suspicious/noExplicitAny: lists of different rows
export type AnyCatalogue = Catalogue<any>;

const VERSIONS_SHOWN = 100;

function editionCatalogue<Row, Column extends string>(
  kind: ListKind<Row, Column>,
  list: CatalogueNameValue,
  choiceColumn: Column,
): Catalogue<Row> {
  const names = Object.keys(kind.columns) as Column[];
  const places = Object.fromEntries(names.map((name, place) => [name, place])) as Record<Column, number>;
  return {
    ...{ list, label: kind.label, ofEdition: true, choiceColumn },
    columns: names.map((name) => ({
      name,
      label: kind.columns[name].headings[0] ?? name,
      isOptional: kind.columns[name].isOptional === true,
    })),
    listed: (row) => ({ code: kind.codeOf(row), cells: kind.cells(row) }),
    cityOf: () => null,
    current: (query, edition) => currentList(query, edition, kind),
    shownVersion: async (query, edition) => (await listVersions(query, edition, kind.kind))[0]?.version ?? 0,
    rowsOf: async (query, edition, version) => (await listOfVersion(query, edition, kind, version))?.rows ?? null,
    async versions(query, edition) {
      const versions = await listVersions(query, edition, kind.kind);
      return versions.map(({ version, row_count, published_by, published_at, reason }) => ({
        ...{ version, rowCount: row_count, by: published_by, atMs: published_at, reason },
      }));
    },
    async readFile(query, edition, bytes) {
      const { rows, problems } = await readListFile(query, edition, kind, bytes);
      return { rows, problems: problems.map(({ line, why }) => ({ line, column: '', why })) };
    },
    readRow(cells) {
      const problems = kind.problems(cells, places);
      const row = problems.length > 0 ? null : kind.read(cells, places);
      return row === null || typeof row === 'string' ? { problems } : { row };
    },
    async misfits(query, edition, rows) {
      const whyNot = await kind.fits(query, edition, rows);
      return new Map(
        rows.flatMap((row) => {
          const why = whyNot(row);
          return why === null ? [] : [[kind.codeOf(row), why] as const];
        }),
      );
    },
    publish: (query, edition, rows, publication) => publishList(query, edition, kind, rows, publication),
    file: (rows) => listFile(kind, rows),
  };
}

const OUTLET_COLUMNS = Object.keys(OUTLET_HEADINGS) as OutletColumn[];
const OPTIONAL: readonly OutletColumn[] = ['longitude', 'latitude', 'channels', 'agentCode'];

const OUTLETS: Catalogue<Outlet> = {
  ...{ list: 'outlets', label: '网点', ofEdition: false, choiceColumn: 'city' },
  columns: OUTLET_COLUMNS.map((name) => ({
    ...{ name, label: OUTLET_HEADINGS[name], isOptional: OPTIONAL.includes(name) },
  })),
  listed: (outlet) => ({ code: outlet.code, cells: outletCells(outlet) }),
  cityOf: ({ cityCode }) => cityCode,
  async current(query) {
    const list = await shownOutletList(query);
    if (!list) return null;
    const { version, givenAtMs } = list;
    return { version, publishedAtMs: givenAtMs, rows: await outletsOfList(query, version) };
  },
  shownVersion: async (query) => (await shownOutletList(query))?.version ?? 0,
  async rowsOf(query, _edition, version) {
    const rows = await outletsOfList(query, version);
    return rows.length === 0 ? null : rows;
  },
  async versions(query) {
    const lists = await outletLists(query, VERSIONS_SHOWN);
    return lists.map(({ version, outletCount, givenBy, givenAtMs, reason }) => ({
      ...{ version, rowCount: outletCount, by: givenBy, atMs: givenAtMs, reason },
    }));
  },
  async readFile(_query, _edition, bytes) {
    const read = await readOutletFile(bytes);
    if (read.ok) return { rows: read.outlets, problems: [] };
    const problems = read.faults.map(({ line, column, message }) => ({ line, column, why: message }));
    return { rows: [], problems: problems.length > 0 ? problems : [{ line: 1, column: '', why: read.message }] };
  },
  readRow(cells) {
    const checked = checkOutletRow((column) => cells[OUTLET_COLUMNS.indexOf(column)] ?? '');
    return checked.ok ? { row: checked.outlet } : { problems: checked.problems };
  },
  misfits: async () => new Map(),
  publish: (query, _edition, outlets, { by, reason, nowMs }) =>
    addListInside(query, {
      ...{ fileName: '运营后台', by, reason, nowMs, outlets },
      sha256: createHash('sha256').update(JSON.stringify(outlets)).digest('hex'),
    }),
  file: outletsFile,
};

export const CATALOGUES: Readonly<Record<CatalogueNameValue, AnyCatalogue>> = {
  outlets: OUTLETS,
  drugs: editionCatalogue(DRUG_LIST, 'drugs', 'inCatalogue'),
  pharmacies: editionCatalogue(PHARMACY_LIST, 'pharmacies', 'city'),
  'health-services': editionCatalogue(SERVICE_LIST, 'health-services', 'group'),
};
