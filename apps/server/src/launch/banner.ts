import { networkInterfaces } from 'node:os';
import QRCode from 'qrcode';
import type { Settings } from '../settings.ts';

export type BannerInput = {
  settings: Settings;
  /** Null when the providers are real ones. */
  sandboxOrigin: string | null;
  /** Where the data lies, in words, without secrets. */
  database: string;
  startedInMs: number;
};

/** What the person at the keyboard needs to know now: addresses, the way in, the way out. */
export async function banner(input: BannerInput): Promise<string> {
  const { settings, sandboxOrigin } = input;
  const lan = lanAddress();
  const phoneUrl = settings.environment !== 'production' && lan ? `http://${lan}:${settings.port}/` : null;
  const lines = [
    '',
    `惠民保已启动（${(input.startedInMs / 1000).toFixed(1)} 秒） huimin-storefront is ready`,
    '',
    `  居民端 Storefront   ${settings.publicOrigin}/`,
  ];
  if (phoneUrl) {
    lines.push(`  同一网络的手机 LAN  ${phoneUrl}`);
    if (sandboxOrigin?.includes('localhost')) {
      lines.push(
        `    在手机上付款请这样启动 To pay on the phone: SANDBOX_ORIGIN=http://${lan}:${settings.sandboxPort} npm start`,
      );
    }
  }
  lines.push(`  运营后台 Console    ${settings.publicOrigin}/hmb-js26/console`);
  lines.push(`  接口 API            ${settings.publicOrigin}/hmb-js26/openapi.json`);
  if (sandboxOrigin) {
    lines.push(
      `  沙箱 Sandbox        ${sandboxOrigin}/   （模拟微信、支付、医保与短信 plays every provider）`,
      '',
      '  登录 Log in：任意手机号（如 13900000000），点“获取验证码”，短信显示在沙箱的手机页面。',
      `  Any phone number; the SMS code shows on the sandbox's phone page: ${sandboxOrigin}/phone`,
      '  运营后台的演示账号、密码和动态口令，后台登录页上有。The console shows its demonstration accounts itself.',
      `  网点协助 Help at an outlet：${settings.publicOrigin}/#/temp-login，工作人员手机号 13900000099。`,
    );
  } else {
    lines.push('', '  登录 Log in：用真实手机号收取短信验证码。With a real phone, by SMS code.');
  }
  lines.push(`  数据 Data           ${input.database}`, '', '  按 Ctrl-C 停止。Ctrl-C stops everything.', '');
  const qr = await QRCode.toString(phoneUrl ?? `${settings.publicOrigin}/`, { type: 'terminal', small: true });
  lines.push(qr);
  return lines.join('\n');
}

/** How the first administrator signs in; printed once, when that account is made. */
export function firstAdministratorText(publicOrigin: string, first: { account: string; password: string }): string {
  return [
    '',
    `  运营后台第一位管理员 First administrator of the console: ${publicOrigin}/hmb-js26/console`,
    `    账号 account   ${first.account}`,
    `    密码 password  ${first.password}   （只显示这一次，首次登录要换 shown this once; to be changed）`,
    '',
  ].join('\n');
}

/** This machine's first address that a phone in the same network could reach. */
function lanAddress(): string | null {
  for (const addresses of Object.values(networkInterfaces())) {
    for (const { family, internal, address } of addresses ?? []) {
      if (family === 'IPv4' && !internal && !address.startsWith('169.254.')) return address;
    }
  }
  return null;
}
