import { calls } from '../api/calls.ts';
import type { EarlyClient } from '../api/early-answers.ts';

/**
 * The calls without whose answer a screen shows nothing, by route: made while its chunk is on the way, as the screen
 * makes them.
 */
const FIRST_CALLS: Readonly<Record<string, (client: EarlyClient, editionCode: string) => void>> = {
  myAccount: (client) => client.ask(calls.profile, {}, { overlay: false, quietFailure: true }),
  beforeAuthUser: (client, productId) => client.ask(calls.queryFamily, { productId }, { quietFailure: true }),
};

export function askAhead(client: EarlyClient, routeName: string, editionCode: string): void {
  FIRST_CALLS[routeName]?.(client, editionCode);
}
