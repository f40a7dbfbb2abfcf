/** What a pharmacist has to see before a listed drug is taken at the insurer's cost. */
export const DRUG_PAPERS = [
  { kind: 'prescription', label: '处方', hint: '指定医院开的，能看清药名和日期' },
  { kind: 'report', label: '病理或基因报告', hint: '能看清结论和日期' },
  { kind: 'summary', label: '病历小结', hint: '最近 3 个月的，医院盖章' },
  { kind: 'identity', label: '用药人身份证', hint: '有照片的一面' },
] as const;

export type DrugPaperKind = (typeof DRUG_PAPERS)[number]['kind'];

/** Labels of the kinds that are not there yet. */
export function missingDrugPapers(given: readonly DrugPaperKind[]): string[] {
  return DRUG_PAPERS.filter(({ kind }) => !given.includes(kind)).map(({ label }) => label);
}
