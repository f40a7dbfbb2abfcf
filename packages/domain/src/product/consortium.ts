import type { Fen } from '../money/index.ts';

/**
 * Splits an amount over the consortium by whole percents. Fen that do not divide go to the largest remainders, in the
 * members' order, so that the parts always add up. Throws RangeError unless the shares add up to 100.
 */
export function consortiumPartsFen(amountFen: Fen, members: readonly { sharePercent: number }[]): Fen[] {
  const total = members.reduce((sum, member) => sum + member.sharePercent, 0);
  if (total !== 100) throw new RangeError('the shares of a consortium add up to 100');
  if (!Number.isSafeInteger(amountFen) || amountFen < 0 || !Number.isSafeInteger(amountFen * 100)) {
    throw new RangeError('an amount must be a whole number of fen, not negative');
  }
  const parts = members.map((member) => Math.floor((amountFen * member.sharePercent) / 100));
  const left = amountFen - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = members
    .map((member, index) => ({ index, remainder: (amountFen * member.sharePercent) % 100 }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, left);
  for (const { index } of byRemainder) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/** Who carries an edition's policies: the members with a share; without shares the leading (or only) insurer, all of it. */
export function consortiumOf<C extends { lead?: boolean; sharePercent?: number }>(
  insurers: readonly C[],
): (C & { sharePercent: number })[] {
  const members = insurers.flatMap((insurer) =>
    insurer.sharePercent === undefined ? [] : [{ ...insurer, sharePercent: insurer.sharePercent }],
  );
  const lead = insurers.find((insurer) => insurer.lead) ?? insurers[0];
  return members.length > 0 || !lead ? members : [{ ...lead, lead: true, sharePercent: 100 }];
}
