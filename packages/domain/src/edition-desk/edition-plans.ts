import { parseDate } from '../date/index.ts';
import { type Fen, fenToYuanText } from '../money/index.ts';
import { type Benefit, benefitsOf, dearerPlan, type Plan, planOf, upgradeFen } from '../product/index.ts';
import type { DeskEdition } from './desk-edition.ts';

/** Which plans an edition has: what adding one, taking one out and their order change of it. */
export type EditionPlans = Pick<DeskEdition, 'plans' | 'benefits' | 'premiumsTyped' | 'plansRemoved'>;

/** As many as a resident still reads beside each other, and the first page has room for. */
export const MOST_PLANS = 4;

/** As orders, policies and the rules of claims keep it; never shown to residents. */
const PLAN_CODE = /^[a-z0-9][a-z0-9-]{1,19}$/;

/** A plan that somebody adds, as it is typed. */
export interface NewPlan {
  readonly code: string;
  readonly name: string;
  /** Null: what was typed is no sum. */
  readonly premiumFen: Fen | null;
  readonly adds: readonly string[];
  /** Code of the plan whose cover it begins with. */
  readonly coverOf: string;
}

/** Why the plans of a published edition stay as they are, in words; null while nobody could have bought it. */
export function whyPlansStay(live: Pick<DeskEdition, 'insureStart' | 'flows'> | null, nowMs: number): string | null {
  if (live === null || !hasBegun(live, nowMs)) return null;
  return '已经开始参保，方案不能再加、删或换顺序；要改请复制为新的一版';
}

/** Somebody could have bought what residents have now. */
export function hasBegun({ insureStart, flows }: Pick<DeskEdition, 'insureStart' | 'flows'>, nowMs: number): boolean {
  return [insureStart, flows?.early?.from ?? ''].some((text) => (parseDate(text) ?? nowMs + 1) <= nowMs);
}

/** What is wrong with the code of a new plan, in words; null when it can have it. */
export function whyNoPlanCode(
  edition: { readonly plans: readonly Pick<Plan, 'code'>[]; readonly plansRemoved?: readonly Pick<Plan, 'code'>[] },
  code: string,
): string | null {
  const isAmong = (plans: readonly Pick<Plan, 'code'>[] = []) => plans.some((plan) => plan.code === code);
  if (!PLAN_CODE.test(code)) return '方案编码为 2 到 20 位小写字母、数字和短横，以字母或数字开头';
  if (isAmong(edition.plans)) return `方案编码 ${code} 已经有了，请换一个`;
  return isAmong(edition.plansRemoved) ? `方案 ${code} 刚从这份草稿里删掉，请点“放回”，或者换一个编码` : null;
}

/** What is wrong with a new plan, in words; null when it can be added. */
export function whyNoNewPlan(edition: EditionPlans, plan: NewPlan): string | null {
  const { plans } = edition;
  const name = plan.name.trim();
  if (plans.length >= MOST_PLANS) return `一版最多 ${MOST_PLANS} 个方案`;
  const wrongCode = whyNoPlanCode(edition, plan.code);
  if (wrongCode !== null) return wrongCode;
  if (name === '') return '请填写方案名称';
  if (plans.some((one) => one.name.trim() === name)) return `已经有一个方案叫“${name}”，请换一个名称`;
  if (plan.premiumFen === null || plan.premiumFen <= 0) return '请填写保费，写到分为止，例如 358.00';
  return planOf(edition, plan.coverOf) ? null : '请选保障责任先照哪个方案';
}

/** With one more plan, the last; its cover is its own and begins as another one's. */
export function withNewPlan<E extends EditionPlans>(edition: E, { code, name, premiumFen, adds, coverOf }: NewPlan): E {
  const lines = adds.map((line) => line.trim()).filter((line) => line !== '');
  const benefits = benefitsOf(edition, planOf(edition, coverOf));
  const plan = {
    ...{ code, name: name.trim(), premiumFen: premiumFen ?? 0 },
    ...(lines.length > 0 ? { adds: lines } : {}),
    benefits,
  };
  return withPlans(edition, [...edition.plans, plan]);
}

/** Why a plan stays in the draft, in words; null when it can be taken out. */
export function whyPlanStays(edition: EditionPlans, code: string): string | null {
  const plan = planOf(edition, code);
  if (!plan) return '这个方案已经不在草稿里了，请刷新';
  if (edition.plans.length === 1) return '只剩这一个方案，不能删；先加另一个';
  const name = plan.name.trim();
  const teller = edition.plans.find(
    (one) => one !== plan && name !== '' && one.adds?.some((line) => line.includes(name)),
  );
  return teller ? `“${teller.name}”的“多什么”里写着“${name}”，先改那句话再删` : null;
}

/** Without a plan, which can be put back: it is kept beside the others with what it covers. */
export function withoutPlan<E extends EditionPlans>(edition: E, code: string): E {
  const plan = planOf(edition, code);
  if (!plan) return edition;
  const kept = { ...plan, benefits: benefitsOf(edition, plan) };
  const removed = [...(edition.plansRemoved ?? []), kept];
  return withPlans(
    { ...edition, plansRemoved: removed },
    edition.plans.filter((one) => one !== plan),
  );
}

/** Why these are not the plans in another order, in words; null when they are, or when removed ones are put back among them. */
export function whyNoOrder(edition: EditionPlans, codes: readonly string[]): string | null {
  const { plans, plansRemoved = [] } = edition;
  const known = [...plans, ...plansRemoved].map(({ code }) => code);
  const isWhole = plans.every(({ code }) => codes.includes(code)) && new Set(codes).size === codes.length;
  if (!isWhole || codes.some((code) => !known.includes(code))) return '方案刚刚被改过，请看一眼再换顺序';
  if (codes.length > MOST_PLANS) return `一版最多 ${MOST_PLANS} 个方案`;
  const back = plansRemoved.filter(({ code }) => codes.includes(code));
  const taken = back.find(({ name }) => plans.some((one) => one.name.trim() === name.trim()));
  return taken ? `已经有一个方案叫“${taken.name}”，先改那个名称再放回` : null;
}

/** The plans in this order; a removed one that is named comes back as it was. */
export function inPlanOrder<E extends EditionPlans>(edition: E, codes: readonly string[]): E {
  const { plansRemoved = [] } = edition;
  const all = [...edition.plans, ...plansRemoved];
  const left = plansRemoved.filter(({ code }) => !codes.includes(code));
  return withPlans(
    { ...edition, plansRemoved: left },
    codes.flatMap((code) => all.find((plan) => plan.code === code) ?? []),
    plansRemoved.map(({ code }) => code),
  );
}

/** Of which plan each is the upgrade, and what moving up costs, by code; only those that are one. Typed sums that are none make no upgrade. */
export function upgradesBetween(
  plans: readonly Plan[],
): ReadonlyMap<string, { readonly from: Plan; readonly fen: Fen }> {
  const sound = plans.filter(({ premiumFen }) => premiumFen > 0);
  return new Map(
    sound.flatMap((from) => {
      const to = dearerPlan({ plans: sound }, from.code);
      return to ? [[to.code, { from, fen: upgradeFen(from, to) }] as const] : [];
    }),
  );
}

/** An edition as residents get it: without what only a draft holds. */
export function withoutDraftParts<E extends EditionPlans>(edition: E): Omit<E, 'plansRemoved' | 'premiumsTyped'> {
  const { plansRemoved: _, premiumsTyped: __, ...published } = edition;
  return published;
}

/** @param merged codes of plans that have no cover of their own where it is the edition's */
function withPlans<E extends EditionPlans>(edition: E, plans: readonly Plan[], merged: readonly string[] = []): E {
  const { premiumsTyped, plansRemoved = [], ...rest } = edition;
  const typed = plans.map(({ code, premiumFen }) => {
    const at = edition.plans.findIndex((one) => one.code === code);
    return premiumsTyped?.[at] ?? fenToYuanText(premiumFen);
  });
  return {
    ...rest,
    ...withSharedCover(edition.benefits, plans, merged),
    ...(premiumsTyped ? { premiumsTyped: typed } : {}),
    ...(plansRemoved.length > 0 ? { plansRemoved } : {}),
  } as unknown as E;
}

/** The edition's own cover is the cheapest plan's: residents read it beside the lowest price. */
function withSharedCover(former: readonly Benefit[], plans: readonly Plan[], merged: readonly string[]) {
  const priced = plans.filter(({ premiumFen }) => premiumFen > 0);
  const lowest = Math.min(...priced.map(({ premiumFen }) => premiumFen));
  const cheapest = priced.find(({ premiumFen }) => premiumFen === lowest) ?? null;
  const benefits = benefitsOf({ benefits: former }, cheapest);
  return {
    benefits,
    plans: plans.map((plan) => {
      const { benefits: own = former, ...shared } = plan;
      const mayShare = plan === cheapest || plan.benefits === undefined || merged.includes(plan.code);
      return mayShare && JSON.stringify(own) === JSON.stringify(benefits) ? shared : { ...shared, benefits: own };
    }),
  };
}
