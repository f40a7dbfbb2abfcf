import { API_BASE_PATH } from '@huimin/contract/wire';

/** The paper of one insured person. */
interface PersonPaper {
  readonly orderNo: string;
  readonly paper: 'policy' | 'voucher';
  /** Which policy; a voucher of a person without one yet is named by position. */
  readonly policyNo?: string | null;
  readonly position?: number;
}

/** The record of all payments and refunds of an order. */
interface MoneyRecord {
  readonly orderNo: string;
  readonly paper: 'money';
}

/** What was changed after buying, as part of the contract. */
interface Endorsement {
  readonly orderNo: string;
  readonly paper: 'endorsement';
  readonly changeNo: string;
}

export type Paper = PersonPaper | MoneyRecord | Endorsement;

/** Which paper, as the calls about one paper take it. */
export interface PaperInput {
  readonly orderNo: string;
  readonly paper: Paper['paper'];
  readonly policyNo?: string;
  readonly position?: number;
  readonly changeNo?: string;
}

export function paperInput(paper: Paper): PaperInput {
  const { orderNo } = paper;
  if (paper.paper === 'money') return { orderNo, paper: 'money' };
  if (paper.paper === 'endorsement') return { orderNo, paper: 'endorsement', changeNo: paper.changeNo };
  const whose = paper.policyNo ? { policyNo: paper.policyNo } : { position: paper.position ?? 1 };
  return { orderNo, paper: paper.paper, ...whose };
}

/** The same out of a screen's address; null for one that names no paper. */
export function paperOfQuery(query: URLSearchParams): PaperInput | null {
  const [orderNo, paper] = [query.get('orderNo'), query.get('paper')];
  const changeNo = query.get('changeNo');
  if (orderNo && paper === 'endorsement') return changeNo ? { orderNo, paper, changeNo } : null;
  if (!orderNo || (paper !== 'policy' && paper !== 'voucher' && paper !== 'money')) return null;
  const [policyNo, position] = [query.get('policyNo'), Number(query.get('position'))];
  if (paper === 'money') return { orderNo, paper };
  return {
    orderNo,
    paper,
    ...(policyNo ? { policyNo } : { position: position >= 1 && position <= 10 ? position : 1 }),
  };
}

/** The screen that keeps a paper: its pages as pictures, or sent by e-mail. */
export function paperScreen(by: 'picture' | 'mail', input: PaperInput): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  if (by === 'mail') query.set('by', by);
  return `#/paper?${query}`;
}

/** The calls that papers come from. */
interface Downloads {
  readonly downloadPolicy: { readonly path: string };
  readonly downloadOrderMoney: { readonly path: string };
  readonly downloadEndorsement: { readonly path: string };
}

/** Address of a paper as PDF, for a plain link: the browser's own viewer opens it, or its download keeps it. */
export function paperLink(downloads: Downloads, paper: Paper, disposition: 'inline' | 'attachment'): string {
  const { orderNo } = paper;
  if (paper.paper === 'money') {
    const query = new URLSearchParams({ orderNo, disposition });
    return `${API_BASE_PATH}${downloads.downloadOrderMoney.path}?${query}`;
  }
  if (paper.paper === 'endorsement') {
    const query = new URLSearchParams({ orderNo, changeNo: paper.changeNo, disposition });
    return `${API_BASE_PATH}${downloads.downloadEndorsement.path}?${query}`;
  }
  const query = new URLSearchParams({ orderNo, paper: paper.paper, disposition });
  if (paper.policyNo) query.set('policyNo', paper.policyNo);
  else if (paper.position !== undefined) query.set('position', String(paper.position));
  return `${API_BASE_PATH}${downloads.downloadPolicy.path}?${query}`;
}

const PAGES = { policy: 'voucher', voucher: 'voucher', money: 'orderMoney', endorsement: 'updateNew' } as const;

/** The page of this shop where a paper can be had: it asks another browser to log in first, which a bare PDF link could not. */
export function paperPage(input: PaperInput): string {
  const { orderNo, paper, changeNo } = input;
  return `#/${PAGES[paper]}?${new URLSearchParams({ orderNo, ...(changeNo ? { changeNo } : {}) })}`;
}
