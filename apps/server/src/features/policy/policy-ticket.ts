import type { Core } from '../../core.ts';

/** Long enough to open and save a paper; then the policy is looked for again. */
const TICKET_LIFE_MS = 15 * 60_000;
const PURPOSE = 'policy-ticket';

type TicketDependencies = Pick<Core, 'vault' | 'clock'>;

/** Names one policy for a short while; nobody but this server can make or read it. */
export function sealTicket({ vault, clock }: TicketDependencies, policyId: bigint): string {
  const ticket = { policy: String(policyId), until: clock.now() + TICKET_LIFE_MS };
  return vault.sealJson(PURPOSE, ticket).toString('base64url');
}

/** The policy named, or null for a ticket that is no longer or never was one. */
export function openTicket({ vault, clock }: TicketDependencies, text: string): bigint | null {
  try {
    const { policy, until } = vault.openJson<{ policy: string; until: number }>(
      PURPOSE,
      Buffer.from(text, 'base64url'),
    );
    return clock.now() < until ? BigInt(policy) : null;
  } catch {
    // Made up or changed: the vault opens nothing it did not seal.
    return null;
  }
}
