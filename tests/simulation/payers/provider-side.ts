import type { Browser } from '../browser.ts';
import type { SimServer } from '../sim-server.ts';

/** An order as its provider knows it. Amounts in fen. */
export interface OrderThere {
  readonly number: string;
  readonly totalFen: number;
  readonly paidFen: number;
  /** The payer can pay it now. */
  readonly payable: boolean;
  /** The provider has an open order of this number, which it can close. */
  readonly closable: boolean;
}

export interface RefundThere {
  readonly number: string;
  readonly orderNumber: string;
  readonly fen: number;
  /** `failed`: over and no money moved; `person`: waits for the merchant's own staff. */
  readonly state: 'done' | 'under-way' | 'person' | 'failed';
}

/** A notice as its provider keeps it, with every time it was posted. */
export interface NoticeRow {
  readonly id: string;
  readonly eventType: string;
  readonly outTradeNo: string;
  /** Of a refund; undefined when it tells of a payment. */
  readonly outRefundNo?: string;
  readonly createdAtMs: number;
  readonly attempts: readonly { readonly kind: string }[];
}

/** A contract by which money may be taken later, as its provider knows it. */
export interface ContractThere {
  readonly code: string;
  readonly state: 'WAITING' | 'SIGNED' | 'ENDED';
}

/** Money that was asked for by a contract, as its provider knows it. */
export interface ChargeThere {
  readonly number: string;
  readonly contractCode: string;
  readonly askedAtMs: number;
  readonly state: 'waiting' | 'done' | 'failed';
}

/** What the simulation may do and see at one provider; the book-keeper reads nothing else of it. */
export interface ProviderSide {
  readonly code: string;
  orders(): OrderThere[];
  refunds(): RefundThere[];
  /** Money moves; `late`: although the order is closed. Throws when the provider does not let it. */
  pay(orderNumber: string, late: boolean): void;
  /** The merchant's staff sorts out a refund. */
  settleRefund(refundNumber: string): void;
  readonly notices: {
    list(): readonly NoticeRow[];
    resend(id: string): Promise<unknown>;
    hold(id?: string): void;
    release(id?: string): void;
  };
  /** Whether a server's answer to a notice says that it was taken. */
  taken(status: number, body: string): boolean;
  /** Payments that somebody behind the provider takes their time with. */
  readonly slowPayments?: {
    begin(orderNumber: string): void;
    busy(): string[];
    end(orderNumber: string, paid: boolean): void;
  };
  /** Questions to the payer that have to be answered before a payment. */
  readonly asks?: {
    has(number: string): boolean;
    waiting(nowMs: number): string[];
    decide(number: string, allowed: boolean): void;
  };
  /** The payers' accounts become too short for a premium, or have enough again; answers which. */
  turnBalance?(): string;
  readonly contracts?: {
    list(): ContractThere[];
    sign(code: string): void;
    /** `end`: by the payer in the wallet; `console`: by the merchant there. */
    end(code: string, by: 'end' | 'console'): void;
    charges(): ChargeThere[];
    /** The next `times` charges find too little money. */
    runShort(times: number): void;
  };
}

/** One way a resident pays: how it is started at the shop, and what their browser does at the provider then. */
export interface PaymentWay {
  readonly name: string;
  readonly provider: string;
  /** The resident has to be known to the messaging app. */
  readonly needsOpenId: boolean;
  /** The payer has more to decide than to pay, so that its stories need more steps than others. */
  readonly hasSteps?: true;
  /** The payer may sign a contract along with it. */
  readonly signs?: true;
  /** Answers the reply's code and what the browser goes on with, null when it was refused. */
  start(
    browser: Browser,
    server: SimServer,
    orderNo: string,
  ): Promise<{ code: number | string; handle: string | null }>;
  /** The browser arrives at the cashier. */
  open?(handle: string): Promise<void>;
}

/** A browser opens an address of a provider, or sends it a form; what it shows does not matter here. */
export async function openPage(address: string, form?: Readonly<Record<string, string>>): Promise<void> {
  const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  try {
    const answer = await fetch(address, { redirect: 'manual', ...sent });
    await answer.arrayBuffer();
  } catch (error) {
    // A page that does not come; anything but a broken connection is a mistake of the simulation.
    if (!(error instanceof TypeError) || error.cause === undefined) throw error;
  }
}
