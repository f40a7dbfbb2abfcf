import { json } from '../http/router.ts';
import type { FormNotifier } from '../notifications/form-notifier.ts';
import type { ControlRoute } from './control-route.ts';

/** What may be done to a provider's notifications, under `/_ctl/{provider}/notifications`. */
export function addNotificationControlRoutes(
  on: ControlRoute,
  provider: string,
  notifications: Pick<FormNotifier, 'list' | 'resend' | 'drop' | 'hold' | 'release'>,
): void {
  const path = `/${provider}/notifications`;
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
