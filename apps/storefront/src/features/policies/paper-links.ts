import { API_BASE_PATH } from '@huimin/contract/wire';

export interface Paper {
  readonly orderNo: string;
  readonly paper: 'policy' | 'voucher';
  /** Which policy; a voucher of a person without one yet is named by position. */
  readonly policyNo?: string | null;
  readonly position?: number;
}

/** Address of a paper as PDF, for a plain link: the browser's own viewer opens it, or its download keeps it. */
export function paperLink(
  download: { readonly path: string },
  { orderNo, paper, policyNo, position }: Paper,
  disposition: 'inline' | 'attachment',
): string {
  const query = new URLSearchParams({ orderNo, paper, disposition });
  if (policyNo) query.set('policyNo', policyNo);
  else if (position !== undefined) query.set('position', String(position));
  return `${API_BASE_PATH}${download.path}?${query}`;
}
