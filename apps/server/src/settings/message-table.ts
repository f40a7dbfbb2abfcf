import * as kinds from './kinds.ts';
import { needed, row, secret } from './setting-row.ts';

/** Who sends text messages. */
export const messageTable = {
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
  aliyunSmsTemplateAccount: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_SMS_TEMPLATE_ACCOUNT',
    kinds.text,
    '账户安全通知（更换手机号等）的模板代码（变量 event）。',
    needed,
  ),
  aliyunSmsTemplateChange: row<string, string | null>(
    'aliyun-sms',
    'ALIYUN_SMS_TEMPLATE_CHANGE',
    kinds.text,
    '更正结果通知的模板代码（变量 product、result）。留空则不发，页面也不说会发。',
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
  tencentSmsTemplateAccount: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SMS_TEMPLATE_ACCOUNT',
    kinds.digits(),
    '账户安全通知（更换手机号等）的模板 ID（{1} 事项）。',
  ),
  tencentSmsTemplateChange: row<string, string | null>(
    'tencent-sms',
    'TENCENT_SMS_TEMPLATE_CHANGE',
    kinds.digits(),
    '更正结果通知的模板 ID（{1} 产品，{2} 结果）。留空则不发，页面也不说会发。',
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
