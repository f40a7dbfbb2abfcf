/** Raised with every change of the texts below; kept with each question as what the person has read and agreed to. */
export const HEALTH_CONSENT_VERSION = 1;

/** By which rules health information is asked for (健康信息查询告知书), agreed to separately each time. */
export const HEALTH_CONSENT_LINES: readonly string[] = [
  '用来做什么：只用来告诉您，按今年的条款是不是算既往症人群、赔付比例是多少。查不查、结果怎样，都不影响参保和保费。',
  '问谁：向医保数据中心查询。先用密算查询，只交出由姓名和身份证号算出的密文代号；算不出来、您又愿意时，才用可信查询，加密交出姓名和身份证号。',
  '我们得到什么：只有“是、否、暂无法判定”、名单里的类别编号、规则版本和数据日期。我们得不到、也不保存病名和就诊记录。',
  '保存多久：结果加密保存 30 天，到期自动删除。您随时可以撤回同意，撤回后马上删除结果；同意和查询的记录按法律要求保存三年以上。',
  '谁能看：只有您本人能看。未满 18 周岁的，由监护人看。别人替您付钱，也看不到。您申请复核时，复核人员能看。每次都记下来，您可以看到谁查过。',
  '您可以不同意：不查也能参保、也能理赔。对结果有疑问，可以申请复核。',
];

/** Added where a guardian asks for a minor. */
export const GUARDIAN_CONSENT_LINE =
  '我是这个孩子的父母或者其他监护人，代他同意查询。冒用监护人身份查询他人健康信息，要承担法律责任。';

/** What is kept as agreed to: every sentence that was shown. */
export function healthConsentText(basis: 'self' | 'guardian'): string {
  const lines = basis === 'guardian' ? [...HEALTH_CONSENT_LINES, GUARDIAN_CONSENT_LINE] : HEALTH_CONSENT_LINES;
  return lines.join('\n');
}
