import { html, type Router } from '../http/router.ts';
import { cashierResultPage } from '../pages/cashier-page.ts';
import { escapeHtml } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { CentreCall } from './centre-door.ts';
import { CentreError, fieldError } from './centre-error.ts';
import { need, OUR_NUMBER } from './centre-input.ts';
import { momentOf, wireTime } from './envelope.ts';
import type { JumpBook } from './jump-book.ts';
import type { Data } from './signing.ts';

const PAGE_PATH = '/medical-app';
const PUSH = ['jumpNo', 'phone', 'source', 'purpose', 'consentVersion', 'consentTime'];
const ENTRY = ['jumpNo', 'phone'];
const PHONE = /^1[3-9]\d{9}$/;
const CONSENT_LIFE_MS = 10 * 60_000;
/** Phones by their last four digits: nobody of that number in the app; an address of somebody else's site. */
const UNKNOWN_PHONE = '9061';
const FOREIGN_ADDRESS = '9062';

/** The gateway to the bureau's own app (JP-1): a phone and nothing else, then a ticket for it. */
export function jumpCalls(parts: SandboxParts, book: JumpBook): CentreCall[] {
  const { clock } = parts;
  const match = (data: Data) => ({ phone: typeof data.phone === 'string' ? data.phone : undefined });
  return [
    {
      name: 'jump.push',
      path: '/jump/api/v1/phone/push',
      match,
      handle: (data) => {
        onlyFields(data, PUSH);
        const asked = {
          jumpNo: need(data, 'jumpNo', OUR_NUMBER),
          phone: need(data, 'phone', PHONE),
          source: need(data, 'source', /^[a-z][a-z0-9-]{1,29}$/),
          consentVersion: need(data, 'consentVersion', /^[1-9]\d{0,2}$/),
        };
        need(data, 'purpose', /^JUMP$/);
        const consentAtMs = momentOf(need(data, 'consentTime', /^\d{14}$/));
        if (!(consentAtMs <= clock.now() + 60_000)) throw fieldError('consentTime', '在将来');
        if (consentAtMs < clock.now() - CONSENT_LIFE_MS) throw new CentreError('40301', '授权已过期');
        if (asked.phone.endsWith(UNKNOWN_PHONE)) throw new CentreError('42203', '手机号没有注册');
        return { jumpNo: book.push(asked).jumpNo, accepted: '1' };
      },
    },
    {
      name: 'jump.entry',
      path: '/jump/api/v1/entry',
      match,
      handle: (data) => {
        onlyFields(data, ENTRY);
        const phone = need(data, 'phone', PHONE);
        const { jumpNo, ticket, ticketExpiresAtMs } = book.ticketFor(need(data, 'jumpNo', OUR_NUMBER), phone);
        const origin = phone.endsWith(FOREIGN_ADDRESS) ? 'https://elsewhere.example' : parts.origin();
        const entryUrl = `${origin}${PAGE_PATH}?ticket=${ticket}`;
        return { jumpNo, entryUrl, expireTime: wireTime(ticketExpiresAtMs) };
      },
    },
  ];
}

/** The page of the app that a resident arrives at. */
export function addMedicalAppPage(router: Router, book: JumpBook): void {
  router.on('GET', PAGE_PATH, (request) => {
    request.note({ provider: 'medical-account', call: 'medical-app' });
    try {
      const { phone } = book.open(request.query.get('ticket') ?? '');
      const shown = `${phone.slice(0, 3)}****${phone.slice(-4)}`;
      const text = `您以 ${escapeHtml(shown)} 进入。`;
      return html(200, cashierResultPage({ heading: '医保个人账户', text, brand: '医保' }));
    } catch (error) {
      if (!(error instanceof CentreError)) throw error;
      request.note({ reason: `${error.code}: ${error.message}` });
      const text = `${error.code} ${error.message}`;
      return html(400, cashierResultPage({ heading: '无法进入', text, brand: '医保' }));
    }
  });
}

function onlyFields(data: Data, allowed: readonly string[]): void {
  const extra = Object.keys(data).find((name) => !allowed.includes(name));
  if (extra !== undefined) throw fieldError(extra, '不应传送');
}
