import { type Answer, json, type Router, redirect } from '../http/router.ts';
import { merchantSide } from '../keys/sandbox-keys.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { readJsConfig } from '../wechat-account/js-sdk-routes.ts';
import { NOTIFY_KEYS, type NotifyKey } from '../wechat-pay/notify-dialect.ts';
import { addAlipayControlRoutes } from './alipay-control-routes.ts';
import { ORDER_ACTIONS, type OrderAction, type SandboxControl } from './control.ts';
import { type ControlRoute, fieldsOf, guarded } from './control-route.ts';
import { addDeskRoutes } from './desk-routes.ts';
import { parseDuration } from './duration.ts';
import { addIdentityControlRoutes } from './identity-control-routes.ts';
import { addLakalaControlRoutes } from './lakala-control-routes.ts';
import { addMedicalAccountControlRoutes } from './medical-account-control-routes.ts';
import { addNotificationControlRoutes } from './notification-control-routes.ts';
import { addPapayControlRoutes } from './papay-control-routes.ts';
import { addPreExistingControlRoutes } from './pre-existing-control-routes.ts';
import { addRbControlRoutes } from './rb-control-routes.ts';
import { addUnionpayControlRoutes } from './unionpay-control-routes.ts';

/** `/_ctl/*`: the control functions over HTTP, for this machine only. */
export function addControlRoutes(router: Router, parts: SandboxParts, control: SandboxControl): void {
  const { clock } = parts;

  const on: ControlRoute = (method, path, act) => {
    router.on(method, `/_ctl${path}`, guarded(act));
  };
  const clockReport = (): Answer =>
    json(200, { nowMs: clock.now(), now: new Date(clock.now()).toISOString(), speed: clock.speed });

  on('POST', '/reset', () => {
    control.reset();
    return json(200, {});
  });

  on('GET', '/clock', clockReport);
  on('POST', '/clock', async (request) => {
    const { advance, set, speed } = fieldsOf(request);
    if (speed !== undefined) clock.setSpeed(Number(speed));
    if (set !== undefined) {
      const atMs = typeof set === 'number' ? set : Date.parse(String(set));
      if (Number.isNaN(atMs)) throw new TypeError('set must be an ISO time or milliseconds');
      await clock.set(atMs);
    }
    if (advance !== undefined) await clock.advance(parseDuration(advance));
    return clockReport();
  });

  on('GET', '/faults', () => json(200, { faults: control.faults.list(), offers: control.faults.offers() }));
  on('POST', '/faults', (request) => json(201, control.faults.add(fieldsOf(request) as never)));
  on('DELETE', '/faults', () => json(200, { removed: control.faults.remove() }));
  on('DELETE', '/faults/:id', (request) => json(200, { removed: control.faults.remove(request.params.id) }));

  on('GET', '/wxpay/orders', () => json(200, { orders: control.orders.list() }));
  on('GET', '/wxpay/orders/:number', (request) => {
    const order = control.orders.find(request.params.number ?? '');
    return order ? json(200, order) : json(404, { message: 'no such order' });
  });
  on('POST', '/wxpay/orders/:number/act', (request) => {
    const { action, openid } = fieldsOf(request);
    if (!ORDER_ACTIONS.includes(action as OrderAction))
      throw new TypeError(`action must be one of ${ORDER_ACTIONS.join(', ')}`);
    return json(
      200,
      control.orders.act(request.params.number ?? '', action as OrderAction, openid as string | undefined),
    );
  });

  on('GET', '/wxpay/refunds', () => json(200, { refunds: control.refunds.list() }));
  on('POST', '/wxpay/refunds/:number/settle', (request) => {
    const { status = 'SUCCESS' } = fieldsOf(request);
    if (status !== 'SUCCESS' && status !== 'CLOSED' && status !== 'ABNORMAL')
      throw new TypeError('status must be SUCCESS, CLOSED or ABNORMAL');
    return json(200, control.refunds.settle(request.params.number ?? '', status));
  });

  on('GET', '/wxpay/notify-key', () => json(200, { notifyKey: control.notifyKey.get() }));
  on('POST', '/wxpay/notify-key', (request) => {
    const { notifyKey } = fieldsOf(request);
    if (!NOTIFY_KEYS.includes(notifyKey as NotifyKey))
      throw new TypeError(`notifyKey must be one of ${NOTIFY_KEYS.join(', ')}`);
    control.notifyKey.set(notifyKey as NotifyKey);
    return json(200, { notifyKey });
  });

  addNotificationControlRoutes(on, undefined, control.notifications);
  addPapayControlRoutes(on, control.papay);
  addAlipayControlRoutes(on, control.alipay);
  addUnionpayControlRoutes(on, control.unionpay);
  addLakalaControlRoutes(on, control.lakala);
  addRbControlRoutes(on, control.rb);
  addMedicalAccountControlRoutes(on, control.medicalAccount);
  addPreExistingControlRoutes(on, control.preExisting);

  addIdentityControlRoutes(on, control.identity);

  on('GET', '/sms', (request) => json(200, { messages: control.sms(request.query.get('phone') ?? undefined) }));

  on('GET', '/mails', (request) => {
    const mails = control.mails(request.query.get('to') ?? undefined);
    const files = ({ attachments }: Pick<(typeof mails)[number], 'attachments'>) =>
      attachments.map(({ fileName, contentType, bytes }) => ({ fileName, contentType, size: bytes.length }));
    return json(200, { mails: mails.map(({ raw: _, ...mail }) => ({ ...mail, attachments: files(mail) })) });
  });

  on('GET', '/objects', () => {
    const objects = control.objects.list().map(({ content, ...object }) => ({
      ...{ ...object, bytes: Buffer.from(content, 'base64').length },
    }));
    return json(200, { objects });
  });
  on('POST', '/objects/damage', (request) => {
    const { name } = fieldsOf(request);
    if (typeof name !== 'string' || !control.objects.find(name)) throw new RangeError(`no object ${String(name)}`);
    const { content: _, ...object } = control.objects.damage(name);
    return json(200, object);
  });

  on('GET', '/users', () => json(200, { users: control.users.list() }));
  on('POST', '/users', (request) => {
    const { openid, unionid, nickname } = fieldsOf(request);
    if (typeof openid !== 'string' || openid === '') throw new TypeError('openid must be a text');
    control.users.add({ openid, unionid: String(unionid ?? ''), nickname: String(nickname ?? openid) });
    return json(201, { users: control.users.list() });
  });

  on('GET', '/wechat/verify-js', ({ query }) => {
    const client = query.get('client') ?? 'android';
    if (client !== 'android' && client !== 'ios') throw new TypeError('client must be android or ios');
    return json(200, control.verifyJs(readJsConfig(query), client, query.get('landing') ?? undefined));
  });
  on('GET', '/shares', () => json(200, { shares: control.shares() }));
  on('GET', '/keys', () => json(200, merchantSide(parts.keys)));
  on('GET', '/log', () => json(200, { entries: control.log() }));

  on('GET', '/cashier/:number', ({ params }) =>
    redirect(`/_ctl/cashier/wechat-pay/${encodeURIComponent(params.number ?? '')}`),
  );
  addDeskRoutes(on, control, clock);
}
