import { beijingDate } from '@huimin/domain/date';
import { providerLabel } from '@huimin/domain/payment';
import {
  SETTLEMENT_COLUMNS,
  type SettlementRow,
  settlementColumns,
  settlementRow,
} from '@huimin/domain/reconciliation';
import { seesEverything } from '@huimin/domain/staff';
import { SPOILT_CELL } from '../../../sheets/index.ts';
import { knownProviders, putSettlements, saysTheSame, settlementsNamed } from '../../reconciliation/index.ts';
import { problemOf, type RowKind, type RowProblem } from '../import-kind.ts';
import type { ImportsCore } from '../imports-deps.ts';

const KNOWN: RowProblem = {
  column: '银行流水号',
  problem: '这笔到账已经有了，内容一样',
  fix: '不用再导入，从文件里去掉',
};

/** What providers paid into the account, beside their bills: the third leg of reconciliation. */
export function settlementsKind(deps: ImportsCore): RowKind<SettlementRow> {
  const headings = SETTLEMENT_COLUMNS;
  return {
    ...{ kind: 'settlements', title: '到账流水', isWhole: false, needs: 'nothing', headings },
    ...{ givers: ['finance'], maxRows: 5_000, maxBytes: 2 * 1024 * 1024 },
    note: '各渠道打到账户的钱，一行一笔；同一流水号以后一份为准，对账页里和账单比',
    sameKey: '同一个银行流水号',
    unlikeUnit: '',
    belongsTo: (_options, { scope }) =>
      seesEverything(scope) ? { insurers: null } : '到账是全省的账，要数据范围是全省的人来导入',
    async open(query) {
      const today = beijingDate(deps.clock.now());
      const providers = new Map((await knownProviders(query)).map((code) => [providerLabel(code), code]));
      let columns: readonly number[] = [];
      return {
        columns(cells) {
          const found = settlementColumns(cells);
          if (typeof found === 'string') return found;
          columns = found;
          return null;
        },
        row({ cells, spoilt }) {
          const lost = columns.flatMap((at, place) => (spoilt.includes(at) ? [headings[place] ?? ''] : []));
          if (lost.length > 0) return problemOf(SPOILT_CELL, [], lost.join('、'));
          const row = settlementRow(cells, columns, providers, today);
          if (typeof row === 'string') return problemOf(row, headings);
          return { key: row.reference, unit: row.reference, mark: null, value: row };
        },
      };
    },
    refusal: async () => null,
    async weigh(query, _options, _made, rows) {
      const kept = await settlementsNamed(
        query,
        rows.map(({ value }) => value.reference),
      );
      return new Map(
        rows.map(({ line, value }) => {
          const former = kept.get(value.reference);
          const known = former === undefined ? 'added' : saysTheSame(former, value) ? KNOWN : 'changed';
          return [line, known] as const;
        }),
      );
    },
    begin: async () => ({}),
    async take({ query, by, nowMs }, _made, rows) {
      await putSettlements(
        query,
        rows.map(({ value }) => value),
        by,
        nowMs,
      );
      return [];
    },
  };
}
