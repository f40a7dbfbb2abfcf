import { randomBytes } from 'node:crypto';
import { CONSENT_VERSION } from '@huimin/domain/withholding';
import type { Person } from '@huimin/testing';
import { demonstrationEdition } from '../../apps/server/seed/editions.ts';
import { loggedIn, placeOrder, type Shop, type Visitor } from './shop.ts';

const IN_WECHAT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50';

/** Somebody who has paid inside WeChat and agreed to automatic re-application. */
export interface ContractBuyer {
  readonly visitor: Visitor;
  readonly people: readonly Person[];
  readonly orderNo: string;
  /** Number of the contract. */
  readonly code: string;
}

/** Buys for these people with a contract signed along; the first is the payer. */
export async function buyWithContract(shop: Shop, people: readonly Person[]): Promise<ContractBuyer> {
  const [payer] = people as [Person];
  const visitor = await loggedIn(shop, payer);
  visitor.userAgent = IN_WECHAT;
  const deps = shop.servers[0]?.deps;
  const openId = shop.sandbox.control.users.list()[0]?.openid as string;
  await deps?.database.query('update sessions set open_id_sealed = $1', [deps.vault.seal('open-id', openId)]);
  const { orderNo } = await placeOrder(visitor, people, randomBytes(16).toString('hex'));
  const { bridge } = await visitor.value('signAndPay', { orderNo, consentVersion: CONSENT_VERSION });
  const prepay_id = bridge.package.slice('prepay_id='.length);
  const body = new URLSearchParams({ prepay_id, shop_origin: shop.origin, action: 'pay', signing: 'sign' });
  await (await fetch(`${shop.sandbox.origin}/pay/cashier`, { method: 'POST', body })).text();
  await shop.sandbox.control.settle();
  return { visitor, people, orderNo, code: `K${orderNo}01` };
}

interface EditionWish {
  readonly code: string;
  /** First year of its sale; cover is the year after. */
  readonly year: number;
  readonly premiumFen?: number;
  readonly change?: (document: ReturnType<typeof demonstrationEdition>) => object;
}

/** Puts a following edition on sale, with the texts of the one before. */
export async function openEdition(shop: Shop, wish: EditionWish): Promise<void> {
  const { database } = shop.servers[0]?.deps ?? {};
  const base = demonstrationEdition(wish.year);
  const plans = base.plans.map((plan) => ({ ...plan, premiumFen: wish.premiumFen ?? plan.premiumFen }));
  const document = { ...base, editionCode: wish.code, plans, ...wish.change?.(base) };
  await database?.query(
    `insert into editions (code, product_number, edition_year, is_default, config_version, document, updated_at)
     select $1, product_number, $2, false, 1, $3, now() from editions limit 1`,
    [wish.code, base.editionYear, JSON.stringify(document)],
  );
  await database?.query(
    `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
     select $1, document_key, version, title, required, blocks, sha256, published_at from documents
     where edition_code = (select code from editions where is_default)`,
    [wish.code],
  );
  await Promise.all(shop.servers.map(({ deps }) => deps.editions.refresh()));
}
