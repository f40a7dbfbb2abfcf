import { json } from '../http/router.ts';
import type { NotificationControl } from '../notifications/notifier.ts';
import type { ControlRoute } from './control-route.ts';

/** What may be done to notifications, under `/_ctl/{provider}/notifications`; WeChat Pay's have no provider before them. */
export function addNotificationControlRoutes(
  on: ControlRoute,
  provider: string | undefined,
  notifications: NotificationControl,
): void {
  const path = `${provider === undefined ? '' : `/${provider}`}/notifications`;
  on('GET', path, () => json(200, { notifications: notifications.list() }));
  for (const act of ['hold', 'release'] as const) {
    on('POST', `${path}/${act}`, () => {
      notifications[act]();
      return json(200, {});
    });
  }
  for (const act of ['hold', 'release', 'drop'] as const) {
    on('POST', `${path}/:id/${act}`, (request) => {
      notifications[act](request.params.id ?? '');
      return json(200, {});
    });
  }
  on('POST', `${path}/:id/resend`, async (request) => json(200, await notifications.resend(request.params.id ?? '')));
}
