import type { SandboxParts } from '../sandbox-parts.ts';
import { type MailMessage, readMessage } from './mail-message.ts';

/** A mail as it was taken. */
export type StoredMail = { id: string; to: string; raw: string; receivedAtMs: number };

export type MailBox = {
  put(to: string, raw: string): StoredMail;
  /** Newest first; to one address, or all. */
  list(to?: string): (StoredMail & MailMessage)[];
};

/** The mails of everybody. */
export function createMailBox({ journal, random, clock }: SandboxParts): MailBox {
  const table = journal.table<StoredMail>('smtp.mails');
  return {
    put: (to, raw) => {
      const mail = { id: random.hex(16), to, raw, receivedAtMs: clock.now() };
      table.put(mail.id, mail);
      return mail;
    },
    list: (to) =>
      table
        .rows()
        .filter((mail) => to === undefined || mail.to === to)
        .map((mail) => ({ ...mail, ...readMessage(mail.raw) }))
        .reverse(),
  };
}
