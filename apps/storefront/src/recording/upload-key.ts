const KEY = 'huimin-record-key';

/** What the server gave for sending to a recording, for the tab's next loads: by then nobody may be logged in any more. */
export function keptKey(session: Pick<Storage, 'getItem'> | null, trace: string): string {
  try {
    const [of, key = ''] = (session?.getItem(KEY) ?? '').split(' ');
    return of === trace ? key : '';
  } catch {
    return '';
  }
}

export function keepKey(session: Pick<Storage, 'setItem'> | null, trace: string, key: string): void {
  try {
    if (key) session?.setItem(KEY, `${trace} ${key}`);
  } catch {
    // Then the next load is given it anew.
  }
}
