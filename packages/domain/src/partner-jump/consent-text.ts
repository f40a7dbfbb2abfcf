/** Raised with every change of the lines below; kept with each jump as what the person has read and agreed to. */
export const JUMP_CONSENT_VERSION = 1;

/** What is agreed to before a phone is handed to the bureau. */
export const JUMP_CONSENT_LINES: readonly string[] = [
  '交出什么：只交出您登录用的手机号，不交姓名、证件号和订单。',
  '交给谁：医保局的接口，用国密算法加密后传送。',
  '用来做什么：让医保页面认出是您，少登录一次，不作别的用途。',
  '保存多久：您同意的时间和内容保存三年，备查；医保局怎样保存，看医保页面的说明。',
  '您可以不同意：不去医保页面，也能参保、付款和理赔。',
];
