import { beijingText } from '../clock/beijing-time.ts';
import { html, type Router } from '../http/router.ts';
import type { MailBox } from '../smtp/mail-box.ts';
import { escapeHtml, page } from './layout.ts';

/** The mails that were taken, with their attachments. */
export function addMailPages(router: Router, mails: MailBox): void {
  router.on('GET', '/mail', () => html(200, mailListPage(mails)));
  router.on('GET', '/mail/:id/:number', ({ params }) => {
    const mail = mails.list().find(({ id }) => id === params.id);
    const attachment = mail?.attachments[Number(params.number)];
    if (!attachment) return html(404, page({ title: '没有这个附件', main: '<h1>没有这个附件</h1>' }));
    const fileName = encodeURIComponent(attachment.fileName);
    return {
      status: 200,
      headers: {
        // Whatever the sender says it is, nothing but a PDF is opened here.
        'content-type': attachment.contentType === 'application/pdf' ? 'application/pdf' : 'application/octet-stream',
        'content-disposition': `inline; filename*=UTF-8''${fileName}`,
        'x-content-type-options': 'nosniff',
      },
      body: attachment.bytes,
    };
  });
}

function mailListPage(mails: MailBox): string {
  const items = mails.list().map((mail) => {
    const files = mail.attachments.map(
      ({ fileName, bytes }, index) =>
        `<li><a href="/mail/${mail.id}/${index}">${escapeHtml(fileName)}</a> <span class="muted">${Math.ceil(bytes.length / 1000)} kB</span></li>`,
    );
    return `<li class="card" data-testid="mail"><h2>${escapeHtml(mail.subject)}</h2>
<p class="muted">${escapeHtml(mail.to)}，${beijingText(mail.receivedAtMs)}</p>
<pre>${escapeHtml(mail.text)}</pre><ul>${files.join('')}</ul></li>`;
  });
  return page({
    title: '邮箱（沙箱）',
    bodyClass: 'phone',
    main: `<h1>收到的邮件</h1>
<p class="muted">发给谁的都在这里，最新的在最上面。发到 nobody@ 的邮箱不存在。</p>
<ol class="messages">${items.join('') || '<li>还没有邮件。</li>'}</ol>`,
  });
}
