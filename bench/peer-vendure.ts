import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startChild } from './child-server.ts';
import { askJson, type Peer } from './peer.ts';

const SERVER = join(import.meta.dirname, 'peer-vendure-server.ts');
/** In fen: the premium of two people, as our purchase has them. */
const PRICE_FEN = 31_600;

type Answered = { id?: string; code?: string; state?: string; errorCode?: string; message?: string };
type Send = (query: string, variables?: object) => Promise<Record<string, Answered & Record<string, unknown>>>;

/** One session: the token comes with the first answer and goes along with everything after it. */
function openSession(url: string): Send {
  let token: string | null = null;
  return async (query, variables = {}) => {
    const asked = await askJson<{ data?: Record<string, Answered & Record<string, unknown>>; errors?: unknown }>(
      'POST',
      url,
      token === null ? {} : { authorization: `Bearer ${token}` },
      { query, variables },
    );
    token = asked.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = asked.answer;
    if (errors !== undefined || !data) throw new Error(`Vendure: ${JSON.stringify(errors).slice(0, 500)}`);
    for (const answered of Object.values(data)) {
      if (answered.errorCode) throw new Error(`Vendure: ${answered.errorCode} ${answered.message}`);
    }
    return data;
  };
}

const REFUSED = '... on ErrorResult { errorCode message }';
const IN_ENGLISH = (name: string): string => `[{ languageCode: en, name: "${name}", description: "" }]`;

/** One product without stock keeping, free delivery, no tax, one way to pay. */
async function seed(send: Send, secret: string): Promise<string> {
  await send(
    `mutation($secret: String!) { login(username: "superadmin", password: $secret) { ... on CurrentUser { id } ${REFUSED} } }`,
    { secret },
  );
  const made = async (mutation: string, variables: object = {}): Promise<string> => {
    const types = Object.keys(variables).map((name) => `$${name}: ID!`);
    const head = types.length > 0 ? `mutation(${types.join(', ')})` : 'mutation';
    return String(Object.values(await send(`${head} { made: ${mutation} }`, variables))[0]?.id);
  };
  const country = await made(
    'createCountry(input: { code: "CN", enabled: true, translations: [{ languageCode: en, name: "China" }] }) { id }',
  );
  const zone = await made('createZone(input: { name: "China", memberIds: [$country] }) { id }', { country });
  const tax = await made('createTaxCategory(input: { name: "none", isDefault: true }) { id }');
  await made(
    'createTaxRate(input: { name: "none", enabled: true, value: 0, categoryId: $tax, zoneId: $zone }) { id }',
    { tax, zone },
  );
  const { activeChannel } = await send('{ activeChannel { id } }');
  await made(
    `updateChannel(input: { id: $channel, defaultTaxZoneId: $zone, defaultShippingZoneId: $zone, trackInventory: false }) { ... on Channel { id } ${REFUSED} }`,
    { channel: activeChannel?.id, zone },
  );
  await made(
    `createShippingMethod(input: { code: "free", fulfillmentHandler: "manual-fulfillment",
      checker: { code: "default-shipping-eligibility-checker", arguments: [{ name: "orderMinimum", value: "0" }] },
      calculator: { code: "default-shipping-calculator", arguments: [{ name: "rate", value: "0" }, { name: "includesTax", value: "auto" }, { name: "taxRate", value: "0" }] },
      translations: ${IN_ENGLISH('free')} }) { id }`,
  );
  await made(
    `createPaymentMethod(input: { code: "bench", enabled: true, handler: { code: "bench", arguments: [] }, translations: ${IN_ENGLISH('bench')} }) { id }`,
  );
  const product = await made(
    `createProduct(input: { enabled: true, translations: [{ languageCode: en, name: "policy", slug: "policy", description: "" }] }) { id }`,
  );
  const variants = (await send(
    `mutation($product: ID!, $tax: ID!) { made: createProductVariants(input: [{ productId: $product, sku: "policy", price: ${PRICE_FEN}, taxCategoryId: $tax,
      trackInventory: FALSE, translations: [{ languageCode: en, name: "policy" }] }]) { id } }`,
    { product, tax },
  )) as unknown as { made: { id: string }[] };
  return String(variants.made[0]?.id);
}

const ORDER = `... on Order { code state } ${REFUSED}`;
const STEPS = {
  add: `mutation($variant: ID!) { done: addItemToOrder(productVariantId: $variant, quantity: 1) { ${ORDER} } }`,
  customer: `mutation($input: CreateCustomerInput!) { done: setCustomerForOrder(input: $input) { ${ORDER} } }`,
  address: `mutation($input: CreateAddressInput!) { done: setOrderShippingAddress(input: $input) { ${ORDER} } }`,
  shipping: `mutation($method: ID!) { done: setOrderShippingMethod(shippingMethodId: [$method]) { ${ORDER} } }`,
  arrange: `mutation { done: transitionOrderToState(state: "ArrangingPayment") { ${ORDER} } }`,
  pay: `mutation($input: PaymentInput!) { done: addPaymentToOrder(input: $input) { ${ORDER} } }`,
};

export const vendure: Peer = {
  name: 'vendure',
  packages: { '@vendure/core': '3.7.3', pg: '8.23.1' },
  goals: { timesItsOrders: 100, partOfItsCpu: 150 },
  async start({ folder, databaseUrl, port }) {
    const secret = randomBytes(24).toString('base64url');
    const environment = {
      NODE_ENV: 'production',
      NODE_NO_WARNINGS: '1',
      VENDURE_DISABLE_TELEMETRY: 'true',
      PEER_DIR: folder,
      PEER_SECRET: secret,
      PORT: String(port),
    };
    const server = await startChild([SERVER], { ...environment, DATABASE_URL: databaseUrl }, port, folder);
    const origin = `http://127.0.0.1:${port}`;
    const variant = await seed(openSession(`${origin}/admin-api`), secret);
    let orders = 0;
    return {
      server,
      async openCaller(caller) {
        const send = openSession(`${origin}/shop-api`);
        const customer = { firstName: '测试', lastName: '张', emailAddress: `caller-${caller}@example.com` };
        const address = { fullName: '张测试', streetLine1: '人民路 1 号', city: '苏州', countryCode: 'CN' };
        let method: string | null = null;
        return async () => {
          await send(STEPS.add, { variant });
          await send(STEPS.customer, { input: customer });
          await send(STEPS.address, { input: address });
          method ??= await onlyShippingMethod(send);
          await send(STEPS.shipping, { method });
          await send(STEPS.arrange);
          const { done } = await send(STEPS.pay, { input: { method: 'bench', metadata: { no: `bench-${++orders}` } } });
          if (done?.state !== 'PaymentSettled') throw new Error(`Vendure: an order ended as ${done?.state}`);
          return String(done.code);
        };
      },
      paidOrdersSql: `select count(*)::int as paid from "order" o where o.state = 'PaymentSettled'
        and exists (select 1 from payment p where p."orderId" = o.id and p.state = 'Settled' and p.amount = ${PRICE_FEN})`,
      orderSql: `select o.code, o.state, p.state as payment, p.amount, p."transactionId" as transaction, c."emailAddress" as customer
        from "order" o join payment p on p."orderId" = o.id join customer c on c.id = o."customerId" where o.code = $1`,
    };
  },
};

async function onlyShippingMethod(send: Send): Promise<string> {
  const asked = (await send('{ eligibleShippingMethods { id } }')) as unknown as {
    eligibleShippingMethods: { id: string }[];
  };
  const [method] = asked.eligibleShippingMethods;
  if (!method) throw new Error('Vendure: no way of delivery is offered');
  return method.id;
}
