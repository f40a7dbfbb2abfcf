import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SmsGateway } from '../../ports/sms-gateway.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { PurchaseLine, SaveForGroup } from '../order/index.ts';
import type { PaperDependencies } from '../policy/index.ts';

export interface GroupDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  readonly sms: SmsGateway;
  /** People can be asked by message; without that nobody is insured by a company. */
  readonly invites: boolean;
  /** True on a distributed engine: a statement then holds the payments of one shard only. */
  readonly groupByShard: boolean;
  readonly saveForGroup: SaveForGroup;
  /** The same that residents stand in. */
  readonly line: PurchaseLine;
  /** Residents stand in line somewhere; what nobody waits for in front of a screen goes slower then. */
  readonly residentsWait: () => Promise<boolean>;
  readonly papers: PaperDependencies;
}
