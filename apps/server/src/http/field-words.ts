/** One sentence whatever is wrong with it, or how the field is called and what belongs into it. */
type FieldWords = string | { readonly label: string; readonly wanted: string };

/** The fields a resident fills in, in the words of the pages. All others are filled by the page itself. */
const WORDS: Readonly<Record<string, FieldWords>> = {
  phone: { label: '手机号', wanted: ' 11 位手机号' },
  'loginBySms.code': { label: '验证码', wanted: '短信里的 6 位数字' },
  'applyRefund.code': { label: '验证码', wanted: '短信里的 6 位数字' },
  'refundOrder.code': { label: '验证码', wanted: '短信里的 6 位数字' },
  'searchPolicies.person.code': { label: '验证码', wanted: '短信里的 6 位数字' },
  ...codeOf(
    'identityLogin',
    'settleLogin',
    'loginWithHistoryHolder',
    'verification',
    'updatePhone',
    'requestPhoneChange',
  ),
  nickname: { label: '称呼', wanted: '希望怎么称呼您' },
  email: { label: '邮箱', wanted: '像 name@example.cn 的地址' },
  address: { label: '地址', wanted: '街道和门牌号' },
  statement: { label: '说明', wanted: '为什么收不到原手机号的短信' },
  'updateInsurant.code': { label: '验证码', wanted: '短信里的 6 位数字' },
  'updatePolicyholder.code': { label: '验证码', wanted: '短信里的 6 位数字' },
  newPhoneCode: { label: '验证码', wanted: '新手机号收到的 6 位数字' },
  'prepareChange.reason': '请选择更正的原因',
  fileIds: '请上传 1 到 6 份材料',
  content: '文件是空的，或者超过 5 MB，请换一个',
  fileName: '文件名太长，请改短再上传',
  policyNos: '请至少选择一位',
  reason: '请选择原因',
  name: { label: '姓名', wanted: '证件上的姓名' },
  idNumber: { label: '证件号码', wanted: '证件上的号码' },
  relationshipNote: { label: '关系说明', wanted: '是什么关系，例如祖父母' },
  birthDate: { label: '出生日期', wanted: '证件上的日期，例如 1962-05-08' },
  idType: '请选择证件类型',
  sex: '请选择性别',
  relationship: '请选择与您的关系',
  regionCode: '请选择医保所在地',
  medicalType: '请选择职工医保或居民医保',
  guardianConsent: '请先取得孩子监护人的同意并勾选，再保存',
  consent: '请先勾选同意，再保存',
  image: '请选一张证件照片',
  policyholderMemberId: '请选择缴费人',
  insuredMemberIds: '请选择 1 到 10 位参保人',
  agreedDocuments: '请读完并同意协议后再继续',
};

/** The code of a text message, for calls in which `code` might be something else. */
function codeOf(...calls: readonly string[]): Record<string, FieldWords> {
  return Object.fromEntries(calls.map((call) => [`${call}.code`, { label: '验证码', wanted: '短信里的 6 位数字' }]));
}

/** What a resident is told where the page itself sent something wrong: reopening it is all they can do. */
export const PAGE_FAULT = '页面内容有误，请重新打开页面再试';

export type FieldFault =
  | { readonly kind: 'missing' | 'form' | 'too-short' }
  | { readonly kind: 'too-long'; readonly limit: number };

/** A sentence about a field of a call, given the field's dotted path. */
export function fieldSentence(callName: string, path: string, fault: FieldFault): string {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const words = wordsOf(`${callName}.${path}`) ?? wordsOf(field);
  if (words === undefined) return PAGE_FAULT;
  if (typeof words === 'string') return words;
  const { label, wanted } = words;
  switch (fault.kind) {
    case 'missing':
      return `请填写${label}`;
    case 'too-long':
      return `${label}太长，最多 ${fault.limit} 个字`;
    case 'too-short':
      return `${label}太短，请填${wanted}`;
    case 'form':
      return `${label}格式不对，请填${wanted}`;
  }
}

function wordsOf(key: string): FieldWords | undefined {
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined;
}
