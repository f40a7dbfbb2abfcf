import { categoriesOf, type RuleSet, ruleSetProblems } from '@huimin/domain/adjustment';
import type { Query } from '../../db/database.ts';
import type { EditionDocument } from '../configuration/index.ts';

/** The published rules of all editions. */
export interface RuleBook {
  /** In this version; in the newest for null. Null where there is none. */
  rules(editionCode: string, version: number | null): RuleSet | null;
  has(editionCode: string, planCode: string | null, version: number | null): boolean;
}

/** Some editions with some versions each: read whole. */
export async function openRuleBook(query: Query): Promise<RuleBook> {
  const rows = await query<{ document: RuleSet }>(
    'select document from adjustment_rules order by edition_code, version',
  );
  const byEdition = Map.groupBy(
    rows.map(({ document }) => document),
    ({ editionCode }) => editionCode,
  );
  const rules: RuleBook['rules'] = (editionCode, version) => {
    const versions = byEdition.get(editionCode) ?? [];
    return (version === null ? versions.at(-1) : versions.find((one) => one.version === version)) ?? null;
  };
  return {
    rules,
    has(editionCode, planCode, version) {
      const found = rules(editionCode, version);
      return found !== null && categoriesOf(found, planCode) !== null;
    },
  };
}

export interface Publication {
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
}

/** Publishes the edition's next version; null where another was published meanwhile. */
export async function publishRules(
  query: Query,
  rules: RuleSet,
  { by, reason, atMs }: Publication,
): Promise<number | null> {
  const rows = await query(
    `insert into adjustment_rules (edition_code, version, document, published_at, published_by, reason)
     select $1, $2, $3, $4, $5, $6
     where $2 = 1 + (select coalesce(max(version), 0) from adjustment_rules where edition_code = $1)
     on conflict do nothing returning version`,
    [rules.editionCode, rules.version, JSON.stringify(rules), new Date(atMs), by, reason],
  );
  return rows.length > 0 ? rules.version : null;
}

export interface PublishedRules {
  edition_code: string;
  version: number;
  document: RuleSet;
  published_at: number;
  published_by: string;
  reason: string;
}

/** All that was ever published, newest first. */
export async function publishedRules(query: Query): Promise<PublishedRules[]> {
  return query<PublishedRules>(
    `select edition_code, version, document, published_at, published_by, reason from adjustment_rules
     order by edition_code, version desc`,
  );
}

/** What keeps rules from being published for an edition: what is wrong in them, or a plan that they lack. */
export function rulesProblems({ plans }: Pick<EditionDocument, 'plans'>, rules: RuleSet): string[] {
  const problems = ruleSetProblems(rules);
  if (problems.length > 0) return problems;
  const missing = plans.filter(({ code }) => !rules.plans.some((plan) => plan.code === code));
  return missing.length > 0 ? [`缺少方案：${missing.map(({ code }) => code).join('、')}`] : [];
}
