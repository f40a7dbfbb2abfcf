import type { ClaimRow } from '@huimin/domain/adjustment';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { withinScope } from '@huimin/domain/staff';
import { SPOILT_CELL } from '../../../sheets/index.ts';
import {
  beginClaimFile,
  CLAIM_LINES,
  claimLineReader,
  claimMark,
  isKnownClaimFile,
  takeClaimLines,
  UNLIKE_CLAIM,
  weighClaimLines,
} from '../../claims/index.ts';
import { type GoodRow, problemOf, type RowKind, type RowProblem } from '../import-kind.ts';
import type { ImportsCore } from '../imports-deps.ts';

/** What insurers settled: a claim goes live with all its lines, or with none. */
export function claimsKind(deps: ImportsCore): RowKind<ClaimRow> {
  const { headings } = CLAIM_LINES;
  const placed = (rows: readonly { readonly line: number; readonly value: ClaimRow }[]) =>
    rows.map(({ line, value }) => ({ ...value, line }));
  return {
    ...{ kind: 'claims', title: '理赔结果', isWhole: false, needs: 'day', givers: ['operations'], ...CLAIM_LINES },
    note: '保司的理赔结果，一行一张结算单；后一天的文件替换前一天同一案件的内容',
    sameKey: '同一张结算单',
    unlikeUnit: UNLIKE_CLAIM,
    belongsTo({ day }, { scope }) {
      if (day === undefined || parseDate(day) === null || day > beijingDate(deps.clock.now())) {
        return '请选文件是哪一天的，不晚于今天';
      }
      return { insurers: scope.insurers };
    },
    async open(query, _options, { scope }) {
      const isEdition = (code: string): boolean => {
        const edition = code === '' ? null : deps.editions.edition(code);
        const insurers = edition?.document.insuranceCompany.map(({ name }) => name) ?? [];
        return edition !== null && withinScope(scope, { insurers });
      };
      const reader = await claimLineReader(deps, query, isEdition);
      return {
        columns: reader.columns,
        row({ cells, spoilt }): GoodRow<ClaimRow> | RowProblem {
          if (spoilt.length > 0) return problemOf(SPOILT_CELL, headings);
          const row = reader.row(cells);
          if (typeof row === 'string') return problemOf(row, [...headings, '姓名']);
          const { caseNo } = row.claim;
          return { key: `${caseNo} ${row.settlementNo}`, unit: caseNo, mark: claimMark(deps, row), value: row };
        },
      };
    },
    refusal: async (query, sha256) => ((await isKnownClaimFile(query, sha256)) ? '这份文件已经导入过' : null),
    async weigh(query, { day = '' }, { fileId = null }, rows) {
      const weighed = await weighClaimLines(deps, query, day, fileId ?? null, placed(rows));
      return new Map(
        Array.from(weighed, ([line, one]) => [line, typeof one === 'string' ? one : problemOf(one.why, headings)]),
      );
    },
    async begin({ query, options: { day = '' }, by, nowMs }, { sha256, sizeBytes }) {
      const fileId = await beginClaimFile(query, { day, by, sha256, sizeBytes }, nowMs);
      return fileId === null ? '这份文件已经导入过' : { fileId };
    },
    async take({ query, options: { day = '' } }, { fileId = '' }, rows) {
      const problems = await takeClaimLines(deps, query, { id: fileId, day }, placed(rows));
      return problems.map(({ line, why }) => ({ line, problem: problemOf(why, headings) }));
    },
  };
}
