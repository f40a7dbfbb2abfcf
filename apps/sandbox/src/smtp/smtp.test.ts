import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { mailLines, plainLogin, smtpTalk } from '../testing/smtp-shop.ts';
import { readMessage } from './mail-message.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true, seed: 11 });
});
beforeEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

const codes = (replies: readonly string[]) => replies.map((reply) => reply.slice(0, 3));

describe('the mail server', () => {
  test('takes a mail, undoes the dots, and shows it on its page', async () => {
    const replies = await smtpTalk(sandbox, mailLines(sandbox, 'lin@example.cn'));
    expect(codes(replies)).toEqual(['220', '250', '235', '250', '250', '354', '250', '221', 'clo']);
    expect(sandbox.control.mails('lin@example.cn')).toMatchObject([{ subject: '电子保单', text: '.\ntext' }]);
    const page = await (await fetch(`${sandbox.origin}/mail`)).text();
    expect(page).toContain('电子保单');
    expect(page).toContain('lin@example.cn');
    const told = await (await fetch(`http://127.0.0.1:${sandbox.port}/_ctl/mails?to=lin@example.cn`)).json();
    expect(told).toMatchObject({ mails: [{ to: 'lin@example.cn', attachments: [] }] });
  });

  test.each([
    ['no log-in', ['EHLO shop', 'MAIL FROM:<papers@sandbox.example>'], '530'],
    ['a wrong password', ['EHLO shop', `AUTH PLAIN ${Buffer.from('\0a\0b').toString('base64')}`], '535'],
    ['log-in before the greeting', ['AUTH PLAIN x'], '503'],
    ['another log-in', ['EHLO shop', 'AUTH CRAM-MD5'], '504'],
    ['something else', ['EHLO shop', 'STARTTLS'], '502'],
    ['a line without end', ['x'.repeat(3_000)], '500'],
  ])('refuses %s', async (_what, lines, code) => {
    expect(codes(await smtpTalk(sandbox, lines)).at(-2)).toBe(code);
  });

  test.each([
    ['a foreign sender', ['MAIL FROM:<boss@example.cn>'], '553'],
    ['a recipient without sender', ['RCPT TO:<a@b.cn>'], '503'],
    ['no address', ['MAIL FROM:<papers@sandbox.example>', 'RCPT TO:lin'], '501'],
    ['nobody', ['MAIL FROM:<papers@sandbox.example>', 'RCPT TO:<nobody@qq.com>'], '550'],
    ['content for nobody', ['MAIL FROM:<papers@sandbox.example>', 'DATA'], '503'],
  ])('after the log-in refuses %s', async (_what, lines, code) => {
    const replies = await smtpTalk(sandbox, ['EHLO shop', plainLogin(sandbox), ...lines]);
    expect(codes(replies).at(-2)).toBe(code);
    expect(sandbox.control.mails()).toEqual([]);
  });

  test('knows both ways to log in', async () => {
    const { user, password } = sandbox.keys.smtp;
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    expect(codes(await smtpTalk(sandbox, ['EHLO x', 'AUTH LOGIN', base64(user), base64(password)])).at(-2)).toBe('235');
    expect(codes(await smtpTalk(sandbox, ['EHLO x', `AUTH LOGIN ${base64(user)}`, base64('x')])).at(-2)).toBe('535');
  });
});

test('reads text and attachment of a message in parts', () => {
  const raw = [
    'Subject: =?UTF-8?Q?=E7=94=B5=E5=AD=90?= =?UTF-8?B?5L+d5Y2V?=',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '=E4=BD=A0=',
    '=E5=A5=BD',
    '--b1',
    "Content-Disposition: attachment; filename*0*=utf-8''%E4%BF%9D; filename*1*=%E5%8D%95.pdf",
    'Content-Type: application/pdf',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF').toString('base64'),
    '--b1--',
    '',
  ].join('\r\n');
  expect(readMessage(raw)).toMatchObject({
    subject: '电子保单',
    text: '你好',
    attachments: [{ fileName: '保单.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') }],
  });
});
