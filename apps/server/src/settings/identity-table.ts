import * as kinds from './kinds.ts';
import { open, openSecret, row } from './setting-row.ts';

/** Who checks identities and reads cards. */
export const identityTable = {
  tencentFaceidSecretId: row<string, string | null>(
    'tencent-faceid',
    'TENCENT_FACEID_SECRET_ID',
    kinds.word,
    '只有人脸核身权限的腾讯云 SecretId。',
    open,
  ),
  tencentFaceidSecretKey: row<string, string | null>(
    'tencent-faceid',
    'TENCENT_FACEID_SECRET_KEY',
    kinds.ascii(32),
    '它的 SecretKey。',
    openSecret,
  ),
  tencentFaceidRuleId: row<string, string | null>(
    'tencent-faceid',
    'TENCENT_FACEID_RULE_ID',
    kinds.word,
    '控制台里微信 H5 核身流程的 RuleId，选用活体加权威库比对，不存图。',
    open,
  ),
  tencentFaceidBase: row('tencent-faceid', 'TENCENT_FACEID_BASE', kinds.address, '人脸核身接口连接到的地址。', {
    fallback: 'https://faceid.tencentcloudapi.com',
  }),
  tencentFaceidSignedHost: row(
    'tencent-faceid',
    'TENCENT_FACEID_SIGNED_HOST',
    kinds.text,
    '人脸核身接口参与签名的主机名。',
    { fallback: 'faceid.tencentcloudapi.com' },
  ),

  wbfaceAppId: row<string, string | null>('wbface', 'WBFACE_APP_ID', kinds.word, 'H5 人脸核身的 WBappid。', open),
  wbfaceSecret: row<string, string | null>('wbface', 'WBFACE_SECRET', kinds.word, '它的 secret。', openSecret),
  wbfaceBase: row('wbface', 'WBFACE_BASE', kinds.address, 'H5 人脸核身的接口。', {
    fallback: 'https://kyc1.qcloud.com',
  }),
  wbfacePageBase: row('wbface', 'WBFACE_PAGE_BASE', kinds.address, '居民的浏览器打开的核身页面。', {
    fallback: 'https://kyc1.qcloud.com',
  }),

  tencentOcrSecretId: row<string, string | null>(
    'tencent-ocr',
    'TENCENT_OCR_SECRET_ID',
    kinds.word,
    '只有文字识别权限的腾讯云 SecretId。',
    open,
  ),
  tencentOcrSecretKey: row<string, string | null>(
    'tencent-ocr',
    'TENCENT_OCR_SECRET_KEY',
    kinds.ascii(32),
    '它的 SecretKey。',
    openSecret,
  ),
  tencentOcrRegion: row('tencent-ocr', 'TENCENT_OCR_REGION', kinds.word, '文字识别接口的地域。', {
    fallback: 'ap-guangzhou',
  }),
  tencentOcrBase: row('tencent-ocr', 'TENCENT_OCR_BASE', kinds.address, '文字识别接口连接到的地址。', {
    fallback: 'https://ocr.tencentcloudapi.com',
  }),
  tencentOcrSignedHost: row('tencent-ocr', 'TENCENT_OCR_SIGNED_HOST', kinds.text, '文字识别接口参与签名的主机名。', {
    fallback: 'ocr.tencentcloudapi.com',
  }),
};
