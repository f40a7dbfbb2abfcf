import type { IssueClass } from './compare-issue.ts';

/** What a person may decide about a difference with the insurer's file. None of it moves money. */
export const ISSUE_RESOLUTIONS = {
  'insurer-corrects': '保司更正',
  'corrected-here': '我方已更正',
  checked: '已核实',
} as const;

export type IssueResolution = keyof typeof ISSUE_RESOLUTIONS;

const RULES: Readonly<Record<IssueClass, readonly IssueResolution[]>> = {
  'insurer-only': ['insurer-corrects', 'checked'],
  'ours-only': ['insurer-corrects', 'corrected-here', 'checked'],
  state: ['insurer-corrects', 'corrected-here', 'checked'],
  premium: ['insurer-corrects', 'corrected-here', 'checked'],
  // Shares are worked out from the edition, for each policy alike.
  share: ['insurer-corrects', 'checked'],
};

export function issueResolutionsFor(found: IssueClass): readonly IssueResolution[] {
  return RULES[found];
}
