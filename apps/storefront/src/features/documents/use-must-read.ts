import { useState } from 'react';
import type { RequiredDocument } from './use-required-documents.ts';

type Version = Pick<RequiredDocument, 'key' | 'version'>;

/** Documents to be read to their end, one after the other, before a step can be taken. */
export interface MustRead {
  readonly documents: readonly RequiredDocument[];
  /** Still to be read, in their order. */
  readonly unread: readonly RequiredDocument[];
  /** Key of the one that is open. */
  readonly open: string | null;
  isRead(document: RequiredDocument): boolean;
  /** Opens one. */
  begin(key: string): void;
  close(): void;
  /** Its end was shown: keeps that, and goes on with the next. */
  finish(read: Version): void;
}

type Kept = {
  isRead: (document: RequiredDocument) => boolean;
  /** Keeps that this very version was read. */
  keep: (read: Version) => void;
};

export function useMustRead(documents: readonly RequiredDocument[], { isRead, keep }: Kept): MustRead {
  const [open, setOpen] = useState<string | null>(null);
  const unread = documents.filter((document) => !isRead(document));
  return {
    documents,
    unread,
    open,
    isRead,
    begin: setOpen,
    close: () => setOpen(null),
    finish(read) {
      keep(read);
      setOpen(unread.find(({ key }) => key !== read.key)?.key ?? null);
    },
  };
}

/** What holds a step up, for the bar; null when all is read. */
export function unreadText({ unread }: MustRead, step: '付款' | '确认'): string | null {
  return unread.length > 0 ? `还有 ${unread.length} 份文件没读，读完才能${step}` : null;
}

/** Opens the first that is still to be read: who agrees to documents has read them before. Null when all are. */
export function readFirst({ unread: [first], begin }: MustRead): (() => void) | null {
  return first ? () => begin(first.key) : null;
}
