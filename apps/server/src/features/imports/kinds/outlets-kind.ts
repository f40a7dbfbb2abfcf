import { checkOutletRow, OUTLET_HEADINGS, type Outlet, outletCells, outletColumns } from '@huimin/domain/outlet';
import { seesEverything } from '@huimin/domain/staff';
import { SPOILT_CELL } from '../../../sheets/index.ts';
import { addListInside, OUTLET_FILE_LIMITS, outletsOfList, showListInside, shownVersion } from '../../outlets/index.ts';
import { problemOf, type WholeKind } from '../import-kind.ts';

/** The list of outlets that residents see. */
export function outletsKind(): WholeKind<Outlet> {
  const headings = Object.values(OUTLET_HEADINGS);
  return {
    ...{
      kind: 'outlets',
      title: '网点',
      isWhole: true,
      needs: 'nothing',
      givers: ['operations'],
      headings,
      ...OUTLET_FILE_LIMITS,
    },
    note: '全省网点，整份替换；居民在“附近网点”看到',
    sameKey: '同一个网点编号',
    unlikeUnit: '',
    belongsTo: (_options, { scope }) =>
      seesEverything(scope) ? { insurers: null } : '网点是全省一份，要数据范围是全省的人来导入',
    async open() {
      let places: Exclude<ReturnType<typeof outletColumns>, string> = new Map();
      return {
        columns(cells) {
          const found = outletColumns(cells);
          if (typeof found === 'string') return found;
          places = found;
          return null;
        },
        row({ cells, spoilt }) {
          const lost = [...places].flatMap(([column, at]) => (spoilt.includes(at) ? [OUTLET_HEADINGS[column]] : []));
          if (lost.length > 0) return problemOf(SPOILT_CELL, [], lost.join('、'));
          const checked = checkOutletRow((column) => cells[places.get(column) ?? -1] ?? '');
          if (checked.ok) {
            const { code } = checked.outlet;
            return { key: code, unit: code, mark: null, value: checked.outlet };
          }
          const columns = [...new Set(checked.problems.map(({ column }) => OUTLET_HEADINGS[column]))];
          return problemOf(checked.problems.map(({ message }) => message).join('；'), [], columns.join('、'));
        },
      };
    },
    keyOf: ({ code }) => code,
    titleOf: ({ name }) => name,
    cells: outletCells,
    async live(query) {
      const version = await shownVersion(query);
      return { version: version ?? 0, values: version === null ? [] : await outletsOfList(query, version) };
    },
    fits: async () => () => null,
    publish: ({ query, by, nowMs }, { sha256, fileName }, outlets) =>
      addListInside(query, { fileName, sha256, by, nowMs, outlets }),
    restore: async ({ query, by, nowMs }, version) =>
      (await showListInside(query, version, by, nowMs)) ? null : '没有上一版可以换回',
  };
}
