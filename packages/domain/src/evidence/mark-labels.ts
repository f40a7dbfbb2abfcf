/** What the fields and boxes of recorded pages are called: one table for everybody who tells what a recording says. */
const FIELDS: Readonly<Record<string, string>> = {
  'member-relationship': '与您的关系',
  'member-relationshipNote': '关系说明',
  'member-name': '姓名',
  'member-idType': '证件类型',
  'member-idNumber': '证件号码',
  'member-sex': '性别',
  'member-birthDate': '出生日期',
  'member-phone': '手机号',
  'member-regionCode': '医保参保地',
  'member-medicalType': '医保类型',
  'login-phone': '登录手机号',
  'login-code': '登录验证码',
  sms: '短信验证码',
  code: '验证码',
  name: '姓名',
  idn: '证件号码',
  'assist-code': '协办码',
  'assist-insured': '协办的参保人',
  'plan-choice': '选择方案',
  'upgrade-people': '升级的人',
  'mid-person': '参保人',
  'mid-reason': '中途参保原因',
  'mid-papers': '证明材料',
  'document-day': '材料日期',
  'group-voucher': '付款凭证',
  'id-tail': '证件号码后 6 位',
};

const CONSENTS: Readonly<Record<string, string>> = {
  'confirm-consent': '已读完并同意以上文件',
  'other-cover': '已有别的医疗费用保险',
  'other-cover-insists': '知道不能重复报，坚持投保',
  'upgrade-consent': '已读完并同意以上文件（升级）',
  'assist-consent': '已读完并同意以上文件（协办）',
  'group-consent': '同意参加单位团体参保',
  'login-agree': '同意用户协议和隐私政策',
  'member-consent': '同意处理家人的信息',
  'member-guardianConsent': '监护人同意',
  'face-consent': '同意人脸核对',
  'jump-consent': '同意前往医保',
  'withhold-agree': '同意到期扣费',
  'refund-agree': '看完退保说明并同意',
};

/** A field by its label; what is in no table keeps its own word. */
export const fieldLabel = (id: string): string => FIELDS[id] ?? CONSENTS[id] ?? id;

export const consentLabel = (id: string): string => CONSENTS[id] ?? fieldLabel(id);
