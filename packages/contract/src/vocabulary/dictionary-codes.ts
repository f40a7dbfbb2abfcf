/** Dictionaries that `GET /api/v1/dict/data/{code}` knows. */
export const DICTIONARY_CODES = [
  'id_type',
  'relationship',
  'sex',
  'medical_type',
  'city',
  'suzhou_district',
  'document',
  'refund_reason',
  'change_reason',
  'complaint_category',
] as const;
export type DictionaryCode = (typeof DICTIONARY_CODES)[number];

/** Documents a resident reads; the first four are read to their end before an order can be saved. */
export const REQUIRED_DOCUMENT_KEYS = ['health-notice', 'insurance-notice', 'clauses', 'exclusions'] as const;
export const DOCUMENT_KEYS = [
  ...REQUIRED_DOCUMENT_KEYS,
  'user-agreement',
  'privacy-policy',
  'family-authorisation',
] as const;
export type DocumentKey = (typeof DOCUMENT_KEYS)[number];
