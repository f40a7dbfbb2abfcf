/** One deliberate break of the product: a text that occurs once in a file, and what stands there instead. */
export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  /** What goes wrong for whom. */
  readonly why: string;
}

const payment = 'apps/server/src/features/payment';
const order = 'apps/server/src/features/order';
const refund = 'apps/server/src/features/refund';

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'not held while people talk of it',
    file: 'apps/server/src/features/order-desk/hand-payouts.ts',
    text: '      await holdForHand(query, row, true);\n',
    replacement: '',
    why: 'what somebody has just paid by hand is sent by its provider, too',
  },
  {
    name: 'refund without its own number',
    file: `${payment}/run-refund.ts`,
    text: `    refundNo: sentNumber(refund),
    requestedAtMs`,
    replacement: `    refundNo: \`\${sentNumber(refund).slice(0, -4)}\${String(refund.tries).padStart(2, '0')}\${sentNumber(refund).slice(-2)}\`,
    requestedAtMs`,
    why: 'a refund that is sent again is another refund to the provider: the money goes back twice',
  },
  {
    name: 'order without its client key',
    file: `${order}/save-order.ts`,
    text: '    clientKey: input.clientKey,\n    claimKey: parts.claim.claimKey,',
    replacement: "    clientKey: deps.random.bytes(16).toString('hex'),\n    claimKey: parts.claim.claimKey,",
    why: 'a double press makes two orders for the same people',
  },
  {
    name: 'amount not checked',
    file: `${payment}/mark-paid.ts`,
    text: ' and a.amount_fen = g.amount_fen',
    replacement: '',
    why: 'a notice with another amount uses up the attempt, and the true payment finds none',
  },
  {
    name: 'two transitions swapped',
    file: 'packages/domain/src/order/order-status.ts',
    text: "    [20, 70, 'OrderCancelled'],\n    [20, 71, 'OrderExpired'],",
    replacement: "    [20, 71, 'OrderCancelled'],\n    [20, 70, 'OrderExpired'],",
    why: 'an order that ran out is told as cancelled by its owner, and the other way round',
  },
  {
    name: 'payment found by asking not settled',
    file: `${payment}/ask-provider.ts`,
    text: '      const settled = await settlePayment(deps, attempt.provider, answer.evidence);\n',
    replacement: "      const settled = { kind: 'settled' } as { kind: 'settled' | 'refused' };\n",
    why: 'money whose notice got lost is never booked',
  },
  {
    name: 'surplus kept',
    file: `${payment}/payment-store.ts`,
    text: "       select shard, $11, order_id, id, $12, amount_fen, $13, 'CREATED', $10, $10 from money\n",
    replacement: "       select shard, $11, order_id, id, $12, amount_fen, $13, 'SETTLED', $10, null from money\n",
    why: 'a second payment, or one after the close, is told as refunded and kept',
  },
  {
    name: 'order closed here alone',
    file: `${payment}/ask-provider.ts`,
    text: '    const answer = await provider.close(placedOrder(attempt));\n',
    replacement:
      "    const answer = (provider.code ? { kind: 'closed' } : await provider.close(placedOrder(attempt))) as { kind: 'closed' | 'absent' | 'paid' };\n",
    why: 'a cancelled order can still be paid at its provider',
  },
  {
    name: 'attempts opened without the lock',
    file: `${payment}/attempt-store.ts`,
    text: "'select status, expires_at from orders where shard = $1 and id = $2 for update'",
    replacement: "'select status, expires_at from orders where shard = $1 and id = $2'",
    why: 'two tabs at once open two payments of one order',
  },
  {
    name: 'unclear refund taken for done',
    file: `${payment}/run-refund.ts`,
    text: `    case 'unknown':
      deps.log.warn(`,
    replacement: `    case 'unknown':
      await settleRefund(deps.database, refund, null, nowMs);
      deps.log.warn(`,
    why: 'a refund whose answer got lost is told as arrived and never sent again',
  },
  {
    name: 'claims taken from others',
    file: `${order}/order-store.ts`,
    text: '  where person_claims.claim_key = excluded.claim_key or person_claims.expires_at <= excluded.claimed_at\n',
    replacement: '',
    why: 'a person who is held or insured by one order is insured by another one too',
  },
  {
    name: 'repeated refund not recognised',
    file: `${refund}/apply-refund.ts`,
    text: '  if (before) return ok(null);\n',
    replacement: '',
    why: 'who presses twice is told that the refund failed, and asks for another one',
  },
  {
    name: 'all policies end with one refund',
    file: `${payment}/settle-refund.ts`,
    text: `where shard = $1 and id = any (array(select policy_id from items)) and status = 3 returning id
), lowered`,
    replacement: `where shard = $1 and order_id = $5 and exists (select 1 from items) and status in (0, 1, 3) returning id
), lowered`,
    why: 'the family loses its cover when one person gives theirs back',
  },
  {
    name: 'unplaced money left to whoever saw it',
    file: `${payment}/mark-paid.ts`,
    text: '  where order_id <> all (array(select order_id from paid))\n',
    replacement: '  where false\n',
    why: 'a server that dies between taking money and giving it back leaves it lying',
  },
  {
    name: 'notices believed unsigned',
    file: 'apps/server/src/adapters/alipay/read-notice.ts',
    text: '  return alipayKeys.fits((key) => isSigned(text, fields.sign, key)) ? fields : null;',
    replacement: '  return fields;',
    why: 'anybody can tell the shop that an order is paid',
  },
  {
    name: 'closed attempts not asked about again',
    file: `${payment}/ask-provider.ts`,
    text: 'nextQueryAtMs: Math.max(nowMs + LAST_QUESTION_MS, payableUntilMs + AFTER_EXPIRY_MS),',
    replacement: 'nextQueryAtMs: null,',
    why: 'a payment that crossed the close, and whose notice got lost, is never found',
  },
  {
    name: 'people not set free',
    file: `${payment}/settle-refund.ts`,
    text: '    await endCover(query, {',
    replacement: '    if (ended.length > 1) await endCover(query, {',
    why: 'who gave their policy back cannot be insured again',
  },
  {
    name: 'charged while the sale stands still',
    file: 'apps/server/src/features/withholding/stopped-run.ts',
    text: '  if (pauses.length === 0) return false;\n',
    replacement: '  if (pauses.length >= 0) return false;\n',
    why: 'money is taken for a sale that operators have stopped',
  },
  {
    name: 'money of a paid bill paid back',
    file: 'apps/server/src/features/group/deposits.ts',
    text: "bill?.state === 'paid' ? await stillToCharge(query, bill) : 0",
    replacement: "bill?.state === 'paid' && bill.id < 0n ? await stillToCharge(query, bill) : 0",
    why: 'a company gets back what its people are being insured with, and some of them stay without cover',
  },
];
