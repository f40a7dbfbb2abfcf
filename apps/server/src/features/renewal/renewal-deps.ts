import type { EditionStore } from '../configuration/index.ts';
import type { MemberWriteDependencies } from '../insured/index.ts';

export type RenewalDependencies = Omit<MemberWriteDependencies, 'editions'> & { readonly editions: EditionStore };
