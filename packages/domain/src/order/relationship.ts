export type RelationshipCode = '00' | '01' | '02' | '03' | '05';

export interface Relationship {
  code: RelationshipCode;
  label: string;
}

/** What the insured is to the policyholder, in the order of the form. */
export const RELATIONSHIPS: readonly Relationship[] = [
  { code: '00', label: '本人' },
  { code: '01', label: '配偶' },
  { code: '02', label: '父母' },
  { code: '03', label: '子女' },
  { code: '05', label: '其他' },
];

/** The policyholder is the insured. */
export const SELF: RelationshipCode = '00';

/** None of the others: then the kind of relation is written. */
export const OTHER_RELATIONSHIP: RelationshipCode = '05';

/** Kinds of 其他 to choose from; anything else is written by hand. */
export const OTHER_KINDS = [
  '祖父母',
  '外祖父母',
  '兄弟姐妹',
  '公婆或岳父母',
  '儿媳或女婿',
  '孙子女',
  '外孙子女',
] as const;

/** Whether this text is a relationship code. */
export function isRelationshipCode(code: string): code is RelationshipCode {
  return RELATIONSHIPS.some((relationship) => relationship.code === code);
}

/** 本人, 配偶 …; a code that is none is returned as it is. */
export function relationshipLabel(code: string): string {
  return RELATIONSHIPS.find((relationship) => relationship.code === code)?.label ?? code;
}
