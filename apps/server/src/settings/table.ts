import type { Kind, Listed } from './kinds.ts';
import * as kinds from './kinds.ts';

/** Settings of one group are given together: outside production a group that is not given is filled in by itself. */
export type Group =
  | 'program'
  | 'keys'
  | 'wechat-account'
  | 'wechat-pay'
  | 'wechat-papay'
  | 'alipay'
  | 'unionpay'
  | 'medical-account'
  | 'lakala'
  | 'rb'
  | 'aliyun-sms'
  | 'tencent-sms';

/** Groups that may stay open as a whole; what they stand for is then not offered. One given setting needs the others. */
export const OPTIONAL_GROUPS: ReadonlySet<Group> = new Set([
  'wechat-papay',
  'alipay',
  'unionpay',
  'medical-account',
  'lakala',
  'rb',
]);

/** Of these groups only the one that SMS_GATEWAY chooses is needed; the others may stay open. */
export const SMS_GROUPS: Readonly<Record<'aliyun' | 'tencent', Group>> = {
  aliyun: 'aliyun-sms',
  tencent: 'tencent-sms',
};

export type SettingRow<T = unknown> = {
  name: string;
  kind: Kind<T>;
  group: Group;
  /** Used when nothing is given; `undefined` means a value is needed, `null` that the setting may stay open. */
  fallback: T | null | undefined;
  neededInProduction: boolean;
  /** Never printed, and may be given as a file: NAME_FILE holds the path. */
  secret: boolean;
  description: string;
};

type Options<F> = { fallback?: F; neededInProduction?: boolean; secret?: boolean };

function row<T, F extends T | null = T>(
  group: Group,
  name: string,
  kind: Kind<T>,
  description: string,
  options: Options<F> = {},
): SettingRow<T | F> {
  const { fallback, neededInProduction = false, secret = false } = options;
  return { name, kind, group, fallback, neededInProduction, secret, description };
}

const needed = { neededInProduction: true };
const secret = { neededInProduction: true, secret: true };
const open = { fallback: null };
const openSecret = { fallback: null, secret: true };

/** Keys of a provider that may stay open. */
function openKeys<T>(
  group: Group,
  name: string,
  one: Kind<T>,
  description: string,
  options: Options<null> = openSecret,
) {
  return row<Listed<T>, Listed<T> | null>(group, name, kinds.listed(one), description, options);
}

/** What is needed before anything runs. */
export const startTable = {
  environment: row(
    'program',
    'NODE_ENV',
    kinds.oneOf('development', 'production', 'test'),
    '运行环境。production 下缺少设置会拒绝启动，且不启动沙箱。',
    { fallback: 'development' },
  ),
  port: row('program', 'PORT', kinds.port, '浏览器访问的端口：页面、接口、健康检查都在这里。', { fallback: 3000 }),
  sandboxPort: row('program', 'SANDBOX_PORT', kinds.port, '沙箱（模拟微信、各支付机构、医保、短信）的端口。', {
    fallback: 3100,
  }),
  sandboxOrigin: row<string, string | null>(
    'program',
    'SANDBOX_ORIGIN',
    kinds.origin,
    '浏览器打开沙箱所用的地址，默认 http://localhost:SANDBOX_PORT。用手机试付款时填本机在局域网里的地址。',
    { fallback: null },
  ),
  dataDir: row('program', 'DATA_DIR', kinds.text, '数据文件夹：内置数据库、密钥、沙箱状态。', { fallback: './data' }),
  databaseUrl: row<string, string | null>(
    'program',
    'DATABASE_URL',
    kinds.databaseAddress,
    '使用已有的 PostgreSQL（15 或更新）。留空则使用内置的 PostgreSQL 18。',
    { fallback: null, secret: true, neededInProduction: true },
  ),
  publicOrigin: row<string, string | null>(
    'program',
    'PUBLIC_ORIGIN',
    kinds.origin,
    '居民在浏览器里看到的站点地址，如 https://shop.example.cn。开发时默认 http://localhost:PORT。',
    { fallback: null, neededInProduction: true },
  ),
  trustedProxies: row(
    'program',
    'TRUSTED_PROXIES',
    kinds.list,
    '前置代理的地址或网段，用逗号分开。只有来自它们的 X-Forwarded-For 才作为居民的地址。留空则不采信。',
    { fallback: [] as readonly string[] },
  ),
  groupByShard: row(
    'program',
    'GROUP_BY_SHARD',
    kinds.yesNo,
    '数据库为 Citus 等分布式引擎时设为 1：一条语句只写一个分片。单机 PostgreSQL 保持 0。',
    { fallback: false },
  ),
  workerNumber: row<number, number | null>(
    'program',
    'WORKER_NUMBER',
    kinds.wholeNumber(0, 63),
    '多个副本同时运行时各不相同的编号，写进订单号。留空则自动分配。',
    { fallback: null },
  ),
};

/** What the running server needs besides. */
export const serverTable = {
  dataKeys: row(
    'keys',
    'DATA_KEYS',
    kinds.dataKeys,
    '加密个人信息的密钥；第一把用于加密，全部可解密（轮换时新钥放最前）。',
    secret,
  ),
  indexKey: row(
    'keys',
    'INDEX_KEY',
    kinds.keyOf(32),
    '按证件号、手机号查找时所用盲索引的密钥。启用后不可更换。',
    secret,
  ),
  numberKey: row(
    'keys',
    'NUMBER_KEY',
    kinds.keyOf(16),
    '生成对外编号（订单号、保单号）的密钥。启用后不可更换。',
    secret,
  ),
  paperKey: row('keys', 'PAPER_KEY', kinds.keyOf(16), '保单、凭证上验真二维码的密钥。启用后不可更换。', secret),

  wechatAppId: row('wechat-account', 'WECHAT_APP_ID', kinds.text, '公众号 AppID。', needed),
  wechatAppSecret: row('wechat-account', 'WECHAT_APP_SECRET', kinds.text, '公众号 AppSecret。', secret),
  wechatApiBase: row('wechat-account', 'WECHAT_API_BASE', kinds.address, '公众号服务器接口。', {
    fallback: 'https://api.weixin.qq.com',
  }),
  wechatOpenBase: row('wechat-account', 'WECHAT_OPEN_BASE', kinds.address, '公众号网页授权页面。', {
    fallback: 'https://open.weixin.qq.com',
  }),
  wechatJsSdkUrl: row('wechat-account', 'WECHAT_JS_SDK_URL', kinds.address, '页面加载的 JS-SDK。', {
    fallback: 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
  }),

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
  wxpayNotifyOrigin: row<string, string | null>(
    'program',
    'WXPAY_NOTIFY_ORIGIN',
    kinds.origin,
    '支付机构发送支付结果通知的站点地址。留空则同 PUBLIC_ORIGIN。',
    { fallback: null },
  ),
  operatorToken: row<string, string | null>(
    'program',
    'OPERATOR_TOKEN',
    kinds.token,
    '查看试算平衡、处理对账差异的接口（/operator）所用的口令。留空则没有这些接口。',
    openSecret,
  ),

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

  smsGateway: row('program', 'SMS_GATEWAY', kinds.oneOf('aliyun', 'tencent'), '用哪家的短信网关；它的设置要给全。', {
    fallback: 'aliyun',
  }),

  aliyunAccessKeyId: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_ACCESS_KEY_ID',
    kinds.text,
    '阿里云 AccessKey ID。',
    needed,
  ),
  aliyunAccessKeySecret: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_ACCESS_KEY_SECRET',
    kinds.text,
    '阿里云 AccessKey Secret。',
    secret,
  ),
  aliyunSmsSignName: row<string, string | null>('aliyun-sms', 'ALIYUN_SMS_SIGN_NAME', kinds.text, '短信签名。', needed),
  aliyunSmsTemplateLogin: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_SMS_TEMPLATE_LOGIN',
    kinds.text,
    '登录验证码的模板代码（变量 code）。',
    needed,
  ),
  aliyunSmsTemplateIssued: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_SMS_TEMPLATE_ISSUED',
    kinds.text,
    '保单生成通知的模板代码（变量 product、count）。留空则不发。',
    { fallback: null },
  ),
  aliyunSmsTemplateResult: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_SMS_TEMPLATE_RESULT',
    kinds.text,
    '付款结果通知的模板代码（变量 product、result）。留空则不发，页面也不说会发。',
    { fallback: null },
  ),
  aliyunSmsTemplateRefund: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_SMS_TEMPLATE_REFUND',
    kinds.text,
    '退款到账通知的模板代码（变量 product、amount）。留空则不发。',
    { fallback: null },
  ),
  aliyunSmsBase: row('aliyun-sms', 'ALIYUN_SMS_BASE', kinds.address, '短信接口连接到的地址。', {
    fallback: 'https://dysmsapi.aliyuncs.com',
  }),
  aliyunSmsSignedHost: row('aliyun-sms', 'ALIYUN_SMS_SIGNED_HOST', kinds.text, '短信接口参与签名的主机名。', {
    fallback: 'dysmsapi.aliyuncs.com',
  }),

  tencentSecretId: row<string, string | null>('tencent-sms', 'TENCENT_SECRET_ID', kinds.text, '腾讯云 SecretId。'),
  tencentSecretKey: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SECRET_KEY',
    kinds.ascii(32),
    '腾讯云 SecretKey。',
    {
      secret: true,
    },
  ),
  tencentSmsSdkAppId: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SMS_SDK_APP_ID',
    kinds.digits(),
    '短信应用的 SdkAppId。',
  ),
  tencentSmsSignName: row<string, string | null>('tencent-sms', 'TENCENT_SMS_SIGN_NAME', kinds.text, '短信签名。'),
  tencentSmsTemplateLogin: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SMS_TEMPLATE_LOGIN',
    kinds.digits(),
    '登录验证码的模板 ID（{1} 验证码）。',
  ),
  tencentSmsTemplateIssued: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SMS_TEMPLATE_ISSUED',
    kinds.digits(),
    '保单生成通知的模板 ID（{1} 产品，{2} 份数）。留空则不发。',
    { fallback: null },
  ),
  tencentSmsTemplateResult: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SMS_TEMPLATE_RESULT',
    kinds.digits(),
    '付款结果通知的模板 ID（{1} 产品，{2} 结果）。留空则不发，页面也不说会发。',
    { fallback: null },
  ),
  tencentSmsTemplateRefund: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SMS_TEMPLATE_REFUND',
    kinds.digits(),
    '退款到账通知的模板 ID（{1} 产品，{2} 金额）。留空则不发。',
    { fallback: null },
  ),
  tencentSmsRegion: row<'ap-guangzhou' | 'ap-beijing' | 'ap-nanjing'>(
    'tencent-sms',
    'TENCENT_SMS_REGION',
    kinds.oneOf('ap-guangzhou', 'ap-beijing', 'ap-nanjing'),
    '短信接口的地域。',
    { fallback: 'ap-guangzhou' },
  ),
  tencentSmsBase: row('tencent-sms', 'TENCENT_SMS_BASE', kinds.address, '短信接口连接到的地址。', {
    fallback: 'https://sms.tencentcloudapi.com',
  }),
  tencentSmsSignedHost: row('tencent-sms', 'TENCENT_SMS_SIGNED_HOST', kinds.text, '短信接口参与签名的主机名。', {
    fallback: 'sms.tencentcloudapi.com',
  }),
};

type Table = Record<string, SettingRow>;
type Values<T extends Table> = { readonly [K in keyof T]: T[K] extends SettingRow<infer V> ? V : never };

type Origins = { readonly publicOrigin: string; readonly sandboxOrigin: string };
export type StartSettings = Omit<Values<typeof startTable>, keyof Origins> & Origins;
export type Settings = StartSettings &
  Omit<Values<typeof serverTable>, 'wxpayNotifyOrigin'> & { readonly wxpayNotifyOrigin: string };

export const allRows: readonly SettingRow[] = [
  ...Object.values<SettingRow>(startTable),
  ...Object.values<SettingRow>(serverTable),
];
