import { createHash } from 'node:crypto';

/** What the receipt of an answer about pre-existing conditions states: a label and what it rests on, never a disease. */
export interface Receipt {
  readonly isDemonstration: boolean;
  readonly productName: string;
  readonly serviceName: string;
  readonly servicePhone: string;
  /** The leading insurer. */
  readonly issuer: string;
  readonly queryNo: string;
  readonly name: string;
  readonly idNumberMasked: string;
  readonly way: string;
  readonly askedAtMs: number;
  readonly basis: string;
  readonly consentVersion: number;
  readonly label: string;
  readonly className: string | null;
  readonly ruleVersion: string;
  /** `YYYY-MM-DD` */
  readonly dataDate: string;
  readonly answeredAtMs: number;
  readonly validUntilMs: number;
  readonly reviewed: boolean;
}

export interface ReceiptPaperData extends Receipt {
  readonly drawnAtMs: number;
}

/** SHA-256 of everything the receipt states, hex; when it is drawn is not part of it. */
export function receiptFingerprint({ drawnAtMs: _drawn, ...receipt }: Receipt & { drawnAtMs?: number }): string {
  const entries = Object.entries(receipt).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
