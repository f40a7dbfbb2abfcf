import { type StaffScope, withinScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { type ApprovalKind, NotPossible } from '../staff/index.ts';
import type { ImportKind } from './import-kind.ts';
import type { ImportRow } from './import-store.ts';

const ASKED_MS = 3 * 24 * 3_600_000;

interface AskedImport {
  readonly importId: number;
  /** Rows that come later are asked for anew. */
  readonly round: number;
}

export const LIVE_KIND = { kind: 'import-live' } as const;
export const UNDO_KIND = { kind: 'import-undo' } as const;
export const APPROVAL_KINDS = [LIVE_KIND.kind, UNDO_KIND.kind];

/** What a request is about, in words without a person's data. */
export function subjectOf({ kinds }: { readonly kinds: readonly ImportKind[] }, row: Pick<ImportRow, 'id' | 'kind'>) {
  return `${kinds.find(({ kind }) => kind === row.kind)?.title ?? row.kind}导入 ${row.id}`;
}

/** What is imported counts, and stops counting, only with a second person. */
export function importApprovals(
  kinds: readonly ImportKind[],
): readonly [ApprovalKind<AskedImport>, ApprovalKind<AskedImport>] {
  const both: Pick<ApprovalKind<AskedImport>, 'asks' | 'decides' | 'lastsMs' | 'within'> = {
    ...{ asks: 'imports.give', decides: 'imports.approve', lastsMs: ASKED_MS },
    /** Whoever asks or agrees has to see what the file is of. */
    async within({ importId }, { scope }, { query }) {
      const [row] = await query<ImportRow>('select * from imports where id = $1', [importId]);
      return row !== undefined && seesImport(scope, row);
    },
  };
  return [
    {
      ...{ ...LIVE_KIND, title: '导入生效', ...both },
      async run({ importId, round }, { query, approvalId, nowMs }) {
        const row = await held(query, importId);
        if (row.status !== 'read' || row.round !== round) {
          throw new NotPossible('staff-rule', '申请以后这次导入变了，请重新申请');
        }
        await query(
          `update imports set status = 'applying', approval_id = $2, lease_until = $3, tries = 0, problem = '' where id = $1`,
          [importId, approvalId, new Date(nowMs)],
        );
      },
    },
    {
      ...{ ...UNDO_KIND, title: '撤销导入', ...both },
      async run({ importId }, { query, approvalId, askedBy, nowMs }) {
        const row = await held(query, importId);
        const kind = kinds.find((one) => one.kind === row.kind);
        const { base = 0, version } = row.made ?? {};
        if (!kind?.isWhole || row.status !== 'done' || base === 0)
          throw new NotPossible('staff-rule', '这次导入不能撤销');
        const live = await kind.live(query, row.options);
        if (live.version !== version) throw new NotPossible('staff-rule', '后来又换过一版，不能撤销这一次');
        const by = `${askedBy.name}（${askedBy.account}）`;
        const refusal = await kind.restore({ query, options: row.options, by, nowMs }, base);
        if (refusal !== null) throw new NotPossible('staff-rule', refusal);
        await query(`update imports set status = 'undone', approval_id = $2, problem = $3 where id = $1`, [
          importId,
          approvalId,
          '已换回导入前的一版',
        ]);
      },
    },
  ];

  async function held(query: Query, id: number): Promise<ImportRow> {
    const [row] = await query<ImportRow>('select * from imports where id = $1 for update', [id]);
    if (!row) throw new Error(`no import ${id}`);
    return row;
  }
}

function seesImport(scope: StaffScope, { insurers }: ImportRow): boolean {
  return withinScope(scope, { insurers: insurers ?? [], city: null, channel: null });
}
