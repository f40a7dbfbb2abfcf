/** Hands one mail over to the mail server that sends for us. */
export interface MailGateway {
  send(mail: Mail): Promise<MailResult>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly attachment: { readonly fileName: string; readonly contentType: string; readonly bytes: Buffer };
  /** Stays the same when a mail is sent again, so that a mailbox may know a second copy. */
  readonly id: string;
}

export type MailResult =
  | { readonly kind: 'sent' }
  /** There is no such mailbox, or it takes nothing. */
  | { readonly kind: 'wrong-address'; readonly problem: string }
  /** This mail will never go. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** It may go later; perhaps it has gone already. */
  | { readonly kind: 'later'; readonly problem: string };
