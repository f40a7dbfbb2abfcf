import { mergeKeptQuery } from '@huimin/domain/share';
import type { FastifyInstance } from 'fastify';
import type { MedicalAccount } from '../../../ports/medical-account.ts';
import type { NoticeRefusal, RawNotice } from '../../../ports/payment-provider.ts';
import { shardOfOrder } from '../../../security/order-ids.ts';
import { registerNoticeDoor } from '../notice-route.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import { recordNotice } from '../payment-store.ts';
import { sealNotice } from '../settle-payment.ts';
import { askedWith } from './medical-account-authorised.ts';
import { askIdOf } from './permission-numbers.ts';
import { decidePermission, permissionById } from './permission-store.ts';

/** The bureau's own word about permissions, and the way back from its page. */
export function registerPermissionRoutes(fastify: FastifyInstance, deps: PaymentDependencies): void {
  const centre = deps.medicalAccount;
  if (!centre) return;
  registerNoticeDoor(fastify, deps, centre.permissionNotices, (notice) => takePermissionNotice(deps, centre, notice));
  fastify.get(centre.permissionReturnPath, async (request, reply) => {
    const sent = request.url.split(/\?(.*)/s)[1] ?? '';
    const target = await payPage(deps, centre, sent);
    return reply.header('cache-control', 'no-store').redirect(`/${target ?? '#/orders'}`, 303);
  });
}

/** On to the payment page, which asks what became of the permission; what was brought goes along unread. */
async function payPage(deps: PaymentDependencies, centre: MedicalAccount, sent: string): Promise<string | null> {
  const hint = centre.readPermissionReturn(sent);
  const asked = hint && (await askedWith(deps, hint));
  if (!asked) return null;
  const brought = new URLSearchParams(sent);
  const query = new URLSearchParams({
    orderNo: deps.numbers.orderNo(asked.row.order_id),
    appId: brought.get('appId') ?? '',
    encData: brought.get('encData') ?? '',
  });
  return mergeKeptQuery(`#/pay?${query}`, asked.details.kept);
}

/** Null: taken. */
async function takePermissionNotice(
  deps: PaymentDependencies,
  centre: MedicalAccount,
  notice: RawNotice,
): Promise<NoticeRefusal | null> {
  const opened = centre.verifyPermission(notice);
  if (opened.kind === 'refused') {
    const { reason } = opened;
    deps.log.warn({ provider: centre.code, reason, bytes: notice.body.length }, 'notice of a permission refused');
    return { status: 401, message: reason };
  }
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const id = askIdOf(deps.numbers, opened.askNo);
  const asked = id === null ? null : await permissionById(query, shardOfOrder(id), id);
  if (asked) {
    const granted = opened.kind === 'granted' ? opened : null;
    const decision = granted && {
      permissionSealed: deps.vault.seal('medical-permission', granted.permissionNo),
      expiresAtMs: granted.expiresAtMs,
    };
    await decidePermission(query, asked, decision ?? 'declined', nowMs);
  }
  await recordNotice(query, {
    shard: asked?.shard ?? 0,
    provider: centre.code,
    noticeId: opened.noticeId,
    orderId: asked?.order_id ?? null,
    bodySealed: sealNotice(deps, { noticeId: opened.noticeId, body: notice.body, headers: {} }),
    outcome: asked ? `permission-${opened.kind}` : 'refused-unknown-permission',
    receivedAtMs: nowMs,
  });
  return asked ? null : { status: 400, message: 'unknown permission' };
}
