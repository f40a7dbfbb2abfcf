export type SampleVerdict =
  | 'intact'
  | 'gaps'
  | 'altered'
  | 'incomplete'
  | 'unrecorded'
  | 'erased'
  | 'unchecked'
  | 'unsealed'
  | 'no-page';

interface VerdictWords {
  readonly label: string;
  readonly tone: 'success' | 'warn' | 'error' | 'info' | 'neutral';
}

/** What can be said of the evidence of one order in a sample. */
export const SAMPLE_VERDICTS: Readonly<Record<SampleVerdict, VerdictWords>> = {
  intact: { label: '完整', tone: 'success' },
  gaps: { label: '完整，有缺段', tone: 'warn' },
  altered: { label: '和封存时不一样', tone: 'error' },
  incomplete: { label: '记录不全', tone: 'error' },
  unrecorded: { label: '没有录到', tone: 'error' },
  erased: { label: '已按规则销毁', tone: 'neutral' },
  unchecked: { label: '还没检查', tone: 'info' },
  unsealed: { label: '还没封存', tone: 'info' },
  'no-page': { label: '不经过页面，不录', tone: 'neutral' },
};

export interface SampleFacts {
  /** What was noted of the order's recording; null: nothing, because no page sold it. */
  readonly bound: 'bound' | 'unrecorded' | 'foreign' | null;
  readonly isSealed: boolean;
  /** What the last check said; null while there was none. */
  readonly checked: string | null;
}

const CHECKED: ReadonlyMap<string, SampleVerdict> = new Map([
  ['intact', 'intact'],
  ['intact-with-gaps', 'gaps'],
  ['altered', 'altered'],
  ['incomplete', 'incomplete'],
  ['erased-by-rule', 'erased'],
]);

/** Only a check says that a recording is whole; without one nothing is claimed. */
export function sampleVerdict({ bound, isSealed, checked }: SampleFacts): SampleVerdict {
  if (bound === null) return 'no-page';
  if (bound !== 'bound') return 'unrecorded';
  if (!isSealed) return 'unsealed';
  return (checked === null ? undefined : CHECKED.get(checked)) ?? 'unchecked';
}
