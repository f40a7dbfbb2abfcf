import { forgetNote, keepNote, keptNote } from '../../channel/tab-note.ts';

/** Shows which phone is this visitor's, as long as the server takes it and the tab is open. */
const KEY = 'huimin-booking-ticket';

export function keepTicket(ticket: string | null): void {
  if (ticket === null) forgetNote(KEY);
  else keepNote(KEY, ticket);
}

export function keptTicket(): string | null {
  const ticket = keptNote(KEY);
  return typeof ticket === 'string' ? ticket : null;
}
