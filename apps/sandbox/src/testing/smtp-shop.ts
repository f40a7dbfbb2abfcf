import { connect } from 'node:net';
import type { Sandbox } from '../create-sandbox.ts';
import type { Scenario } from './fault-stage.ts';

/** Says these lines one after the other, each when the one before is answered; answers all replies, `closed` at the end. */
export function smtpTalk(sandbox: Sandbox, lines: readonly string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const replies: string[] = [];
    const left = [...lines];
    let heard = '';
    const socket = connect(sandbox.smtpPort, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('close', () => resolve([...replies, 'closed']));
    socket.on('data', (chunk: string) => {
      heard += chunk;
      // The last line of a reply has a space after its number.
      const end = /^\d{3} .*\r\n/m.exec(heard);
      if (!end) return;
      replies.push(heard.slice(0, end.index + end[0].length).trimEnd());
      heard = '';
      const next = left.shift();
      if (next === undefined) socket.end();
      else socket.write(`${next}\r\n`);
    });
  });
}

/** The account's own log-in, in one line. */
export function plainLogin(sandbox: Sandbox): string {
  const { user, password } = sandbox.keys.smtp;
  return `AUTH PLAIN ${Buffer.from(`\u0000${user}\u0000${password}`).toString('base64')}`;
}

/** A whole mail to this address. */
export function mailLines(sandbox: Sandbox, to: string): string[] {
  const content = ['Subject: =?UTF-8?B?55S15a2Q5L+d5Y2V?=', '', '..', 'text', '.'].join('\r\n');
  const { from } = sandbox.keys.smtp;
  return ['EHLO shop', plainLogin(sandbox), `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA', content, 'QUIT'];
}

/** One mail from log-in to the end. */
export const smtpScenario: Scenario = async ({ sandbox }) => {
  const replies = await smtpTalk(sandbox, mailLines(sandbox, 'lin@example.cn'));
  return [replies.map((reply) => reply.slice(0, 3)), sandbox.control.mails().length];
};
