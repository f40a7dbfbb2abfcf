import type { ApprovalValue } from '@huimin/contract/console';
import type { StaffPermission } from '@huimin/contract/vocabulary';

type Place = readonly [path: string, needs: StaffPermission];

const TOPICS: Readonly<Record<string, string>> = { 换登录手机号: '&topic=phone', 中途参保: '&topic=mid-year' };
const QUEUES: Readonly<Record<string, string>> = {
  理算复核: '/reviews',
  特药申请: '/reviews?queue=drug',
  既往症复核: '/reviews?queue=appeal',
};
const CATALOGUES: readonly (readonly [word: string, path: string])[] = [
  ['网点', '/outlets'],
  ['药', '/drugs'],
  ['服务', '/services'],
];
const PAGES: Readonly<Record<string, Place>> = {
  'refund-agree': ['/refunds?tab=second', 'orders.view'],
  'claim-rules': ['/claim-rules', 'edition.view'],
  'dictionary-change': ['/dictionaries', 'dictionary.view'],
  'lucky-open': ['/lucky', 'lucky.view'],
  'exit-change': ['/exits', 'exits.view'],
  'sale-resume': ['/editions', 'edition.view'],
};

/**
 * The page that shows what a request is about, with it chosen where its subject names it, and what whoever opens it needs;
 * null where there is none.
 */
export function whereToLook({
  kind,
  subject,
  details,
}: Pick<ApprovalValue, 'kind' | 'subject' | 'details'>): Place | null {
  const words = subject.split(' ');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const queue = QUEUES[first];
  const day = /\d{4}-\d\d-\d\d/.exec(`${subject} ${details ?? ''}`)?.[0];
  const catalogue = CATALOGUES.find(([word]) => subject.includes(word))?.[1];
  switch (kind) {
    case 'change-agree':
      return [`/changes?open=${last}${TOPICS[first] ?? ''}`, 'changes.view'];
    case 'review-decision':
      return queue === undefined ? null : [queue, 'reviews.view'];
    case 'refund-start':
      return [`/orders/${subject}`, 'orders.view'];
    case 'evidence-export':
    case 'evidence-release':
    case 'recording-unmasking':
      return [`/recordings/${subject}`, 'evidence.view'];
    case 'reconciliation-decision':
    case 'issue-decision':
    case 'reconciliation-closing':
      return [`/reconciliation${day === undefined ? '' : `?day=${day}`}`, 'reconciliation.view'];
    case 'catalogue-publish':
      return catalogue === undefined ? null : [catalogue, 'catalogue.view'];
    default:
      return /导入 \d+$/.test(subject) ? [`/imports/${last}`, 'imports.view'] : (PAGES[kind] ?? null);
  }
}
