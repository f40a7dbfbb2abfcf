/** Kinds of basic medical insurance, by the national codes for them (dictionary `medical_type`). */
export const MEDICAL_TYPES = [
  { code: '310', label: '职工医保', fullName: '职工基本医疗保险' },
  { code: '390', label: '居民医保', fullName: '城乡居民基本医疗保险' },
] as const;

export type MedicalTypeCode = (typeof MEDICAL_TYPES)[number]['code'];

/** The row of a code; null for a person whose kind was never told. */
export function medicalTypeOf(code: string | null | undefined): (typeof MEDICAL_TYPES)[number] | null {
  return MEDICAL_TYPES.find((type) => type.code === code) ?? null;
}
