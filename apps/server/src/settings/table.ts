import { identityTable } from './identity-table.ts';
import { keysTable } from './keys-table.ts';
import { messageTable } from './message-table.ts';
import { paperTable } from './paper-table.ts';
import { paymentTable } from './payment-table.ts';
import { preExistingTable } from './pre-existing-table.ts';
import { retentionTable } from './retention-table.ts';
import type { SettingRow } from './setting-row.ts';
import { startTable } from './start-table.ts';

export { startTable };

/** What the running server needs besides. */
export const serverTable = {
  ...keysTable,
  ...paymentTable,
  ...messageTable,
  ...identityTable,
  ...preExistingTable,
  ...paperTable,
  ...retentionTable,
};

type Table = Record<string, SettingRow>;
type Values<T extends Table> = { readonly [K in keyof T]: T[K] extends SettingRow<infer V> ? V : never };

type Origins = { readonly publicOrigin: string; readonly sandboxOrigin: string };
export type StartSettings = Omit<Values<typeof startTable>, keyof Origins> & Origins;
export type Settings = StartSettings &
  Omit<Values<typeof serverTable>, 'wxpayNotifyOrigin'> & { readonly wxpayNotifyOrigin: string };

export const allRows: readonly SettingRow[] = [
  ...Object.values<SettingRow>(startTable),
  ...Object.values<SettingRow>(serverTable),
];
