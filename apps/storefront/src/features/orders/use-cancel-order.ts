import { useCallback } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyReason } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { confirmDialog, toast } from '../../ui/index.ts';
import { type Again, cancelWords } from './order-words.ts';

/** What became of the wish to cancel: `changed` means the order is not what the page shows. */
export type CancelEnd = 'cancelled' | 'kept' | 'unclear' | 'changed';

/** Asks, cancels, and explains why not. A failure without an answer leaves the order as it was, as far as is known. */
export function useCancelOrder(): (orderNo: string, again: Again) => Promise<CancelEnd> {
  const [cancel] = useAction(calls.cancelOrder, { quietFailure: true });
  return useCallback(
    async (orderNo, again) => {
      const sure = await confirmDialog({
        title: '取消这笔订单？',
        body: cancelWords(again),
        confirm: '取消订单',
        cancel: '先不取消',
      });
      if (!sure) return 'kept';
      const reply = await cancel({ orderNo });
      if (reply.ok) return reply.value.payment === 'closed' ? 'cancelled' : 'changed';
      if (reply.name === 'payment-unclear') {
        const look = await confirmDialog({
          title: '现在还不能取消',
          body: '这笔订单的付款结果还在确认。请不要重复付款，过一会儿再看',
          confirm: '看付款结果',
          cancel: '知道了',
        });
        return look ? 'unclear' : 'kept';
      }
      if (reply.name === 'no-reply') {
        await confirmDialog({
          title: '没有收到结果',
          body: `${noReplyReason(reply.failure)}，不知道取消了没有。订单如果还是“待付款”，就是没有取消，请再取消一次。没有付款，不会扣钱`,
          confirm: '知道了',
        });
        return 'changed';
      }
      if (reply.name !== 'not-logged-in') toast(reply.message);
      return 'changed';
    },
    [cancel],
  );
}
