import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild, startChild } from './child-server.ts';
import { askJson, type Peer } from './peer.ts';

const CONFIG = join(import.meta.dirname, 'peer-medusa-config.ts');
/** In yuan: the premium of two people, as our purchase has them. */
const PRICE_YUAN = 316;
const PROVIDER = 'pp_bench_bench';
/** Answers with no more than what is needed to go on: by itself each tells the whole cart, which is read anew for it. */
const BRIEFLY = '?fields=id';
const ADMIN = 'bench@example.com';

type Made<K extends string> = Record<K, { readonly id: string }>;
type Post = <T>(path: string, body?: object) => Promise<T>;

const postTo =
  (origin: string, headers: Readonly<Record<string, string>>): Post =>
  async <T>(path: string, body: object = {}) =>
    (await askJson<T>('POST', `${origin}${path}`, headers, body)).answer;

/** What the store's calls need to know of what was seeded. */
interface Seeded {
  readonly publishableKey: string;
  readonly region: string;
  readonly variant: string;
  readonly shippingOption: string;
}

/** One product without stock keeping, free delivery, no tax, one way to pay. */
async function seed(origin: string, password: string): Promise<Seeded> {
  const login = postTo(origin, {});
  const { token } = await login<{ token: string }>('/auth/user/emailpass', { email: ADMIN, password });
  const post = postTo(origin, { authorization: `Bearer ${token}` });
  const { sales_channel } = await post<Made<'sales_channel'>>('/admin/sales-channels', { name: 'bench' });
  const { api_key } = await post<{ api_key: { id: string; token: string } }>('/admin/api-keys', {
    title: 'bench',
    type: 'publishable',
  });
  await post(`/admin/api-keys/${api_key.id}/sales-channels`, { add: [sales_channel.id] });
  const { region } = await post<Made<'region'>>('/admin/regions', {
    name: 'China',
    currency_code: 'cny',
    countries: ['cn'],
    payment_providers: [PROVIDER],
  });
  await post('/admin/tax-regions', { country_code: 'cn', provider_id: 'tp_system' });
  const { stock_location } = await post<Made<'stock_location'>>('/admin/stock-locations', { name: 'bench' });
  const location = `/admin/stock-locations/${stock_location.id}`;
  await post(`${location}/sales-channels`, { add: [sales_channel.id] });
  await post(`${location}/fulfillment-providers`, { add: ['manual_manual'] });
  const { stock_location: withSet } = await post<{ stock_location: { fulfillment_sets: { id: string }[] } }>(
    `${location}/fulfillment-sets?fields=*fulfillment_sets`,
    { name: 'bench', type: 'shipping' },
  );
  const { fulfillment_set } = await post<{ fulfillment_set: { service_zones: { id: string }[] } }>(
    `/admin/fulfillment-sets/${withSet.fulfillment_sets[0]?.id}/service-zones`,
    { name: 'China', geo_zones: [{ type: 'country', country_code: 'cn' }] },
  );
  const { shipping_profile } = await post<Made<'shipping_profile'>>('/admin/shipping-profiles', {
    name: 'bench',
    type: 'bench',
  });
  const { shipping_option } = await post<Made<'shipping_option'>>('/admin/shipping-options', {
    name: 'free',
    service_zone_id: fulfillment_set.service_zones[0]?.id,
    shipping_profile_id: shipping_profile.id,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'free', description: 'free', code: 'free' },
    prices: [{ currency_code: 'cny', amount: 0 }],
  });
  const { product } = await post<{ product: { variants: { id: string }[] } }>('/admin/products', {
    title: 'policy',
    status: 'published',
    shipping_profile_id: shipping_profile.id,
    sales_channels: [{ id: sales_channel.id }],
    options: [{ title: 'kind', values: ['one'] }],
    variants: [
      {
        title: 'one',
        manage_inventory: false,
        options: { kind: 'one' },
        prices: [{ currency_code: 'cny', amount: PRICE_YUAN }],
      },
    ],
  });
  return {
    publishableKey: api_key.token,
    region: region.id,
    variant: String(product.variants[0]?.id),
    shippingOption: shipping_option.id,
  };
}

export const medusa: Peer = {
  name: 'medusa',
  packages: { '@medusajs/medusa': '2.21.2', '@medusajs/framework': '2.21.2', '@medusajs/cli': '2.21.2' },
  goals: { timesItsOrders: 200, partOfItsCpu: 300 },
  async start({ folder, databaseUrl, port }) {
    const password = randomBytes(24).toString('base64url');
    const environment = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      MEDUSA_DISABLE_TELEMETRY: 'true',
      NODE_NO_WARNINGS: '1',
      PEER_DIR: folder,
      PEER_CONFIG: CONFIG,
      PEER_SECRET: password,
      DATABASE_URL: databaseUrl,
    };
    writeFileSync(join(folder, 'medusa-config.js'), 'module.exports = require(process.env.PEER_CONFIG);\n');
    const cli = join(folder, 'node_modules', '@medusajs', 'cli', 'cli.js');
    await runChild([cli, 'db:migrate'], environment, folder);
    await runChild([cli, 'user', '--email', ADMIN, '--password', password], environment, folder);
    const server = await startChild([cli, 'start', '--port', String(port)], environment, port, folder);
    const origin = `http://127.0.0.1:${port}`;
    const seeded = await seed(origin, password);
    const post = postTo(origin, { 'x-publishable-api-key': seeded.publishableKey });
    const address = { first_name: '测试', last_name: '张', address_1: '人民路 1 号', city: '苏州', country_code: 'cn' };
    return {
      server,
      async openCaller(caller) {
        const email = `caller-${caller}@example.com`;
        return async () => {
          const { cart } = await post<Made<'cart'>>(`/store/carts${BRIEFLY}`, { region_id: seeded.region });
          const at = `/store/carts/${cart.id}`;
          await post(`${at}/line-items${BRIEFLY}`, { variant_id: seeded.variant, quantity: 1 });
          await post(`${at}${BRIEFLY}`, { email, shipping_address: address });
          await post(`${at}/shipping-methods${BRIEFLY}`, { option_id: seeded.shippingOption });
          const { payment_collection } = await post<Made<'payment_collection'>>(
            `/store/payment-collections${BRIEFLY}`,
            {
              cart_id: cart.id,
            },
          );
          await post(`/store/payment-collections/${payment_collection.id}/payment-sessions${BRIEFLY}`, {
            provider_id: PROVIDER,
          });
          const done = await post<{ type: string; order?: { id: string }; error?: unknown }>(
            `${at}/complete${BRIEFLY}`,
          );
          if (!done.order) throw new Error(`Medusa: a cart ended as ${done.type}: ${JSON.stringify(done.error)}`);
          return done.order.id;
        };
      },
      paidOrdersSql: `select count(*)::int as paid from "order" o where exists (
        select 1 from order_payment_collection l join payment_collection c on c.id = l.payment_collection_id
        join payment p on p.payment_collection_id = c.id
        where l.order_id = o.id and c.status = 'completed' and p.captured_at is not null and c.captured_amount = ${PRICE_YUAN})`,
      orderSql: `select o.id, o.status, c.status as payment, c.captured_amount as captured, p.captured_at is not null as "isCaptured", o.email as customer
        from "order" o join order_payment_collection l on l.order_id = o.id join payment_collection c on c.id = l.payment_collection_id
        join payment p on p.payment_collection_id = c.id where o.id = $1`,
    };
  },
};
