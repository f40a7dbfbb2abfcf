import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { SharingDependencies } from './sharing-deps.ts';

const RULE: RateRule = { name: 'partner-page', limit: 60, windowMs: 600_000 };

/** A partner's page that residents may be handed on to. */
export interface PartnerPage {
  readonly channel: string;
  readonly name: string;
  readonly url: string;
  readonly productCode: string;
  readonly isActive: boolean;
}

/** Who changed it last, and when. */
interface Changed {
  readonly changedBy: string;
  readonly changedAtMs: number;
}

interface PageRow {
  channel: string;
  name: string;
  url: string;
  product_code: string;
  is_active: boolean;
  changed_by: string;
  changed_at: number;
}

const pageOf = (row: PageRow): PartnerPage & Changed => ({
  channel: row.channel,
  name: row.name,
  url: row.url,
  productCode: row.product_code,
  isActive: row.is_active,
  ...{ changedBy: row.changed_by, changedAtMs: row.changed_at },
});

export async function listPartnerPages(query: Query): Promise<(PartnerPage & Changed)[]> {
  const rows = await query<PageRow>(
    `select channel, name, url, product_code, is_active, changed_by, changed_at from partner_pages order by channel`,
  );
  return rows.map(pageOf);
}

export async function keepPartnerPage(query: Query, page: PartnerPage, by: string, at: Date): Promise<void> {
  await query(
    `insert into partner_pages (channel, name, url, product_code, is_active, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (channel) do update set name = excluded.name, url = excluded.url, product_code = excluded.product_code,
       is_active = excluded.is_active, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [page.channel, page.name, page.url, page.productCode, page.isActive, by, at],
  );
}

/** Whether an address is of an origin that the settings allow; whoever keeps the pages cannot add one. */
export function isAllowedPartner(
  { partnerOrigins }: Pick<SharingDependencies, 'partnerOrigins'>,
  address: string,
): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.username === '' && url.password === '' && partnerOrigins.includes(url.origin);
}

/**
 * Hands a user of the messaging app on to a partner: what leads there is the operators' page of that channel on an allowed
 * origin, never an address that came along. The partner gets city, product and a number of its own for the person.
 */
export function recordsChannel(deps: SharingDependencies): Handler<Calls['recordsChannel']> {
  return async (input, request) => {
    const { query } = deps.database;
    if (!(await deps.limiter.allowsAddress(RULE, request.clientAddress))) return fail('too-many-requests');
    const page = (await listPartnerPages(query)).find(({ channel }) => channel === input.channel);
    const edition = deps.editions.edition(input.productId);
    if (!page?.isActive || !isAllowedPartner(deps, page.url) || !edition) {
      return fail('not-found', '这个合作渠道没有开通，请从首页参保');
    }
    const target = new URL(page.url);
    if (!input.confirmed) return ok({ name: page.name, host: target.host, url: null });
    const openId = await deps.openIdOf(request.session);
    if (openId === null || (input.openId !== undefined && input.openId !== openId)) {
      return fail('open-id-required', '请在微信里打开这个页面，再前往');
    }
    // Another number at each partner, so that two of them cannot tell that it is the same person.
    const outerId = deps.index.of('partner-outer-id', `${page.channel}\u0000${openId}`).toString('hex');
    const at = new Date(deps.clock.now());
    await query(
      `insert into channel_records as kept
         (open_id_index, channel, outer_id, edition_code, city_code, times, first_at, last_at)
       values ($1, $2, $3, $4, $5, 1, $6, $6)
       on conflict (open_id_index, channel) do update set edition_code = excluded.edition_code,
         city_code = excluded.city_code, times = kept.times + 1, last_at = excluded.last_at`,
      [deps.index.of('open-id', openId), page.channel, outerId, edition.code, input.area ?? null, at],
    );
    target.searchParams.set('productCode', page.productCode);
    if (input.area !== undefined) target.searchParams.set('cityCode', input.area);
    target.searchParams.set('outerId', outerId);
    return ok({ name: page.name, host: target.host, url: target.href });
  };
}
