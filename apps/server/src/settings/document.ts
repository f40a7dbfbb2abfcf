import { OPTIONAL_GROUPS, type SettingRow, SMS_GROUPS } from './setting-row.ts';
import { allRows } from './table.ts';

const intro = `# 设置 Settings

每项设置是一个环境变量，启动时读取一次。密钥类设置也可以放在文件里：用 \`名称_FILE\` 写文件路径。
开发环境下，没有给出的密钥在数据文件夹里自动生成一次，没有给出的服务商由沙箱代替；同一服务商的设置要给就一起给。
注明“可列两个”的密钥，更换期间可以新旧并列：用逗号分开，PEM 依次放在一起；第一个在用，两个都可验签和解密。
步骤见[更换密钥](rotate-keys.md)。

本页由 \`apps/server/src/settings/table.ts\` 生成，测试保证两者一致（重写本页：\`npm run docs\`）。
`;

const groups: Record<SettingRow['group'], string> = {
  program: '程序',
  keys: '本系统的密钥',
  'wechat-account': '微信公众号',
  'wechat-mini': '小程序',
  'wechat-pay': '微信支付',
  'wechat-papay': '微信支付委托代扣',
  'medical-account': '医保个人账户',
  'pre-existing': '既往症查询平台（PX-1）',
  alipay: '支付宝',
  unionpay: '银联',
  lakala: '拉卡拉收银台',
  rb: '保险公司收银台（RB-1）',
  tzt: '合作平台登录',
  smtp: '发邮件（SMTP）',
  'paper-signing': '电子保单和凭证的数字签名',
  'aliyun-sms': '短信（阿里云，SMS_GATEWAY=aliyun）',
  'tencent-sms': '短信（腾讯云，SMS_GATEWAY=tencent）',
  'tencent-faceid': '运营商三要素和微信里的刷脸核对（腾讯云人脸核身）',
  wbface: '浏览器里的刷脸核对（微众银行 H5 人脸核身）',
  'tencent-ocr': '拍身份证识别（腾讯云文字识别）',
  'time-stamps': '时间戳机构（RFC 3161）',
  'evidence-s3': '可回溯记录的对象存储（S3 接口）',
};

/** The text of docs/settings.md. */
export function settingsPage(): string {
  const parts = [intro];
  for (const [group, title] of Object.entries(groups)) {
    parts.push(`## ${title}\n`);
    if (OPTIONAL_GROUPS.has(group as SettingRow['group']))
      parts.push('可以不用：整组留空，就不提供；给出一项，其余也要给。\n');
    if (group === SMS_GROUPS.tencent)
      parts.push('选它时，没有默认值的各项都要给，通知的模板除外；不选时整组留空，阿里云的也一样。\n');
    parts.push('| 名称 | 说明 | 取值 | 默认 | 正式环境 |\n|---|---|---|---|---|');
    parts.push(
      `${allRows
        .filter((row) => row.group === group)
        .map(line)
        .join('\n')}\n`,
    );
  }
  return parts.join('\n');
}

function line(row: SettingRow): string {
  const name = `\`${row.name}\`${row.secret ? ' 🔒' : ''}`;
  const fallback = row.fallback === undefined || row.fallback === null ? '' : `\`${String(row.fallback)}\``;
  const shape = row.kind.shape.replaceAll('|', '\\|');
  return `| ${name} | ${row.description} | ${shape} | ${fallback} | ${row.neededInProduction ? '必填' : ''} |`;
}
