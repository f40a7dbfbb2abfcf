import { type Fen, yuanTextToFen } from '../money/index.ts';

/** What people type around a sum. */
const AROUND = /[\s¥元]/g;

/** A premium as an operator types it, also with full-width digits or its unit; null for what is no sum of yuan and fen. */
export function premiumFenOf(text: string): Fen | null {
  const fen = yuanTextToFen(text.normalize('NFKC').replace(AROUND, ''));
  return fen === null || fen < 0 ? null : fen;
}
