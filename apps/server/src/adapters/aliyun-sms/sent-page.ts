/** One page of what the gateway took for a phone on a day. */
export interface SentPage {
  readonly outIds: readonly string[];
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
      SmsSendDetailDTOs?: { SmsSendDetailDTO?: readonly { OutId?: unknown }[] };
    };
    const details = answer.SmsSendDetailDTOs?.SmsSendDetailDTO;
    if (answer.Code !== 'OK' || !Array.isArray(details)) return null;
    return { outIds: details.map(({ OutId }) => String(OutId ?? '')), total: Number(answer.TotalCount ?? 0) };
  } catch {
    return null;
  }
}
