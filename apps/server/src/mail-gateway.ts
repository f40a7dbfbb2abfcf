import { createSmtp } from './adapters/smtp/index.ts';
import type { MailGateway } from './ports/mail-gateway.ts';
import type { Settings } from './settings.ts';

/** The mail server of the settings; null where none is given, and papers are then not sent by mail. */
export function createMailGateway(settings: Settings): MailGateway | null {
  const { smtpHost, smtpUser, smtpPassword, smtpFrom } = settings;
  if (smtpHost === null || smtpUser === null || smtpPassword === null || smtpFrom === null) return null;
  return createSmtp({
    host: smtpHost,
    port: settings.smtpPort,
    security: settings.smtpSecurity,
    user: smtpUser,
    password: smtpPassword,
    from: smtpFrom,
    fromName: settings.smtpFromName,
  });
}
