import type { ApprovalValue, ImportKindValue, ImportValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { IMPORT_STATUS_TABLE } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import { namesOf, type StaffMember } from '../staff/index.ts';
import { APPROVAL_KINDS, subjectOf } from './import-approvals.ts';
import type { ImportKind } from './import-kind.ts';
import type { ImportRow, ImportStore } from './import-store.ts';
import type { ImportsDependencies } from './imports-deps.ts';

/** Whether files of a kind are for somebody to give. */
export const mayGive = ({ givers }: ImportKind, { roles }: Pick<StaffMember, 'roles'>): boolean =>
  givers.some((role) => roles.includes(role));

export function kindView(imports: ImportKind, reader: StaffMember) {
  const { kind, title, note, needs, headings, maxRows, maxBytes, isWhole } = imports;
  return {
    ...{ kind, title, note, needs, mostRows: maxRows, mostBytes: maxBytes, isWhole },
    headings: [...headings],
    mayGive: mayGive(imports, reader),
  } satisfies ImportKindValue;
}

/** Imports as somebody sees them. */
export async function viewsOf(
  deps: ImportsDependencies,
  store: ImportStore,
  rows: readonly ImportRow[],
  reader: StaffMember,
): Promise<ImportValue[]> {
  const { query } = deps.database;
  const names = await namesOf(
    deps,
    query,
    rows.map(({ given_by }) => given_by),
  );
  const arriving = rows.flatMap(({ id, status }) => (status === 'arriving' ? [id] : []));
  const pieces = await query<{ import_id: number; here: number }>(
    'select import_id, count(*)::integer as here from import_pieces where import_id = any($1::integer[]) group by import_id',
    [arriving],
  );
  const here = new Map(pieces.map((one) => [one.import_id, one.here]));
  const waiting = rows.length === 0 ? [] : await deps.approvals.waitingOf(reader, APPROVAL_KINDS);
  return rows.map((row) => {
    const approval = waiting.find(({ subject }) => subject === subjectOf(deps, row)) ?? null;
    return viewOf(deps, row, {
      fileName: store.nameOf(row),
      givenBy: names.get(row.given_by) ?? '',
      here: row.status === 'arriving' ? (here.get(row.id) ?? 0) : row.pieces,
      approval,
    });
  });
}

interface Beside {
  readonly fileName: string;
  readonly givenBy: string;
  readonly here: number;
  readonly approval: ApprovalValue | null;
}

function viewOf(deps: ImportsDependencies, row: ImportRow, { fileName, givenBy, here, approval }: Beside): ImportValue {
  const { status } = row;
  const kind = deps.kinds.find((one) => one.kind === row.kind);
  const entry = statusEntryOf(IMPORT_STATUS_TABLE, status);
  const isWhole = kind?.isWhole ?? false;
  const isAtRest = status === 'read' || status === 'done';
  const moment = (at: number | null) => (at === null ? null : beijingDateTime(at));
  return {
    ...{ importNo: String(row.id), kind: row.kind, title: kind?.title ?? row.kind, isWhole, fileName },
    forWhat: forWhat(deps, row),
    ...{ sizeBytes: row.size_bytes, status, statusLabel: entry?.label ?? status, tone: toneOf(entry?.tone) },
    ...{ givenBy, givenAt: beijingDateTime(row.given_at), readAt: moment(row.read_at), liveAt: moment(row.live_at) },
    pieces: { here, all: row.pieces },
    rows: {
      ...{ total: row.rows_total, read: row.rows_read, good: row.rows_good, bad: row.rows_bad, live: row.rows_live },
    },
    pace: paceOf(row, deps.clock.now()),
    differs: { added: row.rows_added, changed: row.rows_changed, same: row.rows_same, gone: row.rows_gone },
    problem: row.problem,
    approval: approval && {
      ...{ approvalNo: approval.approvalNo, title: approval.title, askedBy: approval.askedBy },
      mayDecide: approval.mayDecide,
    },
    can: {
      mend: isAtRest && row.rows_bad > 0 && approval === null && !(isWhole && status === 'done'),
      ask: status === 'read' && approval === null && row.rows_good > row.rows_live && !(isWhole && row.rows_bad > 0),
      stop: approval === null && ['arriving', 'waiting', 'reading', 'read', 'applying'].includes(status),
      undo: isWhole && status === 'done' && approval === null && (row.made?.base ?? 0) > 0,
    },
  };
}

type Tone = ImportValue['tone'];
const toneOf = (tone: string | undefined): Tone => (tone ?? 'neutral') as Tone;

/** Of which day or edition a file is; empty where its kind says it. */
export function forWhat({ editions }: ImportsDependencies, { options }: ImportRow): string {
  if (options.day !== undefined) return options.day;
  if (options.edition === undefined) return '';
  const edition = editions.edition(options.edition);
  return edition ? `${edition.document.editionYear} 年版` : options.edition;
}

/** How fast this attempt goes. Known after its first rows. */
function paceOf(row: ImportRow, nowMs: number): ImportValue['pace'] {
  const isReading = row.status === 'reading';
  if ((!isReading && row.status !== 'applying') || row.began_at === null)
    return { rowsPerSecond: null, secondsLeft: null };
  const [done, all] = isReading ? [row.rows_read, row.rows_total] : [row.rows_live, row.rows_good];
  const ms = nowMs - row.began_at;
  const perSecond = ms > 0 ? ((done - row.began_rows) * 1_000) / ms : 0;
  if (perSecond <= 0) return { rowsPerSecond: null, secondsLeft: null };
  return {
    rowsPerSecond: Math.max(1, Math.round(perSecond)),
    secondsLeft: all === null ? null : Math.ceil((all - done) / perSecond),
  };
}
