import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDate, endOfDayMs, parseDate } from '@huimin/domain/date';
import { fail, ok } from '../../http/handler.ts';
import { approveContent, contentVersions, recall, writeContent } from '../sharing/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import { type ContentDeskDependencies, editionInScope, NO_CONTENT, signerOf } from './content-desk-deps.ts';
import { findingView } from './content-words.ts';

const subjectOf = (contentId: string) => `分享内容 ${contentId}`;

export function writeContentCall(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['writeShareContent']> {
  return async (input, request) => {
    const { contentId, contentKind, edition, endAnnouncedOn = null, newest } = input;
    const given = { card: input.card, poster: input.poster, article: input.article };
    const document = given[contentKind];
    if (document === undefined) return fail('bad-input', '请填这一种内容的文字');
    if (editionInScope(deps, edition, request.member) === null) return fail('staff-rule', '没有这个产品版本');
    const today = beijingDate(deps.clock.now());
    if (endAnnouncedOn !== null && (parseDate(endAnnouncedOn) === null || endAnnouncedOn > today)) {
      return fail('bad-input', '公告停售的那一天不晚于今天');
    }
    if (contentKind === 'article' && parseDate(input.article?.publishedOn ?? '') === null) {
      return fail('bad-input', '没有这个发布日期，请重新选');
    }
    const wish = { contentId, kind: contentKind, editionCode: edition, document, endAnnouncedOn, newest };
    const written = await writeContent(deps, { ...wish, by: signerOf(request.member) }, (query, version, isAgain) => {
      const detail = isAgain ? `又发来一次，第 ${version} 版已写过` : `写了第 ${version} 版，待审批`;
      return request.note({ subject: subjectOf(contentId), detail }, query);
    });
    if (written.kind === 'refused') return fail('staff-rule', written.why);
    return ok({ version: written.version, findings: written.findings.map(findingView) });
  };
}

export function approveContentCall(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['approveShareContent']> {
  return async ({ contentId, version, approvalNo, expiresOn }, request) => {
    if (parseDate(expiresOn) === null) return fail('bad-input', '没有这一天，请重新选有效期');
    if (!(await isTheirs(deps, contentId, request.member))) return fail('not-found', NO_CONTENT);
    const given = { contentId, version, approvalNo, expiresAtMs: endOfDayMs(expiresOn) - 1_000 };
    const detail = `第 ${version} 版，审批号 ${approvalNo}，有效到 ${expiresOn}`;
    const done = await approveContent(deps, { ...given, by: signerOf(request.member) }, (query) =>
      request.note({ subject: subjectOf(contentId), detail }, query),
    );
    if (done.kind === 'absent') return fail('not-found', '没有这一版');
    if (done.kind === 'approved') return ok({});
    const words = (done.findings ?? []).map(({ word }) => `“${word}”`);
    return fail('staff-rule', words.length > 0 ? `${done.why}：${words.join('、')}` : done.why);
  };
}

export function recallContentCall(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['recallShareContent']> {
  return async ({ contentId, reason }, request) => {
    if (!(await isTheirs(deps, contentId, request.member))) return fail('not-found', NO_CONTENT);
    const given = { contentId, reason: reason.trim(), by: signerOf(request.member) };
    const done = await recall(deps, given, (query) =>
      request.note({ subject: subjectOf(contentId), detail: `收回：${given.reason}` }, query),
    );
    return done ? ok({}) : fail('not-found', '没有可以收回的：已经收回，或者没有在用的版本');
  };
}

async function isTheirs(deps: ContentDeskDependencies, contentId: string, member: StaffMember): Promise<boolean> {
  const [newest] = await contentVersions(deps, contentId);
  return newest !== undefined && editionInScope(deps, newest.edition_code, member) !== null;
}
