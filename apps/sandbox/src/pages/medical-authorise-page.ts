import { maskPersonal } from '../http/mask-personal.ts';
import { escapeHtml, page } from './layout.ts';

export type MedicalAuthoriseView = { userName: string; idNo: string; token: string; formAction: string };

/** Asks the insured person whether one payment may be taken from their personal account. */
export function medicalAuthorisePage({ userName, idNo, token, formAction }: MedicalAuthoriseView): string {
  const name = `${[...userName][0] ?? ''}${'*'.repeat(Math.max(1, [...userName].length - 1))}`;
  return page({
    title: '医保个人账户授权（沙箱）',
    bodyClass: 'authorise',
    main: `<h1>授权使用医保个人账户</h1>
<dl class="facts">
<div><dt>参保人</dt><dd>${escapeHtml(name)}</dd></div>
<div><dt>证件号码</dt><dd>${escapeHtml(maskPersonal(idNo))}</dd></div>
</dl>
<p>同意后，商家可在10分钟内用您的医保个人账户付一笔款。</p>
<form method="post" action="${escapeHtml(formAction)}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button class="button primary" name="result" value="OK" data-testid="ok">同意授权</button>
<button class="button" name="result" value="CANCEL" data-testid="cancel">取消</button>
</form>`,
  });
}
