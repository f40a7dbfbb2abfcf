import type { Environment } from '../settings.ts';

/** The parts of the sandbox's keys file that the shop is configured with. */
export type SandboxKeysFile = {
  wechatAccount: { appId: string; appSecret: string };
  wechatMini: { appId: string; appSecret: string };
  wechatPay: {
    mchid: string;
    apiV3Key: string;
    merchant: { serialNo: string; privateKeyPem: string };
    platformPublicKey: { publicKeyId: string; publicKeyPem: string };
  };
  wechatPapay: { apiV2Key: string; planId: string };
  alipay: {
    appId: string;
    sellerId: string;
    app: { privateKeyPem: string };
    alipay: { publicKeyPem: string };
  };
  unionpay: {
    merId: string;
    merchant: { certId: string; privateKeyPem: string };
    rootCertificatePem: string;
    middleCertificatePem?: string;
  };
  medicalAccount: {
    appId: string;
    appSecret: string;
    orgCode: string;
    orgName: string;
    merchantId: string;
    app: { privateKeyBase64: string };
    platform: { publicKeyBase64: string };
  };
  preExisting: {
    appId: string;
    appSecret: string;
    app: { privateKeyBase64: string };
    platform: { publicKeyBase64: string };
    subjectKeyBase64: string;
  };
  partner: { tokenKeyId: string; tokenKeyBase64: string };
  tzt: { issuer: string; publicKeyPem: string };
  lakala: {
    appId: string;
    merchantNo: string;
    termNo: string;
    merchant: { serialNo: string; privateKeyPem: string };
    platform: { certificatePem: string };
  };
  rb: { channelCode: string; secret: string };
  smtp: { user: string; password: string; from: string };
  paperSigning: { privateKeyPem: string; certificatePem: string };
  aliyunSms: {
    accessKeyId: string;
    accessKeySecret: string;
    signName: string;
    templateCodes: {
      login: string;
      issued?: string;
      result?: string;
      refund?: string;
      account?: string;
      change?: string;
      saleOpen?: string;
      renewalOpen?: string;
    } & WithholdingTemplates;
  };
  tencent: {
    secretId: string;
    secretKey: string;
    sms: {
      sdkAppId: string;
      signName: string;
      templateIds: {
        login: string;
        issued: string;
        result: string;
        refund?: string;
        account?: string;
        change?: string;
        saleOpen?: string;
        renewalOpen?: string;
      } & WithholdingTemplates;
    };
    faceRuleId: string;
  };
  wbface: { appId: string; secret: string };
};

type WithholdingTemplates = Readonly<
  Partial<
    Record<
      | 'withholdingAsk'
      | 'withholdingComing'
      | 'withholdingOutcome'
      | 'withholdingClosed'
      | 'familyAsk'
      | 'groupInvite'
      | 'groupNews',
      string
    >
  >
>;

/** Pages are opened by the browser, wherever it is; the calls between the two programs stay on this machine. */
export function sandboxSettings(
  keys: SandboxKeysFile,
  { origin, port, smtpPort, shop }: { origin: string; port: number; smtpPort: number; shop: { port: number } },
): Environment {
  const {
    wechatAccount,
    wechatMini,
    wechatPay,
    wechatPapay,
    alipay,
    unionpay,
    medicalAccount,
    preExisting,
    partner,
    tzt,
    lakala,
    rb,
    aliyunSms,
    tencent,
    wbface,
    smtp,
    paperSigning,
  } = keys;
  const direct = `http://127.0.0.1:${port}`;
  return {
    WECHAT_APP_ID: wechatAccount.appId,
    WECHAT_APP_SECRET: wechatAccount.appSecret,
    WECHAT_MINI_APP_ID: wechatMini.appId,
    WECHAT_MINI_APP_SECRET: wechatMini.appSecret,
    WECHAT_API_BASE: direct,
    WECHAT_OPEN_BASE: origin,
    WECHAT_JS_SDK_URL: `${origin}/open/js/jweixin-1.6.0.js`,
    WXPAY_MCH_ID: wechatPay.mchid,
    WXPAY_MERCHANT_PRIVATE_KEY: wechatPay.merchant.privateKeyPem,
    WXPAY_MERCHANT_SERIAL: wechatPay.merchant.serialNo,
    WXPAY_API_V3_KEY: wechatPay.apiV3Key,
    WXPAY_PUBLIC_KEY_ID: wechatPay.platformPublicKey.publicKeyId,
    WXPAY_PUBLIC_KEY: wechatPay.platformPublicKey.publicKeyPem,
    WXPAY_BASE: direct,
    WXPAY_SECOND_BASE: `http://localhost:${port}`,
    WXPAY_NOTIFY_ORIGIN: `http://127.0.0.1:${shop.port}`,
    WXPAY_API_V2_KEY: wechatPapay.apiV2Key,
    WXPAY_PAPAY_PLAN_ID: wechatPapay.planId,
    WXPAY_PAPAY_PAGE_BASE: origin,
    // Browsers open the payment page at these gateways, so they are the addresses they reach.
    ALIPAY_GATEWAY: `${origin}/gateway.do`,
    ALIPAY_AUTH_BASE: origin,
    ALIPAY_APP_ID: alipay.appId,
    ALIPAY_APP_PRIVATE_KEY: alipay.app.privateKeyPem,
    ALIPAY_PUBLIC_KEY: alipay.alipay.publicKeyPem,
    ALIPAY_SELLER_ID: alipay.sellerId,
    TSA_URL: `${direct}/tsa`,
    TSA_URL_2: `${direct}/tsa2`,
    UNIONPAY_BASE: origin,
    UNIONPAY_FILE_URL: `${direct}/unionpay/file`,
    UNIONPAY_MER_ID: unionpay.merId,
    UNIONPAY_CERT_ID: unionpay.merchant.certId,
    UNIONPAY_PRIVATE_KEY: unionpay.merchant.privateKeyPem,
    UNIONPAY_CERTIFICATES: `${unionpay.rootCertificatePem}${unionpay.middleCertificatePem ?? ''}`,
    UNIONPAY_SIGNER: '00040000:SIGN',
    PEC_BASE: direct,
    PEC_APP_ID: preExisting.appId,
    PEC_APP_SECRET: preExisting.appSecret,
    PEC_PRIVATE_KEY: preExisting.app.privateKeyBase64,
    PEC_PLATFORM_PUBLIC_KEY: preExisting.platform.publicKeyBase64,
    PEC_SUBJECT_KEY: preExisting.subjectKeyBase64,
    HSA_BASE: direct,
    HSA_APP_ID: medicalAccount.appId,
    HSA_APP_SECRET: medicalAccount.appSecret,
    HSA_PRIVATE_KEY: medicalAccount.app.privateKeyBase64,
    HSA_PLATFORM_PUBLIC_KEY: medicalAccount.platform.publicKeyBase64,
    HSA_ORG_CODE: medicalAccount.orgCode,
    HSA_ORG_NAME: medicalAccount.orgName,
    HSA_MERCHANT_ID: medicalAccount.merchantId,
    MEDICAL_APP_ORIGINS: origin,
    PARTNER_PAGE_ORIGINS: origin,
    PARTNER_TOKEN_KEYS: `${partner.tokenKeyId}:${partner.tokenKeyBase64}`,
    TZT_ISSUER: tzt.issuer,
    TZT_PUBLIC_KEY: tzt.publicKeyPem,
    LKL_BASE: origin,
    LKL_APP_ID: lakala.appId,
    LKL_MERCHANT_NO: lakala.merchantNo,
    LKL_TERM_NO: lakala.termNo,
    LKL_MERCHANT_SERIAL: lakala.merchant.serialNo,
    LKL_MERCHANT_PRIVATE_KEY: lakala.merchant.privateKeyPem,
    LKL_PLATFORM_CERTIFICATE: lakala.platform.certificatePem,
    LKL_REQUEST_IP: '127.0.0.1',
    LKL_ABSENT_CODES: 'SBX20002',
    RB_BASE: origin,
    RB_CHANNEL_CODE: rb.channelCode,
    RB_SECRET: rb.secret,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    SMTP_SECURITY: 'none',
    SMTP_USER: smtp.user,
    SMTP_PASSWORD: smtp.password,
    SMTP_FROM: smtp.from,
    PAPER_SIGNING_KEY: paperSigning.privateKeyPem,
    PAPER_SIGNING_CERTIFICATES: paperSigning.certificatePem,
    ALIYUN_ACCESS_KEY_ID: aliyunSms.accessKeyId,
    ALIYUN_ACCESS_KEY_SECRET: aliyunSms.accessKeySecret,
    ALIYUN_SMS_SIGN_NAME: aliyunSms.signName,
    ALIYUN_SMS_TEMPLATE_LOGIN: aliyunSms.templateCodes.login,
    // A keys file of an earlier start has no such template.
    ALIYUN_SMS_TEMPLATE_ISSUED: aliyunSms.templateCodes.issued,
    ALIYUN_SMS_TEMPLATE_RESULT: aliyunSms.templateCodes.result,
    ALIYUN_SMS_TEMPLATE_REFUND: aliyunSms.templateCodes.refund,
    ALIYUN_SMS_TEMPLATE_ACCOUNT: aliyunSms.templateCodes.account,
    ALIYUN_SMS_TEMPLATE_CHANGE: aliyunSms.templateCodes.change,
    ALIYUN_SMS_TEMPLATE_SALE_OPEN: aliyunSms.templateCodes.saleOpen,
    ALIYUN_SMS_TEMPLATE_RENEWAL_OPEN: aliyunSms.templateCodes.renewalOpen,
    ALIYUN_SMS_TEMPLATE_FAMILY_ASK: aliyunSms.templateCodes.familyAsk,
    ALIYUN_SMS_TEMPLATE_GROUP_INVITE: aliyunSms.templateCodes.groupInvite,
    ALIYUN_SMS_TEMPLATE_GROUP_NEWS: aliyunSms.templateCodes.groupNews,
    ALIYUN_SMS_TEMPLATE_WITHHOLDING_ASK: aliyunSms.templateCodes.withholdingAsk,
    ALIYUN_SMS_TEMPLATE_WITHHOLDING_COMING: aliyunSms.templateCodes.withholdingComing,
    ALIYUN_SMS_TEMPLATE_WITHHOLDING_OUTCOME: aliyunSms.templateCodes.withholdingOutcome,
    ALIYUN_SMS_TEMPLATE_WITHHOLDING_CLOSED: aliyunSms.templateCodes.withholdingClosed,
    ALIYUN_SMS_BASE: direct,
    TENCENT_SECRET_ID: tencent.secretId,
    TENCENT_SECRET_KEY: tencent.secretKey,
    TENCENT_SMS_SDK_APP_ID: tencent.sms.sdkAppId,
    TENCENT_SMS_SIGN_NAME: tencent.sms.signName,
    TENCENT_SMS_TEMPLATE_LOGIN: tencent.sms.templateIds.login,
    TENCENT_SMS_TEMPLATE_ISSUED: tencent.sms.templateIds.issued,
    TENCENT_SMS_TEMPLATE_RESULT: tencent.sms.templateIds.result,
    TENCENT_SMS_TEMPLATE_REFUND: tencent.sms.templateIds.refund,
    TENCENT_SMS_TEMPLATE_ACCOUNT: tencent.sms.templateIds.account,
    TENCENT_SMS_TEMPLATE_CHANGE: tencent.sms.templateIds.change,
    TENCENT_SMS_TEMPLATE_SALE_OPEN: tencent.sms.templateIds.saleOpen,
    TENCENT_SMS_TEMPLATE_RENEWAL_OPEN: tencent.sms.templateIds.renewalOpen,
    TENCENT_SMS_TEMPLATE_FAMILY_ASK: tencent.sms.templateIds.familyAsk,
    TENCENT_SMS_TEMPLATE_GROUP_INVITE: tencent.sms.templateIds.groupInvite,
    TENCENT_SMS_TEMPLATE_GROUP_NEWS: tencent.sms.templateIds.groupNews,
    TENCENT_SMS_TEMPLATE_WITHHOLDING_ASK: tencent.sms.templateIds.withholdingAsk,
    TENCENT_SMS_TEMPLATE_WITHHOLDING_COMING: tencent.sms.templateIds.withholdingComing,
    TENCENT_SMS_TEMPLATE_WITHHOLDING_OUTCOME: tencent.sms.templateIds.withholdingOutcome,
    TENCENT_SMS_TEMPLATE_WITHHOLDING_CLOSED: tencent.sms.templateIds.withholdingClosed,
    TENCENT_SMS_BASE: direct,
    TENCENT_FACEID_SECRET_ID: tencent.secretId,
    TENCENT_FACEID_SECRET_KEY: tencent.secretKey,
    TENCENT_FACEID_RULE_ID: tencent.faceRuleId,
    TENCENT_FACEID_BASE: direct,
    WBFACE_APP_ID: wbface.appId,
    WBFACE_SECRET: wbface.secret,
    WBFACE_BASE: direct,
    WBFACE_PAGE_BASE: origin,
    TENCENT_OCR_SECRET_ID: tencent.secretId,
    TENCENT_OCR_SECRET_KEY: tencent.secretKey,
    TENCENT_OCR_BASE: direct,
  };
}
