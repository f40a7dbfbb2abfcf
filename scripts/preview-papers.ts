import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Drawing, drawPdf, drawPictures, renderVerificationPage } from '../apps/server/src/papers/index.ts';
import * as samples from '../apps/server/src/papers/sample-papers.ts';

/** Writes sample papers for looking at: `node scripts/preview-papers.ts <folder>`. */

const folder = process.argv[2];
if (!folder) {
  console.error('Usage: node scripts/preview-papers.ts <folder>');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const voided = { voidedAtMs: samples.SAMPLE_VOID_POLICY.voidedAtMs, reason: samples.SAMPLE_VOID_POLICY.voidReason };
const policy: Drawing = { kind: 'policy', data: samples.SAMPLE_POLICY };
const voucher: Drawing = { kind: 'voucher', data: samples.SAMPLE_VOUCHER };
const love: Drawing = { kind: 'love', data: samples.SAMPLE_LOVE };
const real = { ...samples.SAMPLE_POLICY, isDemonstration: false, countsLikePaper: true };
const [firstPage] = await drawPictures(policy);
const [receiptPage] = await drawPictures({ kind: 'receipt', data: samples.SAMPLE_RECEIPT });
const [endorsementPage] = await drawPictures({ kind: 'endorsement', data: samples.SAMPLE_ENDORSEMENT });
const [keepsake] = await drawPictures(love);
const [voidKeepsake] = await drawPictures({ kind: 'love', data: { ...samples.SAMPLE_LOVE, voided } });
const files: Record<string, Uint8Array | string> = {
  'policy.pdf': await drawPdf(policy),
  'policy-real.pdf': await drawPdf({ kind: 'policy', data: real }),
  'policy-void.pdf': await drawPdf({ kind: 'policy', data: { ...samples.SAMPLE_POLICY, voided } }),
  'voucher.pdf': await drawPdf(voucher),
  'voucher-real.pdf': await drawPdf({ kind: 'voucher', data: { ...samples.SAMPLE_VOUCHER, isDemonstration: false } }),
  'voucher-void.pdf': await drawPdf({ kind: 'voucher', data: { ...samples.SAMPLE_VOUCHER, voided } }),
  'money.pdf': await drawPdf({ kind: 'money', data: samples.SAMPLE_ORDER_MONEY }),
  'receipt.pdf': await drawPdf({ kind: 'receipt', data: samples.SAMPLE_RECEIPT }),
  'endorsement.pdf': await drawPdf({ kind: 'endorsement', data: samples.SAMPLE_ENDORSEMENT }),
  'endorsement.png': endorsementPage?.png ?? '',
  'receipt.png': receiptPage?.png ?? '',
  'love.pdf': await drawPdf(love),
  'policy-1.png': firstPage?.png ?? '',
  'love.png': keepsake?.png ?? '',
  'love-void.png': voidKeepsake?.png ?? '',
  'verify-policy.html': renderVerificationPage(samples.SAMPLE_VALID_POLICY),
  'verify-policy-elder.html': renderVerificationPage(samples.SAMPLE_VALID_POLICY, { isElder: true }),
  'verify-voucher.html': renderVerificationPage(samples.SAMPLE_VALID_VOUCHER),
  'verify-void.html': renderVerificationPage(samples.SAMPLE_VOID_POLICY),
  'verify-replaced.html': renderVerificationPage(samples.SAMPLE_REPLACED_POLICY),
  'verify-love.html': renderVerificationPage(samples.SAMPLE_VALID_LOVE),
  'verify-money.html': renderVerificationPage(samples.SAMPLE_VALID_MONEY),
  'verify-endorsement.html': renderVerificationPage(samples.SAMPLE_VALID_ENDORSEMENT),
  'verify-unknown.html': renderVerificationPage({
    state: 'unknown',
    servicePhone: samples.SAMPLE_POLICY.servicePhone,
  }),
  'verify-ask.html': renderVerificationPage({ state: 'ask' }),
};
for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(folder, name), content);
  console.log(`${name} ${(Buffer.byteLength(content) / 1000).toFixed(1)} kB`);
}
