import type { Calls, OutputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import {
  type HealthService,
  readServiceRow,
  SERVICE_COLUMNS,
  serviceCells,
  serviceProblems,
} from '@huimin/domain/health-services';
import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { currentList, type EditionStore, type ListKind } from '../configuration/index.ts';

export interface ServiceDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
}

export const SERVICE_LIST: ListKind<HealthService, keyof typeof SERVICE_COLUMNS> = {
  kind: 'health-services',
  label: '健康服务',
  columns: SERVICE_COLUMNS,
  read: readServiceRow,
  problems: serviceProblems,
  cells: serviceCells,
  codeOf: ({ code }) => code,
  fits: async () => () => null,
};

/** The services of an edition, in the order of the file. */
export function healthServices(deps: ServiceDependencies): Handler<Calls['healthServices']> {
  return async ({ productId }) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const list = await currentList(deps.database.query, edition.code, SERVICE_LIST);
    return ok(serviceListView(edition.document, list));
  };
}

/** What residents read of a list; of none an empty one. */
export function serviceListView(
  { editionYear }: { readonly editionYear: number },
  list: { readonly version: number; readonly publishedAtMs: number; readonly rows: readonly HealthService[] } | null,
): OutputOf<Calls['healthServices']> {
  return {
    editionYear,
    version: list?.version ?? 0,
    publishedAt: list ? formatDateTime(list.publishedAtMs) : null,
    services: [...(list?.rows ?? [])],
  };
}
