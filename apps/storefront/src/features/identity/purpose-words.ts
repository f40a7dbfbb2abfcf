import type { IdentityPurposeValue } from '@huimin/contract';

interface PurposeWords {
  /** Why the person is asked to prove who they are. */
  readonly why: string;
  readonly leave: string;
  /** Which phone the carrier is asked about. */
  readonly phone?: string;
}

const WORDS: Readonly<Record<IdentityPurposeValue, PurposeWords>> = {
  'change-phone': { why: '因为您要换登录的手机号，为了保护保单，核对一次', leave: '先不换了' },
  'recover-account': { why: '因为您要找回账号，为了保护保单，核对一次', leave: '先不找了' },
  'change-payer': { why: '因为您要改缴费人信息，为了保护保单，核对一次', leave: '先不改了' },
  'query-pre-existing': { why: '健康信息只给本人看，查之前核对一次', leave: '先不查了', phone: '登录的手机号' },
  'correct-identity': { why: '因为您要更正证件信息，为了保护保单，核对一次', leave: '先不改了' },
};

export function purposeWords(purpose: IdentityPurposeValue): Required<PurposeWords> {
  return { phone: '新手机号', ...WORDS[purpose] };
}

export function isPurpose(text: string | null): text is IdentityPurposeValue {
  return Object.keys(WORDS).some((purpose) => purpose === text);
}
