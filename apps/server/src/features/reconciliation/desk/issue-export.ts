import type { Core } from '../../../core.ts';
import type { ExportKind } from '../../table-exports/index.ts';
import { ISSUE_COLUMNS, issueDifferences, issueEditions, issueRowOf } from '../issues/index.ts';
import { SEES_ALL } from './desk-deps.ts';

/** Everything that the insurers' issue files had otherwise, decided or not, by edition and day. */
export function issueExport({ database: { query } }: Core): ExportKind {
  return {
    ...{ kind: 'issue-differences', title: '出单差', view: 'reconciliation.view', forAll: SEES_ALL },
    headings: ISSUE_COLUMNS,
    problemOf: (filter) => (Object.keys(filter).length > 0 ? '出单差表没有筛选条件' : null),
    describe: () => '和保司出单文件不一致的全部保单',
    count: async () => null,
    async *pages() {
      for (const { edition_code: code } of await issueEditions(query)) {
        for await (const rows of issueDifferences(query, code, 'all')) yield rows.map(issueRowOf);
      }
    },
  };
}
