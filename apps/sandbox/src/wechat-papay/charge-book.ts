import { beijingText } from '../clock/beijing-time.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { OrderBook } from '../wechat-pay/order-book.ts';
import type { ContractBook } from './contract-book.ts';
import { PapayError } from './papay-error.ts';
import type { Charge, Contract, PapayTables } from './papay-rows.ts';
import type { TellPayment } from './payment-news.ts';

const HOUR = 3_600_000;
const FIRST_CHARGE_WITHIN_MS = 12 * HOUR;
const DELAY_MS = 24 * HOUR;
const OPENS_AT_HOUR = 7;
const CLOSES_AT_HOUR = 22;

export type ChargeRequest = {
  outTradeNo: string;
  contractId: string;
  totalFen: number;
  description: string;
  notifyUrl: string;
};

export type ChargeBook = {
  /** Takes a charge that is made later. Throws PapayError when it cannot be. */
  apply(request: ChargeRequest): Charge;
  find(outTradeNo: string): Charge | undefined;
  list(): Charge[];
  /** Makes a charge now, whatever its time. */
  settle(outTradeNo: string): Charge;
  /** Schedules again what a restart left waiting. */
  resume(): void;
};

/** Charges by contract: the first one at once, others a day later or announced before, between 7:00 and 22:00. */
export function createChargeBook(
  parts: SandboxParts,
  tables: PapayTables,
  books: { contracts: ContractBook; orders: OrderBook; tell: TellPayment },
): ChargeBook {
  const { clock, faults } = parts;
  const { contracts, orders, tell } = books;
  faults.offer('wechat-papay', 'charge', ['balance_short']);

  const standing = (contractId: string): Contract => {
    const contract = contracts.findById(contractId);
    if (contract?.state !== 'SIGNED') throw new PapayError('CONTRACT_NOT_EXIST', '签约协议不存在或已解约');
    return contract;
  };

  const settle = (outTradeNo: string): Charge => {
    const charge = tables.charges.get(outTradeNo);
    if (!charge) throw new RangeError(`no charge ${outTradeNo}`);
    if (charge.state !== 'ACCEPTED') return charge;
    const contract = contracts.findById(charge.contractId);
    const fail = (errCode: string, errText: string): Charge => {
      const failed: Charge = { ...charge, state: 'PAYERROR', errCode, errText };
      tables.charges.put(outTradeNo, failed);
      orders.close(outTradeNo);
      tell.chargeFailed(failed, contract);
      return failed;
    };
    if (contract?.state !== 'SIGNED') return fail('CONTRACT_NOT_EXIST', '签约协议已解约');
    if (faults.take('wechat-papay', 'charge', ['balance_short'], { outTradeNo })) return fail('NOTENOUGH', '余额不足');
    orders.pay(outTradeNo, { openid: contract.openid, byContract: true });
    const paid: Charge = { ...charge, state: 'SUCCESS' };
    tables.charges.put(outTradeNo, paid);
    return paid;
  };

  const plan = (charge: Charge): void => {
    clock.schedule(charge.dueAtMs, () => {
      settle(charge.outTradeNo);
    });
  };

  return {
    apply: (request) => {
      if (tables.charges.get(request.outTradeNo)) throw new PapayError('OUT_TRADE_NO_USED', '商户订单号重复');
      const contract = standing(request.contractId);
      const now = clock.now();
      const isFirst = contract.charges === 0 && now - (contract.signedAtMs ?? 0) <= FIRST_CHARGE_WITHIN_MS;
      const isAnnounced = contract.announcedAtMs.length > 0;
      const { contractCode } = contract;
      orders.create(
        {
          ...{ appid: contract.appid, mchid: contract.mchid, openid: contract.openid, attach: undefined },
          ...{ description: request.description, outTradeNo: request.outTradeNo, notifyUrl: request.notifyUrl },
          ...{ totalFen: request.totalFen, expiresAtMs: undefined, fingerprint: `PAP ${JSON.stringify(request)}` },
        },
        'PAP',
      );
      tables.orders.put(request.outTradeNo, { outTradeNo: request.outTradeNo, signType: 'MD5' });
      contracts.change(contractCode, { charges: contract.charges + 1, announcedAtMs: contract.announcedAtMs.slice(1) });
      const charge: Charge = {
        ...{ outTradeNo: request.outTradeNo, contractId: request.contractId, notifyUrl: request.notifyUrl },
        state: 'ACCEPTED',
        dueAtMs: isFirst ? now : nextOpening(isAnnounced ? now : now + DELAY_MS),
      };
      tables.charges.put(charge.outTradeNo, charge);
      plan(charge);
      return charge;
    },
    find: (outTradeNo) => tables.charges.get(outTradeNo),
    list: () => tables.charges.rows(),
    settle,
    resume: () => {
      for (const charge of tables.charges.rows()) if (charge.state === 'ACCEPTED') plan(charge);
    },
  };
}

/** The moment itself between 7:00 and 22:00 Beijing time, otherwise the next 7:00. */
export function nextOpening(atMs: number): number {
  const [day = '', time = ''] = beijingText(atMs).split(' ');
  const hour = Number(time.slice(0, 2));
  if (hour >= OPENS_AT_HOUR && hour < CLOSES_AT_HOUR) return atMs;
  const opening = Date.parse(`${day}T0${OPENS_AT_HOUR}:00:00+08:00`);
  return hour < OPENS_AT_HOUR ? opening : opening + 24 * HOUR;
}
