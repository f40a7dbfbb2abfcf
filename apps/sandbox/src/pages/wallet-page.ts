import { beijingText } from '../clock/beijing-time.ts';
import type { Contract } from '../wechat-papay/papay-rows.ts';
import { escapeHtml, page } from './layout.ts';

const BRAND = '微信支付';

/** The page on which somebody signs without paying. */
export function signPage(view: { contractCode: string; displayAccount: string; back: string }): string {
  return page({
    title: `${BRAND}自动扣费（沙箱）`,
    bodyClass: 'cashier',
    main: `<h1>开通自动扣费</h1>
<dl class="facts">
<div><dt>账户</dt><dd>${escapeHtml(view.displayAccount)}</dd></div>
<div><dt>签约号</dt><dd data-testid="contract-code">${escapeHtml(view.contractCode)}</dd></div>
</dl>
<form method="post" action="/papay/sign">
<input type="hidden" name="contract_code" value="${escapeHtml(view.contractCode)}">
<input type="hidden" name="back" value="${escapeHtml(view.back)}">
<button class="button primary" name="action" value="sign" data-testid="sign">开通</button>
<button class="button plain" name="action" value="cancel" data-testid="cancel">取消</button>
</form>`,
  });
}

/** The wallet: contracts of the person this browser plays, each with a way to end it. */
export function walletPage(contracts: Contract[]): string {
  const rows = contracts.map((contract) => {
    const code = escapeHtml(contract.contractCode);
    const end =
      contract.state === 'SIGNED'
        ? `<form method="post" action="/wallet/end"><input type="hidden" name="contract_code" value="${code}"><button class="button plain" data-testid="end-${code}">关闭扣费服务</button></form>`
        : `<p>已关闭 ${beijingText(contract.endedAtMs ?? 0)}</p>`;
    return `<li><p>${escapeHtml(contract.displayAccount)} ${code}</p>${end}</li>`;
  });
  return page({
    title: `${BRAND}扣费服务（沙箱）`,
    bodyClass: 'cashier',
    main: `<h1>扣费服务</h1>${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>没有签约。</p>'}`,
  });
}
