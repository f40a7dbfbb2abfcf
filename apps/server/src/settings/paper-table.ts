import * as kinds from './kinds.ts';
import { open, openSecret, row } from './setting-row.ts';

/** How papers are passed on, and who signs them. */
export const paperTable = {
  smtpHost: row<string, string | null>('smtp', 'SMTP_HOST', kinds.text, '发信服务器的主机名。', open),
  smtpPort: row('smtp', 'SMTP_PORT', kinds.port, '发信服务器的端口。', { fallback: 465 }),
  smtpSecurity: row<'tls' | 'starttls' | 'none'>(
    'smtp',
    'SMTP_SECURITY',
    kinds.oneOf('tls', 'starttls', 'none'),
    '加密方式；none 只能用于本机的沙箱。',
    { fallback: 'tls' },
  ),
  smtpUser: row<string, string | null>('smtp', 'SMTP_USER', kinds.text, '发信账户。', open),
  smtpPassword: row<string, string | null>('smtp', 'SMTP_PASSWORD', kinds.text, '发信账户的口令。', openSecret),
  smtpFrom: row<string, string | null>('smtp', 'SMTP_FROM', kinds.mailAddress, '发件人地址。', open),
  smtpFromName: row('smtp', 'SMTP_FROM_NAME', kinds.text, '发件人名称。', { fallback: '惠民保' }),

  paperSigningKey: row<string, string | null>(
    'paper-signing',
    'PAPER_SIGNING_KEY',
    kinds.privateKeyPem,
    '给电子保单、凭证签名的私钥，RSA 或 P-256。',
    openSecret,
  ),
  paperSigningCertificates: row<string, string | null>(
    'paper-signing',
    'PAPER_SIGNING_CERTIFICATES',
    kinds.certificateChainPem,
    '签名证书在前，中间证书依次在后。电子认证机构签发的证书才有法律效力。',
    open,
  ),
};
