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
