import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** What somebody who is insured by another has said about it. */
export type InsuredConsentStatus = 'asked' | 'agreed' | 'declined';

export type InsuredConsentEvent = 'Agreed' | 'Declined';

/** Whoever has answered may answer otherwise while it is asked for. */
export const INSURED_CONSENT_TABLE: StatusTable<InsuredConsentStatus, InsuredConsentEvent> = {
  title: "Insured person's own consent",
  entries: [
    { status: 'asked', key: 'Asked', label: '等本人确认', tone: 'info' },
    { status: 'agreed', key: 'Agreed', label: '本人已同意', tone: 'success' },
    { status: 'declined', key: 'Declined', label: '本人不同意', tone: 'warn' },
  ],
  initial: ['asked'],
  terminal: [],
  rows: [
    ['asked', 'agreed', 'Agreed'],
    ['declined', 'agreed', 'Agreed'],
    ['asked', 'declined', 'Declined'],
    ['agreed', 'declined', 'Declined'],
  ],
};

export function insuredConsentLabel(status: InsuredConsentStatus): string {
  return statusEntryOf(INSURED_CONSENT_TABLE, status)?.label ?? status;
}
