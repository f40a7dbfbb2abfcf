import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { FaultRequest } from '../faults/fault-book.ts';
import { formOf, html, redirect } from '../http/router.ts';
import { cashierResultPage } from '../pages/cashier-page.ts';
import { deskPage } from '../pages/desk-page.ts';
import type { SandboxControl } from './control.ts';
import type { ControlRoute } from './control-route.ts';
import { parseDuration } from './duration.ts';
import { orderDesks } from './order-desks.ts';

/** The home page's buttons: an order's own page, the clock, faults. Each form comes back to a page. */
export function addDeskRoutes(on: ControlRoute, control: SandboxControl, clock: VirtualClock): void {
  const find = (provider: string | undefined, number: string | undefined) => {
    const desk = orderDesks(control).find((one) => one.provider === provider);
    const order = desk?.list().find((one) => one.number === number);
    return desk && order ? { desk, order } : undefined;
  };

  on('GET', '/cashier/:provider/:number', ({ params }) => {
    const found = find(params.provider, params.number);
    if (!found) {
      const link = { href: '/', label: '回首页' };
      return html(404, cashierResultPage({ heading: '没有这个订单', text: '请回到沙箱首页重新选择。', link }));
    }
    const { provider, name, actions } = found.desk;
    return html(200, deskPage({ provider, name, actions, order: found.order }));
  });

  on('POST', '/cashier/:provider/:number', (request) => {
    const found = find(request.params.provider, request.params.number);
    if (!found) throw new RangeError('no such order');
    const action = formOf(request).get('action') ?? '';
    if (!found.desk.actions.includes(action)) throw new TypeError('unknown action');
    found.desk.act(found.order.number, action);
    return redirect(request.path);
  });

  on('POST', '/desk/clock', async (request) => {
    const form = formOf(request);
    const to = form.get('to');
    if (to === null) await clock.advance(parseDuration(form.get('advance')));
    else await clock.set(laterMoment(to, clock.now()));
    return redirect('/#clock');
  });

  on('POST', '/desk/faults', (request) => {
    const form = formOf(request);
    const [provider, kind] = (form.get('add') ?? '').split(' ');
    if (provider && kind) control.faults.add({ provider, kind } as FaultRequest);
    else if (form.has('remove')) control.faults.remove(form.get('remove') ?? '');
    else if (form.has('clear')) control.faults.remove();
    else throw new TypeError('one of add, remove, clear');
    return redirect('/#faults');
  });
}

/** Milliseconds of `2027-10-01T08:00`, Beijing time, as the browser's field gives it. Throws for what is no later moment than now. */
function laterMoment(text: string, nowMs: number): number {
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00+08:00`) : Number.NaN;
  if (!(atMs > nowMs)) throw new TypeError('to must be a moment after now, such as 2027-10-01T08:00');
  return atMs;
}
