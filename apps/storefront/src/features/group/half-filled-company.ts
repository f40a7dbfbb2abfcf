import { halfFilledKind } from '../../channel/half-filled-kind.ts';

/** What a company says of itself when it asks to insure its people; '' = not filled in. */
export interface CompanyForm {
  readonly companyName: string;
  readonly creditCode: string;
  readonly regionCode: string | null;
  readonly headCount: string;
  readonly planCode: string;
  readonly contactName: string;
  readonly phone: string;
  readonly agentCode: string;
  readonly invoiceTitle: string;
  readonly remark: string;
}

/** The half-filled booking of this browser. */
export const HALF_FILLED_COMPANY = halfFilledKind<CompanyForm>({
  drawer: 'company-form',
  sessionKey: 'huimin-company-form',
  bare: (form) => ({ ...form, contactName: '', phone: '' }),
  isWorthKeeping: ({ companyName, creditCode, regionCode, headCount, contactName, phone, invoiceTitle, remark }) =>
    regionCode !== null ||
    [companyName, creditCode, headCount, contactName, phone, invoiceTitle, remark].some((text) => text.trim() !== ''),
});
