import type { Receipt } from '../../ports/sms-gateway.ts';
import { failedReceipt } from '../sms-receipt.ts';

interface Detail {
  readonly OutId?: unknown;
  readonly SendStatus?: unknown;
  readonly ErrCode?: unknown;
}

/** One page of what the gateway took for a phone on a day. */
export interface SentPage {
  readonly messages: readonly { readonly outId: string; readonly receipt: Receipt }[];
  /** On all pages. */
  readonly total: number;
}

/** What an answer of QuerySendDetails tells; null for anything that is not such an answer. */
export function readSentPage(status: number, body: string): SentPage | null {
  if (status !== 200) return null;
  try {
    const answer = JSON.parse(body) as {
      Code?: unknown;
      TotalCount?: unknown;
      SmsSendDetailDTOs?: { SmsSendDetailDTO?: readonly Detail[] };
    };
    const details = answer.SmsSendDetailDTOs?.SmsSendDetailDTO;
    if (answer.Code !== 'OK' || !Array.isArray(details)) return null;
    const messages = details.map((detail) => ({ outId: String(detail.OutId ?? ''), receipt: receiptOf(detail) }));
    return { messages, total: Number(answer.TotalCount ?? 0) };
  } catch {
    return null;
  }
}

/** 1 waits for its receipt, 2 failed, 3 is there. */
function receiptOf({ SendStatus, ErrCode }: Detail): Receipt {
  if (SendStatus === 3) return { kind: 'delivered' };
  return SendStatus === 2 ? failedReceipt(String(ErrCode ?? '')) : { kind: 'waiting' };
}
