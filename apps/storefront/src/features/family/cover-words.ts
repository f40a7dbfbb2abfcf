import type { FamilyValue } from '@huimin/contract';
import { POLICY_STATUS, shownPolicyStatus } from '@huimin/domain/policy';

export type FamilyPerson = FamilyValue['people'][number];
export type YearCover = FamilyPerson['cover'][number];
type StatusWords = Readonly<Record<string, { readonly label: string }>>;

export interface CoverWord {
  readonly text: string;
  readonly look: 'ok' | 'warn' | 'no';
}

const ELDER_POLICY: Readonly<Record<number, string>> = {
  [POLICY_STATUS.notYetInForce]: '已经买好',
  [POLICY_STATUS.inForce]: '有保障',
};

/** A year's cover in a word. Policies are called what the server's map calls them. */
export function coverWord(cover: YearCover, words: StatusWords | null, elder: boolean): CoverWord {
  switch (cover.state) {
    case 'issuing':
      return { text: elder ? '正在办' : '出单中', look: 'warn' };
    case 'elsewhere':
      return { text: elder ? '家里人买好了' : '已参保', look: 'ok' };
    case 'waiting-payment':
      return { text: elder ? '还没付钱' : '待付款', look: 'warn' };
    case 'none':
      return { text: '没有保障', look: 'no' };
    case 'policy': {
      const status = cover.policy?.status ?? 0;
      const label = words?.[String(status)]?.label ?? shownPolicyStatus(status).label;
      return { text: (elder && ELDER_POLICY[status]) || label, look: lookOf(status) };
    }
  }
}

function lookOf(status: number): CoverWord['look'] {
  if (status === POLICY_STATUS.notYetInForce || status === POLICY_STATUS.inForce) return 'ok';
  return status === POLICY_STATUS.ended ? 'no' : 'warn';
}

/** The years a card has room for: next, this and last. */
export const YEARS_ON_CARD = 3;

/** Whether the person is covered in a year, or will be once the policy is there. */
export function isCovered(person: FamilyPerson, year: number): boolean {
  const state = person.cover.find((cover) => cover.editionYear === year)?.state;
  return state === 'policy' || state === 'issuing' || state === 'elsewhere';
}

/** Whether nothing is under way for the person in a year: they can be bought for. */
export function isUncovered(person: FamilyPerson, year: number): boolean {
  const state = person.cover.find((cover) => cover.editionYear === year)?.state;
  return state === undefined || state === 'none';
}

/** The policy whose papers the card offers: of this year, else the newest that stands. */
export function policyOnCard(person: FamilyPerson, year: number): YearCover['policy'] {
  const ofYear = person.cover.find((cover) => cover.editionYear === year)?.policy;
  return ofYear ?? person.cover.find((cover) => cover.policy !== null)?.policy ?? null;
}
