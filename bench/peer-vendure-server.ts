// Vendure as one server process, over what is installed in the folder PEER_DIR: its core alone and a payment that always succeeds.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What we use of its public interface. */
interface VendureCore {
  bootstrap(config: object): Promise<unknown>;
  PaymentMethodHandler: new (options: object) => object;
  DefaultLogger: new (options: { level: number }) => object;
  LogLevel: { Error: number };
}
const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not given`);
  return value;
};
const core = createRequire(join(given('PEER_DIR'), 'package.json'))('@vendure/core') as VendureCore;
const secret = given('PEER_SECRET');

await core.bootstrap({
  apiOptions: {
    port: Number(given('PORT')),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'superadmin', password: secret },
    cookieOptions: { secret },
  },
  dbConnectionOptions: { type: 'postgres', url: given('DATABASE_URL'), synchronize: true, logging: false },
  paymentOptions: {
    paymentMethodHandlers: [
      new core.PaymentMethodHandler({
        code: 'bench',
        description: [{ languageCode: 'en', value: 'paid at once' }],
        args: {},
        createPayment: (
          _context: unknown,
          _order: unknown,
          amount: number,
          _args: unknown,
          metadata: { no: string },
        ) => ({
          amount,
          state: 'Settled',
          transactionId: metadata.no,
          metadata: {},
        }),
        settlePayment: () => ({ success: true }),
      }),
    ],
  },
  logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
  plugins: [],
});
