export { addMember } from './add-member.ts';
export { queryFamily } from './query-family.ts';
export { updateMember } from './update-member.ts';
