import { describe, expect, it } from 'vitest';
import { contentFingerprint, fingerprintText } from './content-fingerprint.ts';
import { SAMPLE_POLICY, SAMPLE_VOUCHER } from './sample-papers.ts';

describe('contentFingerprint', () => {
  it('depends on the content, not on the order of its fields', () => {
    const reordered = Object.fromEntries(Object.entries(SAMPLE_POLICY).reverse()) as unknown as typeof SAMPLE_POLICY;
    expect(contentFingerprint(reordered)).toBe(contentFingerprint(SAMPLE_POLICY));
    expect(contentFingerprint(SAMPLE_POLICY)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('stays when the paper is voided or the service moves to another address', () => {
    const voided = { ...SAMPLE_POLICY, voided: { voidedAtMs: 1, reason: '已退保' } };
    expect(contentFingerprint(voided)).toBe(contentFingerprint(SAMPLE_POLICY));
    const moved = { ...SAMPLE_POLICY, verificationUrl: 'https://other.example/v/1' };
    expect(contentFingerprint(moved)).toBe(contentFingerprint(SAMPLE_POLICY));
  });

  it('changes with anything the paper states', () => {
    const original = contentFingerprint(SAMPLE_POLICY);
    const insured = { ...SAMPLE_POLICY.insured, name: '李四' };
    expect(contentFingerprint({ ...SAMPLE_POLICY, insured })).not.toBe(original);
    expect(contentFingerprint({ ...SAMPLE_POLICY, coverageEndsOn: '2027-12-31' })).not.toBe(original);
    const specialTerms = SAMPLE_POLICY.specialTerms.slice(1);
    expect(contentFingerprint({ ...SAMPLE_POLICY, specialTerms })).not.toBe(original);
    expect(contentFingerprint(SAMPLE_VOUCHER)).not.toBe(original);
  });

  it('is shortened for the eye', () => {
    expect(fingerprintText(`4c7e19b083a2${'0'.repeat(44)}5d61f0e8`)).toBe('4C7E 19B0 83A2 … 5D61 F0E8');
  });
});
