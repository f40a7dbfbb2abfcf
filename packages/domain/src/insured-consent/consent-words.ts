/** Kept with each answer: what was agreed to. A new version for each change of the words. */
export const INSURED_CONSENT_VERSION = 1;

/** What somebody agrees to who is insured by another person. */
export const INSURED_CONSENT_WORDS: readonly string[] = [
  '我知道有人为我投保，我是被保险人，保费由投保人付',
  '上面的姓名、证件和医保所在地是我的，没有错',
  '同意为投保、出保单和理赔使用和保存这些信息',
];
