import { type Answer, formOf, html, type Router, redirect, type SandboxRequest } from '../http/router.ts';
import { cashierResultPage } from '../pages/cashier-page.ts';
import { facePage, maskedName } from '../pages/face-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { DETECT_PATH } from './face-actions.ts';
import { FACE_ENDINGS, type FaceBook, type FaceCheck, type FaceEnding } from './face-book.ts';

const PAGE_KINDS = ['user_cancel', 'user_never_returns', 'return_forged'] as const;
const BRAND = '腾讯云人脸核身';
const LABELS: Record<FaceEnding, string> = {
  pass: '通过',
  fail: '活体检测不通过',
  'low-similarity': '相似度不够',
  'name-mismatch': '姓名与身份证号不符',
  quit: '退出',
  'time-out': '超时，不返回',
};

/** The page that `Url` of DetectAuth opens. Coming back proves nothing: the shop has to ask. */
export function addDetectPageRoutes(router: Router, parts: SandboxParts, faces: FaceBook): void {
  parts.faults.offer('tencent', 'detect', PAGE_KINDS);

  const refuse = (request: SandboxRequest, text: string): Answer => {
    request.note({ reason: text });
    return html(400, cashierResultPage({ heading: '无法核身', text, brand: BRAND }));
  };
  const openCheck = (token: string | null): FaceCheck | string => {
    const check = faces.find(token ?? '');
    if (!check) return '链接不正确，请回到商家重新发起';
    return faces.isOpen(check) ? check : '链接已失效，请回到商家重新发起';
  };

  router.on('GET', DETECT_PATH, (request) => {
    request.note({ provider: 'tencent', call: 'detect' });
    const check = openCheck(request.query.get('token'));
    if (typeof check === 'string') return refuse(request, check);
    return html(
      200,
      facePage({
        brand: BRAND,
        person: maskedName(check.name),
        formAction: DETECT_PATH,
        fields: { token: check.bizToken },
        buttons: FACE_ENDINGS.map((ending) => ({ ending, label: LABELS[ending] })),
      }),
    );
  });

  router.on('POST', DETECT_PATH, (request) => {
    request.note({ provider: 'tencent', call: 'detect' });
    const form = formOf(request);
    const check = openCheck(form.get('token'));
    if (typeof check === 'string') return refuse(request, check);
    const pressed = form.get('ending') as FaceEnding;
    if (!FACE_ENDINGS.includes(pressed)) return refuse(request, '请求不正确，请回到商家重新发起');
    const ending = pressed === 'pass' ? endingOf(parts) : pressed;
    // A forged return comes back as after passing, and nobody was looked at.
    if (ending !== 'forged') faces.end(check.bizToken, ending);
    if (ending === 'time-out' || check.redirectUrl === undefined) {
      const text = ending === 'time-out' ? '核身超时，没有返回商家。' : '请回到商家页面查看结果。';
      return html(
        200,
        cashierResultPage({ heading: LABELS[ending === 'forged' ? pressed : ending], text, brand: BRAND }),
      );
    }
    return redirect(backAddress(check.redirectUrl, check.bizToken));
  });
}

/** What really happens although 通过 was pressed, when a fault says so. */
function endingOf({ faults }: SandboxParts): FaceEnding | 'forged' {
  switch (faults.take('tencent', 'detect', PAGE_KINDS, {})?.kind) {
    case 'user_cancel':
      return 'quit';
    case 'user_never_returns':
      return 'time-out';
    case 'return_forged':
      return 'forged';
    default:
      return 'pass';
  }
}

/** The token goes behind the query that is there, before any fragment. */
function backAddress(address: string, bizToken: string): string {
  const [beforeHash = '', ...hash] = address.split('#');
  const joined = `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}BizToken=${bizToken}`;
  return hash.length > 0 ? `${joined}#${hash.join('#')}` : joined;
}
