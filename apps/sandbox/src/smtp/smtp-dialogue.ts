import type { FaultKind } from '../faults/fault-kinds.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { MailBox } from './mail-box.ts';

export const SMTP_KINDS: readonly FaultKind[] = [
  'timeout_before',
  'timeout_after',
  'busy_code',
  'rate_limit',
  'mailbox_unknown',
  'mail_refused',
];

export const MAX_MAIL_BYTES = 10_485_760;
const MAX_LINE = 2_048;

/** What one side of the connection says next: lines to write, and whether that was all. */
export type Said = { lines: string[]; hangUp?: true };

export type Dialogue = {
  greet(): Said;
  /** One line without its CRLF. */
  hear(line: string): Said;
};

/** One connection of a strict submission server (RFC 5321, 4954): log in, then one mail after the other. */
export function createDialogue(parts: SandboxParts, mails: MailBox): Dialogue {
  const { user, password, from } = parts.keys.smtp;
  let greeted = false;
  let trusted = false;
  let sender: string | null = null;
  let receivers: string[] = [];
  let data: string[] | null = null;
  let bytes = 0;
  let expecting: 'user' | 'password' | 'plain' | null = null;
  let typedUser = '';

  const say = (...lines: string[]): Said => ({ lines });
  const fault = (...kinds: FaultKind[]) => parts.faults.take('smtp', 'mail', kinds, {});
  const forget = () => {
    sender = null;
    receivers = [];
    data = null;
    bytes = 0;
  };
  const judge = (name: string, word: string): Said => {
    expecting = null;
    trusted = name === user && word === password;
    return trusted ? say('235 2.7.0 Authentication successful') : say('535 5.7.8 Authentication credentials invalid');
  };
  const base64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
  const plain = (text: string): Said => {
    const [, name = '', word = ''] = base64(text).split('\u0000');
    return judge(name, word);
  };

  const authenticate = (rest: string): Said => {
    if (!greeted) return say('503 5.5.1 EHLO first');
    if (trusted) return say('503 5.5.1 Already authenticated');
    const [method = '', initial] = rest.split(' ');
    if (method.toUpperCase() === 'PLAIN') {
      if (initial) return plain(initial);
      expecting = 'plain';
      return say('334 ');
    }
    if (method.toUpperCase() !== 'LOGIN') return say('504 5.5.4 Unrecognized authentication type');
    if (initial) {
      typedUser = base64(initial);
      expecting = 'password';
      return say('334 UGFzc3dvcmQ6');
    }
    expecting = 'user';
    return say('334 VXNlcm5hbWU6');
  };

  const mailFrom = (rest: string): Said => {
    if (!trusted) return say('530 5.7.0 Authentication required');
    if (sender !== null) return say('503 5.5.1 Sender already given');
    if (fault('busy_code')) return say('451 4.3.2 System not accepting mail now');
    const address = /^FROM:<([^>]*)>/i.exec(rest)?.[1];
    if (address === undefined) return say('501 5.5.4 MAIL FROM:<address>');
    if (address !== from) return say('553 5.7.1 Sender address not owned by user');
    sender = address;
    return say('250 2.1.0 Sender ok');
  };

  const receiver = (rest: string): Said => {
    if (sender === null) return say('503 5.5.1 MAIL first');
    const address = /^TO:<([^<>\s]+@[^<>\s]+)>/i.exec(rest)?.[1];
    if (address === undefined) return say('501 5.1.3 Bad recipient address');
    if (fault('rate_limit')) return say('450 4.2.1 Mailbox receives too much, try again later');
    if (fault('mailbox_unknown') || address.startsWith('nobody@')) return say('550 5.1.1 No such mailbox');
    receivers.push(address);
    return say('250 2.1.5 Recipient ok');
  };

  const ended = (): Said => {
    const raw = (data ?? []).join('\r\n');
    const [to = ''] = receivers;
    const tooBig = bytes > MAX_MAIL_BYTES;
    forget();
    if (tooBig) return say('552 5.3.4 Message too big');
    if (fault('mail_refused')) return say('554 5.7.1 Message refused by policy');
    const mail = mails.put(to, raw);
    return fault('timeout_after') ? { lines: [], hangUp: true } : say(`250 2.0.0 Queued as ${mail.id}`);
  };

  const command = (line: string): Said => {
    const [verb = ''] = line.split(' ');
    const rest = line.slice(verb.length + 1);
    switch (verb.toUpperCase()) {
      case 'EHLO':
        greeted = true;
        forget();
        return say('250-sandbox', `250-SIZE ${MAX_MAIL_BYTES}`, '250-8BITMIME', '250 AUTH PLAIN LOGIN');
      case 'AUTH':
        return authenticate(rest);
      case 'MAIL':
        return mailFrom(rest);
      case 'RCPT':
        return receiver(rest);
      case 'DATA':
        if (receivers.length === 0) return say('503 5.5.1 RCPT first');
        data = [];
        return say('354 End with a line of one dot');
      case 'RSET':
        forget();
        return say('250 2.0.0 Ok');
      case 'NOOP':
        return say('250 2.0.0 Ok');
      case 'QUIT':
        return { lines: ['221 2.0.0 Bye'], hangUp: true };
      default:
        return say('502 5.5.1 Command not implemented');
    }
  };

  return {
    greet: () => (fault('timeout_before') ? { lines: [], hangUp: true } : say('220 sandbox ESMTP')),
    hear: (line) => {
      if (data !== null) {
        if (line === '.') return ended();
        bytes += line.length + 2;
        if (bytes <= MAX_MAIL_BYTES) data.push(line.startsWith('.') ? line.slice(1) : line);
        return say();
      }
      if (line.length > MAX_LINE) return say('500 5.5.2 Line too long');
      if (expecting === 'plain') return plain(line);
      if (expecting === 'password') return judge(typedUser, base64(line));
      if (expecting === 'user') {
        typedUser = base64(line);
        expecting = 'password';
        return say('334 UGFzc3dvcmQ6');
      }
      return command(line);
    },
  };
}
