// What Medusa reads as its configuration: no administration pages, no telemetry, a payment that always succeeds.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What we use of its public interface. */
interface MedusaUtils {
  defineConfig(config: object): object;
  ModuleProvider(module: string, options: { services: unknown[] }): object;
  AbstractPaymentProvider: new (...of: unknown[]) => object;
  Modules: { PAYMENT: string };
}
const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not given`);
  return value;
};
const { defineConfig, ModuleProvider, AbstractPaymentProvider, Modules } = createRequire(
  join(given('PEER_DIR'), 'package.json'),
)('@medusajs/framework/utils') as MedusaUtils;

const nothing = async (): Promise<object> => ({ data: {} });

/** Takes the money where it is asked to authorise it, as a notice of a payment does with ours. */
class PaidAtOnce extends AbstractPaymentProvider {
  static identifier = 'bench';
  initiatePayment = async (): Promise<object> => ({ id: crypto.randomUUID(), data: {} });
  authorizePayment = async (): Promise<object> => ({ data: {}, status: 'captured' });
  getPaymentStatus = async (): Promise<object> => ({ status: 'captured' });
  getWebhookActionAndData = async (): Promise<object> => ({ action: 'not_supported' });
  capturePayment = nothing;
  retrievePayment = nothing;
  updatePayment = nothing;
  deletePayment = nothing;
  cancelPayment = nothing;
  refundPayment = nothing;
}

const nowhere = 'http://localhost:9';
const secret = given('PEER_SECRET');

export default defineConfig({
  projectConfig: {
    databaseUrl: given('DATABASE_URL'),
    // The database is on this machine and has no certificate.
    databaseDriverOptions: { connection: { ssl: false } },
    // What follows an order is another process's, as it is with ours.
    workerMode: 'server',
    http: { storeCors: nowhere, adminCors: nowhere, authCors: nowhere, jwtSecret: secret, cookieSecret: secret },
  },
  admin: { disable: true },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: ModuleProvider(Modules.PAYMENT, { services: [PaidAtOnce] }), id: 'bench' }] },
    },
  ],
});
