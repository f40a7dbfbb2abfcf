/** How long after a shared link was opened a purchase is still put down to it. */
export const SHARE_LASTS_MS = 30 * 24 * 60 * 60_000;

/** How a share reached somebody. */
export const SHARE_WAYS = ['card', 'moments', 'poster', 'copy', 'certificate'] as const;
export type ShareWay = (typeof SHARE_WAYS)[number];

export function isShareWay(text: unknown): text is ShareWay {
  return SHARE_WAYS.some((way) => way === text);
}

/** A share that led somebody here, and when. */
export interface ShareVisit {
  readonly shareCode: string;
  readonly shareFrom: ShareWay | null;
  readonly atMs: number;
}

export interface AttributionFacts {
  readonly nowMs: number;
  /** The agent named in the address. */
  readonly agentCode: string | undefined;
  /** The agent of the outlet that helps. */
  readonly outletAgentCode: string | null;
  /** Every share that is known to have led here. */
  readonly visits: readonly ShareVisit[];
  /** Whether a code is one that was given out, and not to whoever buys. */
  readonly counts: (shareCode: string) => boolean;
}

/** To whom an order is put down. It is kept with the order, and changes neither its price nor anything that is shown. */
export interface Attribution {
  readonly by: 'agent' | 'outlet' | 'share';
  readonly agentCode?: string;
  readonly shareCode?: string;
  readonly shareFrom?: ShareWay;
  readonly sharedAtMs?: number;
}

const AGENT_CODE = /^[0-9A-Za-z_-]{1,64}$/;

/** Whether a text from an address can be a channel's or an agent's code at all. */
export const isAgentCode = (text: string | null | undefined): text is string => AGENT_CODE.test(text ?? '');

/**
 * The agent in the address; else the agent of the outlet that helps; else the last share that counts and was opened at
 * most 30 days ago. A share beside an agent stays visible, but is not what the order is put down to.
 */
export function attributionOf(facts: AttributionFacts): Attribution | null {
  const visit = facts.visits
    .filter(
      ({ shareCode, atMs }) => atMs <= facts.nowMs && facts.nowMs - atMs <= SHARE_LASTS_MS && facts.counts(shareCode),
    )
    .sort((a, b) => b.atMs - a.atMs)[0];
  const share = visit && {
    shareCode: visit.shareCode,
    ...(visit.shareFrom === null ? {} : { shareFrom: visit.shareFrom }),
    sharedAtMs: visit.atMs,
  };
  const { agentCode, outletAgentCode } = facts;
  if (isAgentCode(agentCode)) return { by: 'agent', agentCode, ...share };
  if (outletAgentCode !== null) return { by: 'outlet', agentCode: outletAgentCode, ...share };
  return share ? { by: 'share', ...share } : null;
}
