import * as kinds from './kinds.ts';
import { needed, open, openKeys, openSecret, row, secret } from './setting-row.ts';

/** Who is paid through. */
export const paymentTable = {
  wxpayMchId: row('wechat-pay', 'WXPAY_MCH_ID', kinds.text, '微信支付商户号。', needed),
  wxpayMerchantPrivateKey: row(
    'wechat-pay',
    'WXPAY_MERCHANT_PRIVATE_KEY',
    kinds.privateKeyPem,
    '商户 API 私钥。',
    secret,
  ),
  wxpayMerchantSerial: row('wechat-pay', 'WXPAY_MERCHANT_SERIAL', kinds.text, '商户 API 证书序列号。', needed),
  wxpayApiV3Keys: row('wechat-pay', 'WXPAY_API_V3_KEY', kinds.listed(kinds.ascii(32)), 'APIv3 密钥。', secret),
  wxpayPublicKeyIds: row(
    'wechat-pay',
    'WXPAY_PUBLIC_KEY_ID',
    kinds.listed(kinds.word),
    '微信支付公钥 ID（PUB_KEY_ID_…）。',
    needed,
  ),
  wxpayPublicKeys: row(
    'wechat-pay',
    'WXPAY_PUBLIC_KEY',
    kinds.listed(kinds.publicKeyPem),
    '微信支付公钥，与 WXPAY_PUBLIC_KEY_ID 依次对应。',
    secret,
  ),
  wxpayBase: row('wechat-pay', 'WXPAY_BASE', kinds.address, '微信支付接口。', {
    fallback: 'https://api.mch.weixin.qq.com',
  }),
  wxpaySecondBase: row('wechat-pay', 'WXPAY_SECOND_BASE', kinds.address, '微信支付的备用接口，第一个连不上时用。', {
    fallback: 'https://api2.mch.weixin.qq.com',
  }),

  wxpapayApiV2Keys: openKeys(
    'wechat-papay',
    'WXPAY_API_V2_KEY',
    kinds.ascii(32),
    '微信支付 APIv2 密钥，委托代扣（自动重新投保）用。',
  ),
  wxpapayPlanId: row<string, string | null>(
    'wechat-papay',
    'WXPAY_PAPAY_PLAN_ID',
    kinds.digits(),
    '微信支付批准的委托代扣模板编号。',
    open,
  ),
  wxpapayPageBase: row('wechat-papay', 'WXPAY_PAPAY_PAGE_BASE', kinds.address, '居民在微信里打开的签约页面。', {
    fallback: 'https://api.mch.weixin.qq.com',
  }),

  hsaBase: row<string, string | null>('medical-account', 'HSA_BASE', kinds.address, '医保移动支付中心接口。', open),
  hsaAppId: row<string, string | null>(
    'medical-account',
    'HSA_APP_ID',
    kinds.ascii(32),
    '医保平台分配的应用编号。',
    open,
  ),
  hsaAppSecrets: openKeys('medical-account', 'HSA_APP_SECRET', kinds.word, '医保平台分配的应用密钥。'),
  hsaPrivateKey: row<Buffer, Buffer | null>(
    'medical-account',
    'HSA_PRIVATE_KEY',
    kinds.keyOf(32),
    '本方的国密 SM2 私钥。',
    openSecret,
  ),
  hsaPlatformPublicKeys: openKeys(
    'medical-account',
    'HSA_PLATFORM_PUBLIC_KEY',
    kinds.sm2PublicKey,
    '医保平台的国密 SM2 公钥。',
    open,
  ),
  hsaOrgCode: row<string, string | null>(
    'medical-account',
    'HSA_ORG_CODE',
    kinds.text,
    '承保机构在医保平台的编码。',
    open,
  ),
  hsaOrgName: row<string, string | null>(
    'medical-account',
    'HSA_ORG_NAME',
    kinds.text,
    '承保机构在医保平台的名称。',
    open,
  ),
  hsaMerchantId: row<string, string | null>(
    'medical-account',
    'HSA_MERCHANT_ID',
    kinds.text,
    '个账收款的商户号，通知里的要与它一致。',
    open,
  ),

  alipayGateway: row('alipay', 'ALIPAY_GATEWAY', kinds.address, '支付宝网关。', {
    fallback: 'https://openapi.alipay.com/gateway.do',
  }),
  alipayAuthBase: row('alipay', 'ALIPAY_AUTH_BASE', kinds.address, '居民用支付宝登录时打开的授权页面。', {
    fallback: 'https://openauth.alipay.com',
  }),
  alipayAppId: row<string, string | null>('alipay', 'ALIPAY_APP_ID', kinds.text, '支付宝应用的 AppID。', open),
  alipayAppPrivateKey: row<string, string | null>(
    'alipay',
    'ALIPAY_APP_PRIVATE_KEY',
    kinds.privateKeyPem,
    '应用私钥（RSA2）。',
    openSecret,
  ),
  alipayPublicKeys: openKeys('alipay', 'ALIPAY_PUBLIC_KEY', kinds.publicKeyPem, '支付宝公钥（公钥模式）。'),
  alipaySellerId: row<string, string | null>(
    'alipay',
    'ALIPAY_SELLER_ID',
    kinds.text,
    '收款的支付宝账户号（2088 开头）。',
    open,
  ),

  unionpayBase: row('unionpay', 'UNIONPAY_BASE', kinds.address, '银联全渠道网关。', {
    fallback: 'https://gateway.95516.com',
  }),
  unionpayFileUrl: row('unionpay', 'UNIONPAY_FILE_URL', kinds.address, '银联对账文件下载的地址。', {
    fallback: 'https://filedownload.95516.com/',
  }),
  unionpayMerId: row<string, string | null>('unionpay', 'UNIONPAY_MER_ID', kinds.digits(15), '银联商户号。', open),
  unionpayCertId: row<string, string | null>(
    'unionpay',
    'UNIONPAY_CERT_ID',
    kinds.digits(),
    '商户签名证书的序列号（十进制）。',
    open,
  ),
  unionpayPrivateKey: row<string, string | null>(
    'unionpay',
    'UNIONPAY_PRIVATE_KEY',
    kinds.privateKeyPem,
    '商户签名证书的私钥。',
    openSecret,
  ),
  unionpayCertificates: row<string, string | null>(
    'unionpay',
    'UNIONPAY_CERTIFICATES',
    kinds.certificatesPem,
    '银联的根证书和中级证书，依次放在一起，新旧可以并存。只相信由它们签发的证书。',
    openSecret,
  ),
  unionpaySigner: row(
    'unionpay',
    'UNIONPAY_SIGNER',
    kinds.text,
    '银联签名证书里的机构名称；测试环境为 00040000:SIGN。',
    {
      fallback: '中国银联股份有限公司',
    },
  ),

  lakalaBase: row('lakala', 'LKL_BASE', kinds.address, '拉卡拉开放平台。', { fallback: 'https://s2.lakala.com' }),
  lakalaAppId: row<string, string | null>('lakala', 'LKL_APP_ID', kinds.text, '拉卡拉分配的 appid。', open),
  lakalaMerchantNo: row<string, string | null>('lakala', 'LKL_MERCHANT_NO', kinds.text, '拉卡拉商户号。', open),
  lakalaTermNo: row<string, string | null>('lakala', 'LKL_TERM_NO', kinds.text, '拉卡拉终端号，退款用。', open),
  lakalaMerchantSerial: row<string, string | null>(
    'lakala',
    'LKL_MERCHANT_SERIAL',
    kinds.text,
    '商户证书的序列号。',
    open,
  ),
  lakalaMerchantPrivateKey: row<string, string | null>(
    'lakala',
    'LKL_MERCHANT_PRIVATE_KEY',
    kinds.privateKeyPem,
    '商户证书的私钥。',
    openSecret,
  ),
  lakalaPlatformCertificates: openKeys(
    'lakala',
    'LKL_PLATFORM_CERTIFICATE',
    kinds.certificatePem,
    '拉卡拉的平台证书，应答和通知用它验签。',
  ),
  lakalaRequestIp: row<string, string | null>(
    'lakala',
    'LKL_REQUEST_IP',
    kinds.ipAddress,
    '本服务器的出口地址，退款时要报。',
    open,
  ),
  lakalaAbsentCodes: row<readonly string[], readonly string[] | null>(
    'lakala',
    'LKL_ABSENT_CODES',
    kinds.list,
    '拉卡拉用哪些返回码表示订单或退款不存在，用逗号分开。公开文档没有列出，以签约时的答复为准。',
    open,
  ),

  rbBase: row<string, string | null>('rb', 'RB_BASE', kinds.address, '保险公司支付网关。', open),
  rbChannelCode: row<string, string | null>('rb', 'RB_CHANNEL_CODE', kinds.text, '保险公司分配的渠道编码。', open),
  rbSecrets: openKeys('rb', 'RB_SECRET', kinds.word, '与保险公司约定的签名密钥。'),
};
