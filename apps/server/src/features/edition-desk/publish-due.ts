import { PRODUCT_NUMBER } from '@huimin/contract';
import { type RuleSet, rulesForPlans } from '@huimin/domain/adjustment';
import { withoutDraftParts } from '@huimin/domain/edition-desk';
import { benefitsOf } from '@huimin/domain/product';
import type { Query } from '../../db/database.ts';
import { publishRules } from '../claims/index.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { appendAudit } from '../staff/index.ts';
import { subjectOf } from './change-draft.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { agreementsOf, type Draft, moveDraft, removeDraft } from './draft-store.ts';
import { whyNotPublishable } from './publishable.ts';

/** Puts what is due before the residents, one edition after the other; answers how many. */
export async function publishDueEditions(deps: EditionDeskDependencies): Promise<number> {
  const due = await deps.database.query<{ edition_code: string }>(
    `select edition_code from edition_drafts where status = 'scheduled' and publish_at <= $1 order by publish_at`,
    [new Date(deps.clock.now())],
  );
  let published = 0;
  for (const { edition_code: code } of due) {
    if (await deps.database.transaction((query) => publishOne(deps, query, code))) published += 1;
  }
  // Other replicas notice by themselves within two seconds.
  if (published > 0) await deps.editions.refresh();
  return published;
}

type PublishedEdition = Pick<EditionDocument, 'editionCode' | 'plans' | 'benefits'>;

async function publishOne(deps: EditionDeskDependencies, query: Query, code: string): Promise<boolean> {
  const [draft] = await query<Draft>(
    `select * from edition_drafts where edition_code = $1 and status = 'scheduled' and publish_at <= $2
     for update skip locked`,
    [code, new Date(deps.clock.now())],
  );
  if (!draft) return false;
  const why = await whyNotPublishable(deps, query, draft);
  const version = why === null ? await takeOver(deps, query, draft) : null;
  if (version === null) {
    const note = `没有按时发布：${why ?? '线上已经换过一版'}`;
    await moveDraft(query, code, 'approved', { note });
    deps.log.error({ edition: code, why: note }, 'an edition could not be published at its time');
  }
  await appendAudit(query, {
    atMs: deps.clock.now(),
    staffId: null,
    what: 'scheduleEdition',
    outcome: version === null ? 'refused' : 'done',
    subject: subjectOf(draft),
    person: null,
    detail: version === null ? `没有按时发布：${why}` : '按时发布',
    address: '',
    requestId: '',
  });
  return version !== null;
}

async function takeOver(deps: EditionDeskDependencies, query: Query, draft: Draft): Promise<number | null> {
  const code = draft.edition_code;
  const document = withoutDraftParts(draft.document);
  const at = new Date(deps.clock.now());
  // Residents saw it too, whoever put it there: the one before the first of the desk's.
  await query(
    `insert into edition_versions (edition_code, version, document, editors, approved_by, published_at)
     select code, config_version, document, '{}', '{}', updated_at from editions where code = $1 on conflict do nothing`,
    [code],
  );
  const [row] = await query<{ config_version: number }>(
    `insert into editions (code, product_number, edition_year, is_default, config_version, document, updated_at)
     values ($1, $2, $3, false, 1, $4, $5)
     on conflict (code) do update set document = excluded.document, edition_year = excluded.edition_year,
       config_version = editions.config_version + 1, updated_at = excluded.updated_at
       where editions.config_version = $6
     returning config_version`,
    [code, PRODUCT_NUMBER, document.editionYear, JSON.stringify(document), at, draft.base_version],
  );
  if (!row) return null;
  if (draft.becomes_default) await query(`update editions set is_default = (code = $1)`, [code]);
  await carryRules(query, draft.copied_from ?? code, document, at);
  if (draft.copied_from !== null) await carryLists(query, draft.copied_from, code, at);
  const agreements = await agreementsOf(query, draft);
  await query(
    `insert into edition_versions (edition_code, version, document, editors, approved_by, published_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [code, row.config_version, JSON.stringify(document), draft.editors, agreements.map((one) => one.staff_id), at],
  );
  await removeDraft(query, code);
  return row.config_version;
}

/**
 * The rules of an edition's claims begin as those of the one it was copied from; a plan that they do not have is worked out as its
 * benefits say, until somebody writes the next version.
 */
async function carryRules(query: Query, from: string, document: PublishedEdition, at: Date): Promise<void> {
  const { editionCode: code } = document;
  const [former] = await query<{ document: RuleSet }>(
    `select document from adjustment_rules where edition_code = $1 order by version desc limit 1`,
    [from],
  );
  if (!former) return;
  const isCopied = from !== code;
  const plans = document.plans.map((plan) => ({ code: plan.code, benefits: benefitsOf(document, plan) }));
  const rules = rulesForPlans(former.document, plans, isCopied);
  const added = document.plans.filter((plan) => !former.document.plans.some((one) => one.code === plan.code));
  if (!isCopied && added.length === 0) return;
  const version = isCopied ? 1 : rules.version + 1;
  const names = added.map(({ name }) => `，“${name}”按它的保障责任`).join('');
  await publishRules(
    query,
    { ...rules, editionCode: code, version, label: `${code} 第 ${version} 次发布` },
    { by: isCopied ? '复制为下一年版' : '发布版本', reason: `同 ${from}${names}`, atMs: at.getTime() },
  );
}

/** Drugs, pharmacies and services of a copied edition begin as the former edition has them. */
async function carryLists(query: Query, from: string, to: string, at: Date): Promise<void> {
  await query(
    `insert into edition_lists (edition_code, kind, version, rows, row_count, published_by, published_at)
     select distinct on (kind) $2, kind, 1, rows, row_count, published_by, $3 from edition_lists where edition_code = $1
     order by kind, version desc on conflict do nothing`,
    [from, to, at],
  );
}
