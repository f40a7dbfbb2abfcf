import type { DataKey } from '../security/vault.ts';
import * as kinds from './kinds.ts';
import { needed, open, openKeys, openSecret, row, secret } from './setting-row.ts';

/** Keys of our own, the official account, and what the whole server goes by. */
export const keysTable = {
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
  evidenceKeys: row(
    'keys',
    'EVIDENCE_KEY',
    kinds.dataKeys,
    '可回溯记录的密钥由它包裹；第一把在用，全部可解开（轮换时新钥放最前，旧钥要留到它包裹的记录到期）。',
    secret,
  ),
  evidenceSigningKeys: row(
    'keys',
    'EVIDENCE_SIGNING_KEY',
    kinds.listed(kinds.keyOf(32)),
    '可回溯记录的回执、封存和日志的 Ed25519 签名种子。更换时新的在前、旧的在后，等日志里有了换钥条目再去掉旧的。',
    secret,
  ),
  evidenceSm2Key: row<Buffer, Buffer | null>(
    'program',
    'EVIDENCE_SM2_KEY',
    kinds.keyOf(32),
    '日志检查点的第二行签名（国密 SM2/SM3）所用私钥。留空则只有 Ed25519 一行。',
    openSecret,
  ),
  tsaUrl: row<string, string | null>(
    'time-stamps',
    'TSA_URL',
    kinds.address,
    '第一家时间戳机构，每小时给日志盖时间戳。留空则没有时间戳，记录的时间只由本系统自己证明。',
    open,
  ),
  tsaUrl2: row<string, string | null>(
    'time-stamps',
    'TSA_URL_2',
    kinds.address,
    '第二家时间戳机构，每天结束后再盖一次。',
    open,
  ),
  tsaRoots: row('time-stamps', 'TSA_ROOTS', kinds.text, '第一家机构的根证书（PEM）。留空则相信随时间戳带来的根证书。', {
    fallback: '',
  }),
  tsaRoots2: row('time-stamps', 'TSA_ROOTS_2', kinds.text, '第二家机构的根证书（PEM）。', { fallback: '' }),
  tsaArchiveYears: row(
    'time-stamps',
    'TSA_ARCHIVE_YEARS',
    kinds.wholeNumber(1, 10),
    '每天的时间戳盖成多少年后整批续盖一次；证书在此之前到期的，到期前九十天续盖。',
    { fallback: 3 },
  ),
  evidenceS3Origin: row<string, string | null>(
    'evidence-s3',
    'EVIDENCE_S3_ORIGIN',
    kinds.origin,
    'EVIDENCE_STORE、EVIDENCE_CHECKPOINT_DIR 写成 s3:// 时，对象存储的地址（桶名放在路径里）。',
    open,
  ),
  evidenceS3Region: row('evidence-s3', 'EVIDENCE_S3_REGION', kinds.word, '对象存储的区域。', { fallback: 'us-east-1' }),
  evidenceS3AccessKeyId: row<string, string | null>(
    'evidence-s3',
    'EVIDENCE_S3_ACCESS_KEY_ID',
    kinds.word,
    '对象存储的访问密钥编号。',
    open,
  ),
  evidenceS3SecretAccessKey: row<string, string | null>(
    'evidence-s3',
    'EVIDENCE_S3_SECRET',
    kinds.word,
    '对象存储的访问密钥。',
    openSecret,
  ),

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

  wechatMiniAppId: row<string, string | null>(
    'wechat-mini',
    'WECHAT_MINI_APP_ID',
    kinds.text,
    '内嵌本站的小程序的 AppID，要和商户号绑定。',
    open,
  ),
  wechatMiniAppSecret: row<string, string | null>(
    'wechat-mini',
    'WECHAT_MINI_APP_SECRET',
    kinds.text,
    '这个小程序的 AppSecret。',
    openSecret,
  ),
  wechatAccountName: row<string, string | null>(
    'wechat-account',
    'WECHAT_ACCOUNT_NAME',
    kinds.text,
    '公众号的名称。留空则同产品名称。',
    { fallback: null },
  ),

  tztPublicKeys: openKeys(
    'tzt',
    'TZT_PUBLIC_KEY',
    kinds.publicKeyPem,
    '合作平台的 RSA 公钥，它签发的登录令牌（RS256）用它验签。',
    open,
  ),
  tztIssuer: row('tzt', 'TZT_ISSUER', kinds.word, '合作平台在令牌里的名字（iss）。', { fallback: 'tzt' }),

  wxpayNotifyOrigin: row<string, string | null>(
    'program',
    'WXPAY_NOTIFY_ORIGIN',
    kinds.origin,
    '支付机构发送支付结果通知的站点地址。留空则同 PUBLIC_ORIGIN。',
    { fallback: null },
  ),
  partnerPageOrigins: row<readonly string[]>(
    'program',
    'PARTNER_PAGE_ORIGINS',
    kinds.origins,
    '可以带居民前往的合作机构页面所在的站点，只认列在这里的。留空则哪里都不去。',
    { fallback: [] },
  ),
  partnerTokenKeys: row<readonly DataKey[], readonly DataKey[] | null>(
    'program',
    'PARTNER_TOKEN_KEYS',
    kinds.dataKeys,
    '给合作机构的短时令牌所用的密钥，各用途的密钥由它算出；第一把在用，更换期间可列两把。留空则不发令牌。',
    openSecret,
  ),
  medicalAppOrigins: row<readonly string[]>(
    'program',
    'MEDICAL_APP_ORIGINS',
    kinds.origins,
    '医保应用的页面所在的站点，居民从这里前往时只认列出的。留空则不提供前往。',
    { fallback: [] },
  ),
};
