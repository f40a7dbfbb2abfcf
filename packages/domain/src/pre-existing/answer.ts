const DAY_MS = 24 * 3_600_000;

/** What an answer says: whether somebody counts as having a pre-existing condition by this year's rules. */
export type PreExistingLabel = 'yes' | 'no' | 'cannot-tell';

export const PRE_EXISTING_LABELS: Readonly<Record<PreExistingLabel, string>> = {
  yes: '是',
  no: '否',
  'cannot-tell': '暂无法判定',
};

/** `private`: the data centre gets a keyed hash; `trusted`: it gets name and number, encrypted. */
export type PreExistingWay = 'private' | 'trusted';

export const PRE_EXISTING_WAYS: Readonly<Record<PreExistingWay, string>> = {
  private: '密算查询',
  trusted: '可信查询',
};

/** An answer is good this long, then it is deleted: records change, and nobody needs an old label. */
export const ANSWER_LIFE_DAYS = 30;
export const ANSWER_LIFE_MS = ANSWER_LIFE_DAYS * DAY_MS;

/** `C2` is 第 2 类 of the list in the health notice; which diseases are in it is said there and nowhere else. */
export function classText(classCode: string): string {
  return `第 ${classCode.replace(/\D/g, '')} 类`;
}

const FIRST_PAUSES_MS = [20_000, 40_000, 60_000, 120_000, 300_000, 600_000];
const LATER_PAUSE_MS = 1_800_000;
/** After that nothing more is asked; whoever wants to know begins anew. */
export const ASKING_LIFE_MS = DAY_MS;

/** How long to wait before asking again a data centre that was asked `tries` times. */
export function pauseAfter(tries: number): number {
  return FIRST_PAUSES_MS[tries - 1] ?? LATER_PAUSE_MS;
}
