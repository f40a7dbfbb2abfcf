import { readFileSync } from 'node:fs';
import { beijingText } from '../clock/beijing-time.ts';
import type { SandboxControl } from '../control/control.ts';
import { orderDesks } from '../control/order-desks.ts';
import { html, json, type Router } from '../http/router.ts';
import { cardPicture } from '../identity/card-picture.ts';
import type { NotificationRow } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Inbox, SmsMessage } from '../sms/inbox.ts';
import { currentUser } from '../wechat-account/current-user.ts';
import type { UserBook } from '../wechat-account/user-book.ts';
import { cardOf, cardPage } from './card-page.ts';
import { homePage } from './home-page.ts';
import { phoneListPage, phonePage } from './phone-page.ts';

const ASSETS: Record<string, string> = {
  'sandbox.css': 'text/css; charset=utf-8',
  'phone.js': 'text/javascript; charset=utf-8',
  'authorise.js': 'text/javascript; charset=utf-8',
  'cashier-result.js': 'text/javascript; charset=utf-8',
  'front-return.js': 'text/javascript; charset=utf-8',
};
const SHOWN_ORDERS = 50;
const SHOWN_REQUESTS = 60;

export type PageBooks = {
  control: SandboxControl;
  users: UserBook;
  messages: Inbox;
  operatorPages: boolean;
};

/** Home page, phone pages, and the style and script files of all pages. */
export function addPageRoutes(router: Router, parts: SandboxParts, books: PageBooks): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    const body = readFileSync(new URL(`./assets/${name}`, import.meta.url));
    router.on('GET', `/_pages/${name}`, () => ({
      status: 200,
      headers: { 'content-type': type, 'cache-control': 'no-cache' },
      body,
    }));
  }

  router.on('GET', '/', (request) => {
    const current = currentUser(request, books.users);
    const desks = orderDesks(books.control);
    return html(
      200,
      homePage({
        nowMs: parts.clock.now(),
        speed: parts.clock.speed,
        users: books.users.list().map((user) => ({ ...user, current: user.openid === current?.openid })),
        desks: desks.map(({ provider, name, list }) => ({ provider, name, orders: newest(list()) })),
        offers: parts.faults.offers(),
        faults: parts.faults.list(),
        messages: arrived(books.messages).length,
        violations: desks.flatMap((desk) => desk.notifications.flatMap((one) => violations(one.list()))),
        log: parts.log
          .entries()
          .filter((entry) => entry.provider !== undefined)
          .slice(0, SHOWN_REQUESTS),
        operatorPages: books.operatorPages,
      }),
    );
  });

  router.on('GET', '/phone', (request) => {
    const number = request.query.get('number');
    if (number) return html(200, phonePage(number.replace(/[^\d+]/g, '').slice(0, 20)));
    const counts = new Map<string, number>();
    for (const message of arrived(books.messages)) counts.set(message.phone, (counts.get(message.phone) ?? 0) + 1);
    return html(200, phoneListPage([...counts].map(([phone, count]) => ({ phone, count }))));
  });

  router.on('GET', '/id-card', (request) => html(200, cardPage(request.query)));
  router.on('GET', '/_pages/id-card.png', (request) => ({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
    body: cardPicture(cardOf(request.query)),
  }));

  router.on('GET', '/phone/messages', (request) =>
    json(200, {
      messages: arrived(books.messages, request.query.get('number') ?? '').map((message) => ({
        text: message.text,
        code: message.params.code,
        time: beijingText(message.sentAtMs),
      })),
    }),
  );
}

/** What a phone shows: a message that is late or lost is not on it. */
function arrived(messages: Inbox, phone?: string): SmsMessage[] {
  return messages.list(phone).filter((message) => messages.receiptOf(message) === 'delivered');
}

function newest<T>(rows: T[]): T[] {
  return [...rows].reverse().slice(0, SHOWN_ORDERS);
}

/** What receivers accepted although they had to refuse it. */
function violations(rows: Pick<NotificationRow, 'outTradeNo' | 'attempts'>[]): string[] {
  return rows.flatMap((row) =>
    row.attempts.flatMap((attempt) => (attempt.violation ? [`${row.outTradeNo}：${attempt.violation}`] : [])),
  );
}
