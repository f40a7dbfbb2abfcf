import { parseDate } from '@huimin/domain/date';
import type { RegistryAnswer } from '../../ports/pre-existing-registry.ts';

type Label = Extract<RegistryAnswer, { kind: 'label' }>;

const LABELS: Readonly<Record<string, Label['label']>> = { Y: 'yes', N: 'no', U: 'cannot-tell' };
const FIELDS = new Set(['queryNo', 'result', 'classCode', 'ruleVersion', 'dataDate', 'taskState']);

/** The label in a verified answer; null for one that is not of the profile, or of another question. */
export function labelOf(
  data: Readonly<Record<string, unknown>>,
  queryNo: string,
): { readonly answer: Label; readonly tellsMore: boolean } | null {
  const { result, classCode, ruleVersion, dataDate } = data;
  const label = typeof result === 'string' && Object.hasOwn(LABELS, result) ? LABELS[result] : undefined;
  const day = dayOf(dataDate);
  if (data.queryNo !== queryNo || label === undefined || day === null) return null;
  if (typeof ruleVersion !== 'string' || !/^[0-9A-Za-z.-]{1,20}$/.test(ruleVersion)) return null;
  const isClassed = typeof classCode === 'string' && /^C[1-9]$/.test(classCode);
  if (label === 'yes' ? !isClassed : classCode !== undefined) return null;
  return {
    answer: {
      kind: 'label',
      label,
      classCode: label === 'yes' ? (classCode as string) : null,
      ruleVersion,
      dataDate: day,
    },
    tellsMore: Object.keys(data).some((name) => !FIELDS.has(name)),
  };
}

/** `YYYY-MM-DD` of eight digits that are a day. */
function dayOf(value: unknown): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (year === undefined) return null;
  const text = `${year}-${month}-${day}`;
  return parseDate(text) === null ? null : text;
}
