/**
 * What gateways refuse a message with, in words: the codes of Alibaba Cloud's SendSms and of Tencent Cloud's, as their
 * references list them. What a shop can bring about by itself; a number that is wrong or gets too much is told apart before.
 */
const REFUSALS: Readonly<Record<string, string>> = {
  'isv.AMOUNT_NOT_ENOUGH': '网关账户的短信余额用完了',
  'isv.OUT_OF_SERVICE': '网关账户欠费停机了',
  'isv.PRODUCT_UN_SUBSCRIPT': '网关账户没有开通短信服务',
  'isv.PRODUCT_UNSUBSCRIBE': '网关账户没有开通短信服务',
  'isv.ACCOUNT_NOT_EXISTS': '网关里没有这个账户',
  'isv.ACCOUNT_ABNORMAL': '网关账户被限制了',
  'isv.SMS_SIGNATURE_ILLEGAL': '短信签名在网关里没有，或者没有审过',
  'isv.SMS_SIGN_ILLEGAL': '短信签名在网关里没有，或者没有审过',
  'isv.SMS_TEMPLATE_ILLEGAL': '短信模板在网关里没有，或者没有审过',
  'isv.TEMPLATE_MISSING_PARAMETERS': '填进模板的内容少了一项',
  'isv.TEMPLATE_PARAMS_ILLEGAL': '填进模板的内容里有网关不让发的字',
  'isv.PARAM_LENGTH_LIMIT': '填进模板的内容太长',
  'isv.PARAM_NOT_SUPPORT_URL': '填进模板的内容里有网址',
  'isv.SMS_CONTENT_ILLEGAL': '短信里有网关不让发的字',
  'isv.INVALID_JSON_PARAM': '填进模板的内容网关读不懂',
  'isv.INVALID_PARAMETERS': '发给网关的参数不对',
  'isv.DENY_IP_RANGE': '本系统的出口地址不在网关允许的范围里',
  'isv.BLACK_KEY_CONTROL_LIMIT': '号码在网关的拒收名单里',
  'isp.RAM_PERMISSION_DENY': '发短信的密钥没有发送权限',
  'isp.SYSTEM_ERROR': '网关自己出错',
  'InvalidAccessKeyId.NotFound': '发短信的密钥在网关里没有',
  'InvalidAccessKeyId.Inactive': '发短信的密钥停用了',
  SignatureDoesNotMatch: '发短信的密钥不对',
  'Throttling.User': '一下子发得太多，网关没有收',
  'FailedOperation.InsufficientBalanceInSmsPackage': '网关账户的短信套餐包用完了',
  'FailedOperation.SignatureIncorrectOrUnapproved': '短信签名在网关里没有，或者没有审过',
  'FailedOperation.TemplateIncorrectOrUnapproved': '短信模板在网关里没有，或者没有审过',
  'FailedOperation.TemplateUnapprovedOrNotExist': '短信模板在网关里没有，或者没有审过',
  'FailedOperation.TemplateParamSetNotMatchApprovedTemplate': '填进模板的内容和审过的模板对不上',
  'FailedOperation.ContainSensitiveWord': '短信里有网关不让发的字',
  'FailedOperation.PhoneNumberInBlacklist': '号码在网关的拒收名单里',
  'FailedOperation.MarketingSendTimeConstraint': '网关夜里不发营销短信',
  'InvalidParameterValue.TemplateParameterFormatError': '填进模板的内容格式不对',
  'InvalidParameterValue.TemplateParameterLengthLimit': '填进模板的内容太长',
  'InvalidParameterValue.ProhibitedUseUrlInTemplateParameter': '填进模板的内容里有网址',
  'UnauthorizedOperation.ServiceSuspendDueToArrears': '网关账户欠费停机了',
  'UnauthorizedOperation.RequestIpNotInWhitelist': '本系统的出口地址不在网关允许的范围里',
  'UnauthorizedOperation.RequestPermissionDeny': '发短信的密钥没有发送权限',
  'UnauthorizedOperation.SmsSdkAppIdVerifyFail': '短信应用编号在网关里没有，或者停用了',
  'AuthFailure.SecretIdNotFound': '发短信的密钥在网关里没有',
  'AuthFailure.SignatureFailure': '发短信的密钥不对',
  'AuthFailure.SignatureExpire': '本系统的钟和网关差得太多',
  'LimitExceeded.AppDailyLimit': '今天发的到了网关账户的上限',
  RequestLimitExceeded: '一下子发得太多，网关没有收',
  InternalError: '网关自己出错',
};

/** What carriers say in a receipt of a message that did not arrive. */
const RECEIPTS: Readonly<Record<string, string>> = {
  'MK:0001': '运营商说没有这个号码',
  'MN:0001': '运营商说没有这个号码',
  MOBILE_NOT_ON_SERVICE: '运营商说这个号码没有在用',
  UNDELIV: '运营商没有送到',
  EXPIRED: '运营商保存的时间过了，没有送到',
  REJECTD: '运营商拒收',
};

/** Why a gateway refused a message. */
export const refusalText = (code: string): string => REFUSALS[code] ?? '网关拒绝，原因见代码';

/** What became of a message that a gateway took. */
export const failedReceiptText = (code: string): string => RECEIPTS[code] ?? '没送到，原因见代码';
