import { REQUIRED_DOCUMENT_KEYS } from '@huimin/contract';
import type { Query } from '../../db/database.ts';
import { admitDocuments } from '../evidence/index.ts';
import { appendAudit } from '../staff/index.ts';
import { pageSubject, whyNotSound } from './change-page.ts';
import type { PageDependencies } from './page-deps.ts';
import { movePageDraft, type PageDraft, pageAgreements, removePageDraft } from './page-store.ts';

/** Puts versions that are due before the residents: into the public log first, then where they are read. Answers how many. */
export async function publishDuePages(deps: PageDependencies): Promise<number> {
  const due = await deps.database.query<PageDraft>(
    `select * from document_drafts where status = 'scheduled' and publish_at <= $1 order by publish_at`,
    [new Date(deps.clock.now())],
  );
  if (due.length === 0) return 0;
  let published = 0;
  for (const draft of due) {
    const why = (await whyNotSound(deps.database.query, draft)) ?? (await notRegistered(deps, draft));
    if (await deps.database.transaction((query) => publishOne(deps, query, draft, why))) published += 1;
  }
  // Other replicas notice by themselves within two seconds.
  if (published > 0) await deps.editions.refresh();
  return published;
}

async function notRegistered(deps: PageDependencies, draft: PageDraft): Promise<string | null> {
  const { edition_code: editionCode, document_key: key, version, title, blocks, sha256 } = draft;
  const one = { editionCode, key, version, title, blocks, sha256 };
  const mayBeShown = await admitDocuments(deps.evidence)([one]);
  return mayBeShown(one) ? null : '没有能存入存证库';
}

async function publishOne(deps: PageDependencies, query: Query, seen: PageDraft, why: string | null): Promise<boolean> {
  const [draft] = await query<PageDraft>(
    `select * from document_drafts where edition_code = $1 and document_key = $2 and revision = $3
       and status = 'scheduled' for update skip locked`,
    [seen.edition_code, seen.document_key, seen.revision],
  );
  if (!draft) return false;
  const nowMs = deps.clock.now();
  if (why === null) {
    const agreements = await pageAgreements(query, draft);
    await query(
      `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at, reason,
         editors, approved_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        ...[draft.edition_code, draft.document_key, draft.version, draft.title],
        (REQUIRED_DOCUMENT_KEYS as readonly string[]).includes(draft.document_key),
        ...[JSON.stringify(draft.blocks), draft.sha256, new Date(nowMs), draft.reason],
        ...[draft.editors, agreements.map((one) => one.staff_id)],
      ],
    );
    await removePageDraft(query, draft);
  } else {
    await movePageDraft(query, draft, 'approved', { note: `没有按时发布：${why}` });
    deps.log.error({ page: pageSubject(draft), why }, 'a page could not be published at its time');
  }
  await appendAudit(query, {
    ...{ atMs: nowMs, staffId: null, what: 'schedulePage', person: null, address: '', requestId: '' },
    outcome: why === null ? 'done' : 'refused',
    subject: pageSubject(draft),
    detail: why === null ? '按时发布' : `没有按时发布：${why}`,
  });
  return why === null;
}
