const KEY = 'huimin-mini-ticket';

/** Keeps who somebody is in the mini-program, sealed by the server, while this web view lives. */
export function keepMiniTicket(storage: Pick<Storage, 'setItem'> | null, ticket: string): void {
  try {
    storage?.setItem(KEY, ticket);
  } catch {
    // Without storage the payment says that the mini-program has to be entered anew.
  }
}

/** The kept ticket, or an empty text, which the server answers in words. */
export function keptMiniTicket(storage: Pick<Storage, 'getItem'> | null): string {
  try {
    return storage?.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
