/**
 * A number of ours as it was read out or copied: without the blanks in it, the invisible characters that some programs put around
 * it, and the words before it (订单号：JS…). Any other text comes back as it is but for the blanks at its ends.
 */
export function bareNumber(typed: string): string {
  const narrow = typed.normalize('NFKC').trim();
  const bare = narrow
    .replace(/[\s\u200B-\u200F\u202A-\u202E\uFEFF]/g, '')
    .replace(/^\p{Script=Han}+:?|[,.;。、]+$/gu, '');
  return /^[0-9A-Za-z_-]+$/.test(bare) ? bare : narrow;
}
