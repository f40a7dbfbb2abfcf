import { type FoundColumns, findColumns, type WantedColumn } from '@huimin/domain/sheet';
import { withinScope } from '@huimin/domain/staff';
import { SPOILT_CELL } from '../../../sheets/index.ts';
import { currentList, LIST_FILE_LIMITS, type ListKind, listOfVersion, publishList } from '../../configuration/index.ts';
import { problemOf, type WholeKind } from '../import-kind.ts';
import type { ImportsCore } from '../imports-deps.ts';

/** A list of an edition: drugs, pharmacies, services. */
export function editionListKind<Row, Column extends string>(
  deps: Pick<ImportsCore, 'editions'>,
  list: ListKind<Row, Column>,
  kind: string,
  title: (row: Row) => string,
): WholeKind<Row> {
  const headings = Object.values<WantedColumn>(list.columns).map((column) => column.headings[0] ?? '');
  const edition = (code: string | undefined) => (code === undefined ? null : deps.editions.edition(code));
  return {
    ...{
      kind,
      title: list.label,
      isWhole: true,
      needs: 'edition',
      givers: ['operations'],
      headings,
      ...LIST_FILE_LIMITS,
    },
    note: `一个产品版本的${list.label}，整份替换；居民打开目录就看到`,
    sameKey: '同一个编号',
    unlikeUnit: '',
    belongsTo({ edition: code }, { scope }) {
      const insurers = edition(code)?.document.insuranceCompany.map(({ name }) => name) ?? null;
      if (insurers === null || !withinScope(scope, { insurers })) return '请选产品版本';
      return { insurers };
    },
    async open() {
      let columns = {} as FoundColumns<Column>;
      return {
        columns(cells) {
          const found = findColumns(cells, list.columns);
          if (typeof found === 'string') return found;
          columns = found;
          return null;
        },
        row({ cells, spoilt }) {
          const lost = Object.entries<number | undefined>(columns).flatMap(([column, at]) =>
            at !== undefined && spoilt.includes(at) ? [list.columns[column as Column].headings[0] ?? ''] : [],
          );
          if (lost.length > 0) return problemOf(SPOILT_CELL, [], lost.join('、'));
          const row = list.read(cells, columns);
          if (typeof row === 'string') return problemOf(row, headings);
          return { key: list.codeOf(row), unit: list.codeOf(row), mark: null, value: row };
        },
      };
    },
    keyOf: list.codeOf,
    titleOf: title,
    cells: list.cells,
    async live(query, { edition: code = '' }) {
      const current = await currentList(query, code, list);
      return { version: current?.version ?? 0, values: current?.rows ?? [] };
    },
    fits: (query, { edition: code = '' }, rows) => list.fits(query, code, rows),
    publish: ({ query, options: { edition: code = '' }, by, nowMs }, _file, rows) =>
      publishList(query, code, list, rows, { by, nowMs }),
    async restore({ query, options: { edition: code = '' }, by, nowMs }, version) {
      const former = await listOfVersion(query, code, list, version);
      if (!former) return '没有上一版可以换回';
      const problemIn = await list.fits(query, code, former.rows);
      const [problem] = former.rows.flatMap((row) => problemIn(row) ?? []);
      if (problem !== undefined) return `上一版和现在的其他目录对不上：${problem}`;
      await publishList(query, code, list, former.rows, { by, nowMs });
      return null;
    },
  };
}
