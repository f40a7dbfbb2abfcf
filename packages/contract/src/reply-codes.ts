/**
 * Every reply code of the API. `name` is what code switches on, `code` is what travels, `message` is what
 * a person reads unless the call has a more exact sentence. 200000, 300001 and 400001 are the specified
 * ones; the others are this product's.
 */
export const REPLY_CODES = {
  ok: { code: 200000, message: '成功' },
  'not-on-sale': { code: 300001, message: '现在不在参保期内' },
  'not-logged-in': { code: 400001, message: '未登录，请重新登录' },
  'bad-input': { code: 400100, message: '填写的内容有误，请改正后再试' },
  'missing-header': { code: 400101, message: '请求不完整，请重新打开页面' },
  'not-found': { code: 400104, message: '没有找到，请返回后重新进入' },
  'too-many-requests': { code: 400129, message: '操作太频繁，请稍后再试' },
  'sms-code-wrong': { code: 400201, message: '验证码不对。请看最新一条短信，重新输入 6 位数字' },
  'sms-code-expired': { code: 400202, message: '验证码已过期，请重新获取' },
  'sms-too-soon': { code: 400203, message: '验证码刚发过，请稍后再获取' },
  'sms-not-sent': { code: 400204, message: '短信没有发出，请稍后再试' },
  'adult-required': { code: 400210, message: '缴费人要年满 18 周岁' },
  'card-unreadable': { code: 400220, message: '没有读到身份证。请换一张清楚的照片，或者手工填写' },
  'face-tries-used': { code: 400221, message: '今天刷脸的次数用完了。请明天再试，或者换别的办法核对' },
  'proof-required': { code: 400211, message: '请先核对是不是您本人，再办理' },
  'phone-taken': { code: 400212, message: '该手机号已被其他用户绑定，请换一个手机号' },
  'login-refused': { code: 400213, message: '这次登录已失效，请重新进入' },
  'already-insured': { code: 400301, message: '已参加本年度保障，无需重复投保' },
  'documents-changed': { code: 400302, message: '条款有更新，请重新读完再付款' },
  'order-state': { code: 400303, message: '订单状态已变化，请看最新状态' },
  'switched-off': { code: 400304, message: '这个产品现在不能在网上办理，请打客服电话' },
  'in-line': { code: 400305, message: '现在买的人多，正在为您排队，请不要关掉页面' },
  'payment-method': { code: 400401, message: '这种付款方式暂时不能用，请换一种' },
  'payment-unclear': { code: 400402, message: '正在确认付款结果，请不要重复付款' },
  'medical-permission': { code: 400404, message: '请先到医保页面授权，再付款' },
  'payment-limit': { code: 400405, message: '这种付款方式到了限额，请换一种，或者明天再付' },
  'open-id-required': { code: 400403, message: '请在微信里授权后再付款' },
  'paper-not-ready': { code: 400501, message: '文件还在生成，请稍后再看' },
  'recording-refused': { code: 400801, message: '这份记录不能再续，请重新打开页面' },
  'recording-required': { code: 400803, message: '页面记录没有接通，请重新打开页面再提交' },
  'recording-conflict': { code: 400802, message: '这一段和先前收到的不同，两份都已保存' },
  'file-refused': { code: 400601, message: '这个文件不能用，请换一张照片' },
  'staff-signed-out': { code: 400701, message: '登录已经结束，这一步没有办。重新登录运营后台以后，请再提交一次' },
  'staff-may-not': { code: 400702, message: '您的角色没有这个权限' },
  'sign-in-wrong': { code: 400703, message: '账号或密码不对' },
  'sign-in-locked': { code: 400704, message: '输错次数太多，账号暂时锁定' },
  'second-code-wrong': { code: 400705, message: '动态口令不对，请等下一个再输' },
  'staff-page-stale': { code: 400706, message: '页面已经过期，请刷新后再试' },
  'staff-rule': { code: 400707, message: '这样办不了，请按提示改' },
  'approval-closed': { code: 400708, message: '这个申请已经有结果了' },
  'provider-busy': { code: 500201, message: '对方系统忙，请稍后再试' },
  'server-busy': { code: 500000, message: '系统忙，请稍后再试' },
} as const satisfies Record<string, { code: number; message: string }>;

export type ReplyCodeName = keyof typeof REPLY_CODES;
/** Names of failures, for result types. */
export type FailureName = Exclude<ReplyCodeName, 'ok'>;

const nameByCode = new Map<string, ReplyCodeName>(
  Object.entries(REPLY_CODES).map(([name, entry]) => [String(entry.code), name as ReplyCodeName]),
);

/** The name of a code that travelled, or null for one this product does not know. */
export function replyCodeName(code: unknown): ReplyCodeName | null {
  return nameByCode.get(String(code)) ?? null;
}
