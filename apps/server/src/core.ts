import type { Database } from './db/database.ts';
import type { GroupCommit } from './db/group-commit.ts';
import type { Clock, Log, Random } from './ports/outside.ts';
import type { OrderIds } from './security/order-ids.ts';
import type { PublicNumbers } from './security/public-numbers.ts';
import type { BlindIndex, Vault } from './security/vault.ts';

/** What every feature may use. Providers and settings are handed to the features that need them. */
export interface Core {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly database: Database;
  readonly groupCommit: GroupCommit;
  readonly vault: Vault;
  readonly index: BlindIndex;
  readonly numbers: PublicNumbers;
  readonly orderIds: OrderIds;
}
