import type { ConsoleCalls, ContentLineValue, ContentVersionValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { contentVersions, listContents, textsOf } from '../sharing/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import { type ContentDeskDependencies, editionInScope, NO_CONTENT, signerOf } from './content-desk-deps.ts';
import { findingView, placeLabel } from './content-words.ts';

type ShownRow = Awaited<ReturnType<typeof listContents>>[number];

export function listShareContents(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['listShareContents']> {
  return async ({ edition, contentKind, standing }, { member }) => {
    const rows = (await listContents(deps)).filter(
      (row) =>
        editionInScope(deps, row.edition_code, member) !== null &&
        (edition === undefined || row.edition_code === edition) &&
        (contentKind === undefined || row.kind === contentKind) &&
        (standing === undefined || row.standing === standing),
    );
    const editions = deps.editions
      .all()
      .filter(({ code }) => editionInScope(deps, code, member) !== null)
      .map(({ code, document }) => ({ edition: code, name: document.proName }));
    return ok({ contents: rows.map(lineOf), editions });
  };
}

export function showShareContent(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['showShareContent']> {
  return async ({ contentId }, { member }) => {
    const rows = await contentVersions(deps, contentId);
    const [newest] = rows;
    if (!newest || editionInScope(deps, newest.edition_code, member) === null) return fail('not-found', NO_CONTENT);
    return ok({ contentId, versions: rows.map((row) => versionOf(row, member)) });
  };
}

function lineOf(row: ShownRow): ContentLineValue {
  return {
    contentId: row.content_id,
    contentKind: row.kind,
    edition: row.edition_code,
    title: textsOf(row.kind, row.document).title ?? '',
    version: row.version,
    statusLabel: row.status_text,
    standing: row.standing,
    standingText: row.standing_text,
    findings: row.findings.map(findingView),
    approvalNo: row.approval_no,
    expiresAt: timeOf(row.expires_at),
    writtenBy: row.written_by,
    writtenAt: beijingDateTime(row.written_at),
  };
}

function versionOf(row: ShownRow, member: StaffMember): ContentVersionValue {
  const texts = Object.entries(textsOf(row.kind, row.document));
  return {
    ...lineOf(row),
    status: row.status,
    [row.kind]: row.document,
    texts: texts.map(([field, text]) => ({ field, label: placeLabel(field), text })),
    endAnnouncedOn: row.end_announced_on,
    approvedBy: row.approved_by,
    approvedAt: timeOf(row.approved_at),
    recalledBy: row.recalled_by,
    recalledAt: timeOf(row.recalled_at),
    recallReason: row.recall_reason,
    mayApprove:
      row.status === 'draft' && row.written_by !== signerOf(member) && mayStaff(member.roles, 'content.approve'),
  };
}

const timeOf = (ms: number | null) => (ms === null ? null : beijingDateTime(ms));
