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

export type Paper = PersonPaper | MoneyRecord;

/** The calls that papers come from. */
interface Downloads {
  readonly downloadPolicy: { readonly path: string };
  readonly downloadOrderMoney: { readonly path: string };
}

/** Address of a paper as PDF, for a plain link: the browser's own viewer opens it, or its download keeps it. */
export function paperLink(downloads: Downloads, paper: Paper, disposition: 'inline' | 'attachment'): string {
  const { orderNo } = paper;
  if (paper.paper === 'money') {
    const query = new URLSearchParams({ orderNo, disposition });
    return `${API_BASE_PATH}${downloads.downloadOrderMoney.path}?${query}`;
  }
  const query = new URLSearchParams({ orderNo, paper: paper.paper, disposition });
  if (paper.policyNo) query.set('policyNo', paper.policyNo);
  else if (paper.position !== undefined) query.set('position', String(paper.position));
  return `${API_BASE_PATH}${downloads.downloadPolicy.path}?${query}`;
}

/** The page of this shop where a paper can be had: it asks another browser to log in first, which a bare PDF link could not. */
export function paperPage({ orderNo, paper }: Paper): string {
  return `#/${paper === 'money' ? 'orderMoney' : 'voucher'}?orderNo=${encodeURIComponent(orderNo)}`;
}
