type Resource = Record<string, unknown>;

/** A copy of a notification's content with one wrong fact in it. */
export function spoilResource(kind: string, resource: Resource): Resource {
  const amount = (resource.amount ?? {}) as Resource;
  switch (kind) {
    case 'notify_wrong_amount': {
      const changed = resource.out_refund_no === undefined ? ['total', 'payer_total'] : ['refund', 'payer_refund'];
      const wrong = changed.map((name) => [name, Number(amount[name]) + 1]);
      return { ...resource, amount: { ...amount, ...Object.fromEntries(wrong) } };
    }
    case 'notify_wrong_currency':
      return { ...resource, amount: { ...amount, currency: 'USD', payer_currency: 'USD' } };
    case 'notify_wrong_merchant':
      return { ...resource, mchid: '1900009999' };
    case 'notify_wrong_appid':
      return { ...resource, appid: 'wx0000another0001' };
    default:
      return { ...resource, out_trade_no: `X${String(resource.out_trade_no).slice(1)}` };
  }
}
