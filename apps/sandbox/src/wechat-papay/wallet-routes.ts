import { type Answer, formOf, html, type Router, redirect, type SandboxRequest } from '../http/router.ts';
import { cashierResultPage } from '../pages/cashier-page.ts';
import { signPage, walletPage } from '../pages/wallet-page.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { currentUser } from '../wechat-account/current-user.ts';
import type { UserBook } from '../wechat-account/user-book.ts';
import type { ContractBook } from './contract-book.ts';
import { envelopeProblem, xml } from './papay-door.ts';
import { PapayError } from './papay-error.ts';
import { contractRequest, need } from './papay-input.ts';
import { type Fields, messageText } from './xml-message.ts';

const WINDOW_MS = 10 * 60_000;

/** The payer's side without a payment: the sign pages, and the wallet where a contract is ended. */
export function addWalletRoutes(router: Router, parts: SandboxParts, contracts: ContractBook, users: UserBook): void {
  const { clock } = parts;

  const refuse = (request: SandboxRequest, reason: string): Answer => {
    request.note({ reason });
    return html(400, cashierResultPage({ heading: '无法签约', text: reason }));
  };

  const requested = (request: SandboxRequest, signType: 'MD5' | 'HMAC-SHA256'): Fields | string => {
    const fields: Fields = Object.fromEntries(request.query);
    const problem = envelopeProblem(parts, request, fields, signType);
    if (problem) return problem;
    try {
      need(fields, 'version', /^1\.0$/);
      const at = Number(need(fields, 'timestamp', /^\d{10}$/)) * 1000;
      if (Math.abs(clock.now() - at) > WINDOW_MS) return '签约链接已失效，请重新发起';
      contracts.request({ ...contractRequest(parts, fields, 'notify_url'), openid: undefined });
      return fields;
    } catch (error) {
      if (error instanceof PapayError) return error.message;
      throw error;
    }
  };

  router.on('GET', '/papay/entrustweb', (request) => {
    request.note({ provider: 'wechat-papay', call: 'sign-page' });
    if (!/MicroMessenger/i.test(request.headers['user-agent'] ?? '')) return refuse(request, '请在微信客户端打开链接');
    const fields = requested(request, 'MD5');
    if (typeof fields === 'string') return refuse(request, fields);
    const back = fields.return_web === '1' ? (request.headers.referer ?? '') : '';
    if (back && !isShopAddress(parts, back)) return refuse(request, '来源页面未登记');
    const { contract_code: code = '', contract_display_account: account = '' } = fields;
    return html(200, signPage({ contractCode: code, displayAccount: account, back }));
  });

  router.on('GET', '/papay/h5entrustweb', (request) => {
    request.note({ provider: 'wechat-papay', call: 'sign-page' });
    const fields = requested(request, 'HMAC-SHA256');
    if (typeof fields !== 'string' && !fields.clientip) return xml(messageText(failure('参数错误：clientip')));
    if (typeof fields === 'string') {
      request.note({ reason: fields });
      return xml(messageText(failure(fields)));
    }
    const address = `${parts.origin()}/papay/h5sign?contract_code=${encodeURIComponent(fields.contract_code ?? '')}`;
    return xml(
      messageText({ return_code: 'SUCCESS', return_msg: 'OK', result_code: 'SUCCESS', redirect_url: address }),
    );
  });

  router.on('GET', '/papay/h5sign', (request) => {
    const contract = contracts.find(request.query.get('contract_code') ?? '');
    if (contract?.state !== 'WAITING') return refuse(request, '签约链接已失效，请重新发起');
    return html(200, signPage({ ...contract, back: '' }));
  });

  router.on('POST', '/papay/sign', (request) => {
    request.note({ provider: 'wechat-papay', call: 'sign-page' });
    const form = formOf(request);
    const contract = contracts.find(form.get('contract_code') ?? '');
    const back = form.get('back') ?? '';
    if (!contract || (back && !isShopAddress(parts, back))) return refuse(request, '签约请求不正确');
    const openid = currentUser(request, users)?.openid;
    if (form.get('action') === 'sign' && contract.state === 'WAITING' && openid) {
      contracts.sign(contract.contractCode, openid);
    }
    if (back) return redirect(withMark(back));
    return html(200, cashierResultPage({ heading: '请回到商家页面', text: '请回到商家页面查看结果。' }));
  });

  router.on('GET', '/wallet', (request) => {
    const openid = currentUser(request, users)?.openid;
    return html(200, walletPage(contracts.list().filter((row) => row.state !== 'WAITING' && row.openid === openid)));
  });

  router.on('POST', '/wallet/end', (request) => {
    const code = formOf(request).get('contract_code') ?? '';
    const contract = contracts.find(code);
    if (contract?.state !== 'SIGNED' || contract.openid !== currentUser(request, users)?.openid)
      return refuse(request, '没有这个签约');
    contracts.end(code, '2');
    return redirect('/wallet');
  });
}

function failure(text: string): Fields {
  return { return_code: 'FAIL', return_msg: text };
}

/** The page the payer came from, marked as the platform does it. */
function withMark(back: string): string {
  const url = new URL(back);
  url.searchParams.set('from_wxpay', '1');
  return url.href;
}
