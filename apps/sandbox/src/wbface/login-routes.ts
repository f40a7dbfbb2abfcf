import { type Answer, formOf, html, type Router, redirect, type SandboxRequest } from '../http/router.ts';
import { cashierResultPage } from '../pages/cashier-page.ts';
import { facePage, maskedName } from '../pages/face-page.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { type FaceRecord, WBFACE_ENDINGS, type WbfaceEnding } from './face-record-book.ts';
import { wbfaceSign } from './sign.ts';
import { WbfaceError } from './wbface-error.ts';
import type { WbfaceBooks } from './wbface-routes.ts';

const BRAND = '微众银行人脸核身';
const DECIDE_PATH = '/wbface/decide';
const PAGE_KINDS = ['user_cancel', 'user_never_returns', 'return_forged'] as const;

/** The page that the browser is sent to, and the way back with a signed code that proves nothing. */
export function addWbfaceLoginRoutes(router: Router, parts: SandboxParts, { tickets, records }: WbfaceBooks): void {
  const { keys, faults } = parts;
  faults.offer('wbface', 'login', PAGE_KINDS);

  const refuse = (request: SandboxRequest, error: WbfaceError): Answer => {
    request.note({ reason: `${error.code}: ${error.message}` });
    const text = `${error.message}（${error.code}）`;
    return html(400, cashierResultPage({ heading: '无法核身', text, brand: BRAND }));
  };

  const open = (request: SandboxRequest): Answer => {
    const value = (name: string): string => request.query.get(name) ?? '';
    const appId = value('webankAppId') || value('appId');
    const [userId, nonce, orderNo, address] = [value('userId'), value('nonce'), value('orderNo'), value('url')];
    const faceId = value('h5faceId') || value('faceId');
    if (appId !== keys.wbface.appId) throw new WbfaceError('400101', '不合法请求：appId错误');
    if (value('version') !== '1.0.0' || nonce.length !== 32)
      throw new WbfaceError('400101', '不合法请求：version或nonce');
    if (!isShopAddress(parts, address)) throw new WbfaceError('400101', '不合法请求：url不是登记的域名');
    const short = [appId, userId, value('version'), nonce];
    // Newer versions of the interface sign the order number and the face id as well.
    tickets.useNonce(userId, [short, [...short, orderNo, faceId]], value('sign'), (expectedSignText) =>
      request.note({ expectedSignText }),
    );
    const record = records.open(faceId, orderNo, userId);
    return html(
      200,
      facePage({
        brand: BRAND,
        person: maskedName(record.name),
        formAction: DECIDE_PATH,
        fields: { face_id: record.h5faceId, url: address },
        buttons: [
          ...Object.entries(WBFACE_ENDINGS).map(([ending, { label }]) => ({ ending, label })),
          { ending: 'time-out', label: '超时，不返回' },
        ],
      }),
    );
  };

  router.on('GET', '/api/web/login', (request) => {
    request.note({ provider: 'wbface', call: 'login' });
    try {
      return open(request);
    } catch (error) {
      if (error instanceof WbfaceError) return refuse(request, error);
      throw error;
    }
  });

  router.on('POST', DECIDE_PATH, (request) => {
    request.note({ provider: 'wbface', call: 'login' });
    const form = formOf(request);
    const record = records.find(form.get('face_id') ?? '');
    const address = form.get('url') ?? '';
    const pressed = form.get('ending') ?? '';
    const known = pressed === 'time-out' || Object.hasOwn(WBFACE_ENDINGS, pressed);
    if (!record?.opened || !known || !isShopAddress(parts, address))
      return refuse(request, new WbfaceError('66660018', '操作超时，请退出重试'));
    const fault = pressed === 'pass' ? faults.take('wbface', 'login', PAGE_KINDS, {}) : undefined;
    if (pressed === 'time-out' || fault?.kind === 'user_never_returns')
      return html(200, cashierResultPage({ heading: '核身超时', text: '没有返回商家。', brand: BRAND }));
    const ending: WbfaceEnding = fault?.kind === 'user_cancel' ? 'quit' : (pressed as WbfaceEnding);
    if (fault?.kind !== 'return_forged') records.end(record.h5faceId, ending);
    return redirect(backAddress(address, record, WBFACE_ENDINGS[ending].code));
  });

  const backAddress = (address: string, record: FaceRecord, code: string): string => {
    const values = [keys.wbface.appId, record.orderNo, code, tickets.currentSignTicket()];
    const query = new URLSearchParams({
      ...{ code, orderNo: record.orderNo, h5faceId: record.h5faceId, newSignature: wbfaceSign(values) },
      ...(code === '0' ? { liveRate: '99' } : {}),
    });
    const [beforeHash = '', ...hash] = address.split('#');
    const joined = `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${query}`;
    return hash.length > 0 ? `${joined}#${hash.join('#')}` : joined;
  };
}
