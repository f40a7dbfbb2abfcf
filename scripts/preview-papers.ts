import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPolicyPdf, renderVerificationPage, renderVoucherPdf } from '../apps/server/src/papers/index.ts';
import {
  SAMPLE_POLICY,
  SAMPLE_VALID_POLICY,
  SAMPLE_VALID_VOUCHER,
  SAMPLE_VOID_POLICY,
  SAMPLE_VOUCHER,
} from '../apps/server/src/papers/sample-papers.ts';

/** Writes sample papers for looking at: `node scripts/preview-papers.ts <folder>`. */

const folder = process.argv[2];
if (!folder) {
  console.error('Usage: node scripts/preview-papers.ts <folder>');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const voided = { voidedAtMs: SAMPLE_VOID_POLICY.voidedAtMs, reason: SAMPLE_VOID_POLICY.voidReason };
const files: Record<string, Buffer | string> = {
  'policy.pdf': await renderPolicyPdf(SAMPLE_POLICY),
  'policy-real.pdf': await renderPolicyPdf({ ...SAMPLE_POLICY, isDemonstration: false }),
  'policy-void.pdf': await renderPolicyPdf({ ...SAMPLE_POLICY, voided }),
  'voucher.pdf': await renderVoucherPdf(SAMPLE_VOUCHER),
  'voucher-real.pdf': await renderVoucherPdf({ ...SAMPLE_VOUCHER, isDemonstration: false }),
  'voucher-void.pdf': await renderVoucherPdf({ ...SAMPLE_VOUCHER, voided }),
  'verify-policy.html': renderVerificationPage(SAMPLE_VALID_POLICY),
  'verify-policy-elder.html': renderVerificationPage(SAMPLE_VALID_POLICY, { isElder: true }),
  'verify-voucher.html': renderVerificationPage(SAMPLE_VALID_VOUCHER),
  'verify-void.html': renderVerificationPage(SAMPLE_VOID_POLICY),
  'verify-unknown.html': renderVerificationPage({ state: 'unknown', servicePhone: SAMPLE_POLICY.servicePhone }),
  'verify-ask.html': renderVerificationPage({ state: 'ask' }),
};
for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(folder, name), content);
  console.log(`${name} ${(Buffer.byteLength(content) / 1000).toFixed(1)} kB`);
}
