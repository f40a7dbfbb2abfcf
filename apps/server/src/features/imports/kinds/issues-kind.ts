import { beijingDate, parseDate } from '@huimin/domain/date';
import { type IssueColumns, type IssueRow, issueColumns, issueHeadings, issueRow } from '@huimin/domain/reconciliation';
import { seesEverything } from '@huimin/domain/staff';
import { SPOILT_CELL } from '../../../sheets/index.ts';
import { beginIssueFile, daysToldOf, isKnownIssueFile, takeIssueRows } from '../../reconciliation/index.ts';
import { problemOf, type RowKind, type RowProblem } from '../import-kind.ts';
import type { ImportsCore } from '../imports-deps.ts';

const KNOWN_FILE = '这份文件已经导入过';
const EARLIER: RowProblem = {
  column: '保单号',
  problem: '后一天的文件已经说过这张保单',
  fix: '不用再导入，从文件里去掉',
};

/** What insurers issued, by their own files: compared with the policies here. */
export function issuesKind(deps: ImportsCore): RowKind<IssueRow> {
  const insurers = () => [
    ...new Set(deps.editions.all().flatMap(({ document }) => document.insuranceCompany.map(({ name }) => name))),
  ];
  return {
    kind: 'issues',
    title: '保司出单',
    isWhole: false,
    needs: 'day',
    givers: ['finance'],
    maxRows: 300_000,
    maxBytes: 96 * 1024 * 1024,
    note: '保司的出单文件，一行一张保单，不要写姓名、证件号；同一张保单以后一天的文件为准，和我方的保单逐张比',
    sameKey: '同一张保单',
    unlikeUnit: '',
    get headings() {
      return issueHeadings(insurers());
    },
    belongsTo({ day }, { scope }) {
      if (!seesEverything(scope)) return '出单文件是全省的，要数据范围是全省的人来导入';
      if (day === undefined || parseDate(day) === null || day > beijingDate(deps.clock.now())) {
        return '请选文件是哪一天的，不晚于今天';
      }
      return { insurers: null };
    },
    async open() {
      const isEdition = (code: string): boolean => code !== '' && deps.editions.edition(code) !== null;
      const headings = issueHeadings(insurers());
      let columns: IssueColumns | null = null;
      return {
        columns(cells) {
          const found = issueColumns(cells);
          if (typeof found === 'string') return found;
          columns = found;
          return null;
        },
        row({ cells, spoilt }) {
          if (columns === null) throw new Error('a row came before its columns');
          if (spoilt.length > 0) return problemOf(SPOILT_CELL, headings);
          // A table leaves out cells that are empty at its end.
          const { width } = columns;
          const whole = Array.from({ length: Math.max(width, cells.length) }, (_, at) => cells[at] ?? '');
          const row = issueRow(whole, columns, isEdition);
          if (typeof row === 'string') return problemOf(row, headings);
          return { key: row.policyNo, unit: row.policyNo, mark: null, value: row };
        },
      };
    },
    refusal: async (query, sha256) => ((await isKnownIssueFile(query, sha256)) ? KNOWN_FILE : null),
    async weigh(query, { day = '' }, _made, rows) {
      const told = await daysToldOf(
        deps,
        query,
        rows.map(({ value }) => value.policyNo),
      );
      return new Map(
        rows.map(({ line, value }) => {
          const former = told.get(value.policyNo);
          const weighed = former === undefined ? 'added' : former > day ? EARLIER : 'changed';
          return [line, weighed] as const;
        }),
      );
    },
    async begin({ query, options: { day = '' }, by, nowMs }, { sha256, sizeBytes }) {
      const fileId = await beginIssueFile(query, { day, by, sha256, sizeBytes }, nowMs);
      return fileId === null ? KNOWN_FILE : { fileId };
    },
    async take({ query, options: { day = '' }, nowMs }, { fileId = '' }, rows) {
      const placed = rows.map(({ line, value }) => ({ ...value, line }));
      await takeIssueRows(deps, query, { id: fileId, day }, placed, nowMs);
      return [];
    },
  };
}
