import type { EditionDeskValue, EditionFieldsValue } from '@huimin/contract/console';
import { editionFieldLabel } from '@huimin/domain/edition-desk';

export type TypedFields = Partial<EditionFieldsValue>;
export type FieldName = keyof EditionFieldsValue;

/** What somebody typed into a draft that another person has changed meanwhile, where it cannot just be kept beside theirs. */
export interface Clash {
  /** Whose change it met. */
  readonly by: string;
  /** Both wrote these; none where the other one handed the draft in. */
  readonly names: readonly FieldName[];
  readonly isHanded: boolean;
  /** The draft as the other one left it. */
  readonly theirs: EditionDeskValue;
}

/** What a draft's lists by plan stand for: the codes of its plans in their order, and for each table of cover of whom it is. */
export interface PlanPlaces {
  readonly plans: readonly string[];
  readonly covers: readonly (readonly string[])[];
}

export const planPlaces = ({ plans, coverPlans }: Pick<EditionDeskValue, 'plans' | 'coverPlans'>): PlanPlaces => ({
  plans: plans.map(({ code }) => code),
  covers: coverPlans.map(({ codes }) => codes),
});

/**
 * What was typed while the draft had other plans, or had them in another order, brought to the places that they have in `now`. What was
 * typed for a plan that is gone goes with it; a new plan has what the draft says.
 */
export function atPlaces(typed: TypedFields, was: PlanPlaces, now: PlanPlaces, draft: EditionFieldsValue): TypedFields {
  if (isSame(was, now)) return typed;
  const moved = <T>(list: readonly T[], places: readonly number[], others: readonly T[]): T[] =>
    others.map((other, at) => list[places[at] ?? -1] ?? other);
  const byPlan = now.plans.map((code) => was.plans.indexOf(code));
  const byCover = now.covers.map((codes) =>
    was.covers.findIndex((former) => codes.some((one) => former.includes(one))),
  );
  const { premiumsYuan, planNames, planAdds, covers } = typed;
  return {
    ...typed,
    ...(premiumsYuan ? { premiumsYuan: moved(premiumsYuan, byPlan, draft.premiumsYuan) } : {}),
    ...(planNames ? { planNames: moved(planNames, byPlan, draft.planNames) } : {}),
    ...(planAdds ? { planAdds: moved(planAdds, byPlan, draft.planAdds) } : {}),
    ...(covers ? { covers: moved(covers, byCover, draft.covers) } : {}),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields that two people wrote differently: changed by the other one since `base`, and by whoever types here to something else. */
export function clashingFields(base: EditionFieldsValue, theirs: EditionFieldsValue, mine: TypedFields): FieldName[] {
  return (Object.keys(mine) as FieldName[]).filter(
    (name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]),
  );
}

/** Fields that the edition keeps under another name, or not at all. */
const OWN_LABELS: Partial<Record<FieldName, string>> = {
  earlyFrom: '提前参保开始',
  midFrom: '中途参保开始',
  midUntil: '中途参保截止',
  premiumsYuan: '保费',
  planNames: '方案名称',
  planAdds: '方案多什么',
  covers: '保障责任',
  theme: '主题颜色',
  becomesDefault: '首页显示这一版',
  endAnnouncedOn: '公告日期',
};

export const fieldLabel = (name: FieldName): string => OWN_LABELS[name] ?? editionFieldLabel(name) ?? name;

/** A field's value in words where it is short; '' for a list. */
export function fieldWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关';
  if (typeof value === 'string') return value === '' ? '空着' : value;
  return '';
}
