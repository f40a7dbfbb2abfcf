import type { Transporter } from 'nodemailer';
import type { Mail, MailGateway, MailResult } from '../../ports/mail-gateway.ts';

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` demanded after the greeting, `none` only towards this machine. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string;
  readonly password: string;
  /** The address that stands as the sender, and how it is called. */
  readonly from: string;
  readonly fromName: string;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** What nodemailer tells of a failure. */
interface SmtpFailure {
  readonly message: string;
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** Submits mails to a mail server of one's own or a provider's (RFC 6409). */
export function createSmtp(config: SmtpConfig): MailGateway {
  // A large library that most servers never send a mail with: loaded for the first one.
  let opened: Promise<Transporter> | null = null;
  const domain = config.from.slice(config.from.lastIndexOf('@') + 1);
  return {
    async send(mail) {
      opened ??= openTransport(config);
      try {
        const transport = await opened;
        await transport.sendMail(envelope(mail, config, domain));
        return { kind: 'sent' };
      } catch (error) {
        return resultOf(error as SmtpFailure);
      }
    },
  };
}

async function openTransport(config: SmtpConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: config.host,
    port: config.port,
    secure: config.security === 'tls',
    requireTLS: config.security === 'starttls',
    ignoreTLS: config.security === 'none',
    auth: { user: config.user, pass: config.password },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Nothing of a mail is ever fetched from elsewhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function envelope({ to, subject, text, attachment, id }: Mail, { from, fromName }: SmtpConfig, domain: string) {
  return {
    // As objects, so that an address is never read as a list of several.
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    subject,
    text,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: [{ filename: attachment.fileName, content: attachment.bytes, contentType: attachment.contentType }],
  };
}

/** Five hundreds are final, but for a log-in that an operator can put right; everything else may go later. */
function resultOf({ code, responseCode = 0, command = '', message }: SmtpFailure): MailResult {
  // The message may quote the address; the reply's number says enough.
  const problem =
    responseCode > 0 ? `${responseCode} to ${command || 'the connection'}` : (code ?? message.slice(0, 80));
  if (responseCode < 500 || code === 'EAUTH') return { kind: 'later', problem };
  return command.startsWith('RCPT') ? { kind: 'wrong-address', problem } : { kind: 'refused', problem };
}
