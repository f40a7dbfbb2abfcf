/** Why a message is sent. Codes, money and security are told at once; only marketing can be switched off. */
export type MessagePurpose = 'code' | 'money' | 'security' | 'service' | 'marketing';

interface MessageKindRow {
  readonly title: string;
  readonly purpose: MessagePurpose;
  /** What is filled in, by name, with an invented example. */
  readonly places: Readonly<Record<string, string>>;
  /** As it was first registered with the gateway. */
  readonly text: string;
  /**
   * Who tries again what did not go out for now: the sender itself; the topic it comes from, which writes it anew (another
   * link, another amount); or the person, by asking for another code.
   */
  readonly again: 'sender' | 'topic' | 'person';
  /** A person may send it once more although its topic tries again: it says the same later. */
  readonly byHand?: true;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: places that the gateway fills in
export const MESSAGE_KINDS = {
  'login-code': {
    ...{ title: '验证码', purpose: 'code', again: 'person' },
    places: { code: '246810' },
    text: '您的验证码是${code}，10分钟内有效。工作人员不会向您要验证码，请勿告诉别人。',
  },
  'policy-issued': {
    ...{ title: '保单已生成', purpose: 'money', again: 'sender' },
    places: { product: '演示医保', count: '2' },
    text: '${product}的${count}份保单已生成，请到个人中心查看。',
  },
  'payment-result': {
    ...{ title: '付款结果', purpose: 'money', again: 'sender' },
    places: { product: '演示医保', result: '已付款' },
    text: '${product}的订单：${result}。请到个人中心查看。',
  },
  'refund-arrived': {
    ...{ title: '退款到账', purpose: 'money', again: 'sender' },
    places: { product: '演示医保', amount: '158.00' },
    text: '${product}的退款${amount}元已原路退回。',
  },
  'account-notice': {
    ...{ title: '账户安全', purpose: 'security', again: 'sender' },
    places: { event: '登录手机号已更换' },
    text: '您的账户：${event}。不是您本人操作，请联系客服。',
  },
  'change-result': {
    ...{ title: '办理结果', purpose: 'service', again: 'sender' },
    places: { product: '演示医保', result: '更正已办好' },
    text: '${product}：${result}。请到个人中心查看。',
  },
  'sale-open': {
    ...{ title: '开售提醒', purpose: 'marketing', again: 'topic' },
    places: { product: '演示医保', date: '12月31日' },
    text: '您预约的${product}已开始参保，到${date}截止。请从公众号进入，自己参保后保障才会生效。拒收请回复R',
  },
  'renewal-open': {
    ...{ title: '续保提醒', purpose: 'marketing', again: 'sender' },
    places: { product: '演示医保', date: '12月31日' },
    text: '${product}已开始参保，到${date}截止。您上一年的保障到期就结束，不会自己接上，可到个人中心的续保里看。拒收请回复R',
  },
  'family-ask': {
    ...{ title: '请家人确认', purpose: 'service', again: 'topic' },
    places: { name: '林*', product: '演示医保', link: 'AAAABBBBCCCCDDDD' },
    text: '${name}为您投保了${product}，您不用付钱。请打开本站 /f/${link} 看一看，由您本人确认；不认识这个人，也请在里面说明。',
  },
  'group-invite': {
    ...{ title: '请员工确认', purpose: 'service', again: 'topic' },
    places: { company: '示例单位', product: '演示医保', link: 'AAAABBBBCCCCDDDD' },
    text: '${company}要为您投保${product}，保费由单位付。请打开本站 /g/${link} 核对并由您本人确认。',
  },
  'group-news': {
    ...{ title: '团体参保进度', purpose: 'service', again: 'topic', byHand: true },
    places: { company: '示例单位', result: '保单已出' },
    text: '${company}的团体参保：${result}。详情请看团体参保进度。',
  },
  'withholding-ask': {
    ...{ title: '扣费前请确认', purpose: 'service', again: 'topic' },
    places: { product: '演示医保', amount: '158.00', date: '11月9日' },
    text: '${product}可以重新投保了，${amount}元。请在${date}前到自动扣费管理里确认，不确认就不扣费，也不投保。',
  },
  'withholding-coming': {
    ...{ title: '扣费前通知', purpose: 'service', again: 'topic' },
    places: { product: '演示医保', amount: '158.00', date: '11月12日' },
    text: '${product}将在${date}自动扣费${amount}元。不想投保请在那之前到自动扣费管理里关闭。',
  },
  'withholding-result': {
    ...{ title: '扣费结果', purpose: 'money', again: 'topic', byHand: true },
    places: { product: '演示医保', result: '扣费成功' },
    text: '${product}自动重新投保：${result}。可在自动扣费管理里看记录。',
  },
  'withholding-closed': {
    ...{ title: '自动扣费已关闭', purpose: 'service', again: 'topic', byHand: true },
    places: { product: '演示医保' },
    text: '${product}的自动重新投保已关闭，以后不会扣费，已生效保单不受影响。',
  },
} as const satisfies Readonly<Record<string, MessageKindRow>>;
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above

export type MessageKind = keyof typeof MESSAGE_KINDS;

export const MESSAGE_PURPOSES: Readonly<Record<MessagePurpose, string>> = {
  code: '验证码',
  money: '资金',
  security: '账户安全',
  service: '服务',
  marketing: '营销',
};

/** The rules of a kind; of one that is not known any more, those of an ordinary message. */
export function messageKind(kind: string): MessageKindRow {
  const rows: Readonly<Record<string, MessageKindRow>> = MESSAGE_KINDS;
  return rows[kind] ?? { title: kind, purpose: 'service', places: {}, text: '', again: 'topic' };
}

/** Whether a person may send once more what did not go out for a technical reason. */
export function isSentByHand(kind: string): boolean {
  const { again, byHand } = messageKind(kind);
  return again === 'sender' || byHand === true;
}
