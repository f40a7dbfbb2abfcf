import type { MemberViewValue } from '@huimin/contract';

const WORDS: Record<MemberViewValue['missing'][number], string> = {
  phone: '手机号',
  'guardian-consent': '监护人的同意',
  'relationship-note': '具体是什么关系',
  region: '医保所在地',
};

/** 还缺手机号、监护人的同意; null when nothing is missing. */
export function missingText(missing: MemberViewValue['missing']): string | null {
  return missing.length === 0 ? null : `还缺${missing.map((detail) => WORDS[detail]).join('、')}`;
}

/** What keeps this person from being insured. A phone is asked for where the payer is checked. */
export function blockingText(missing: MemberViewValue['missing']): string | null {
  return missingText(missing.filter((detail) => detail !== 'phone'));
}
