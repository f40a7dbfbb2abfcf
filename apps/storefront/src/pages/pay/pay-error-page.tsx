import { useChannel, useProduct, useQuery } from '../../context/index.ts';
import { PAY_ERROR_MESSAGES, payErrorReason } from '../../features/payment/payment-messages.ts';
import { orderRoute } from '../../features/payment/payment-screens.ts';
import { Button, copyText, Page, PhoneLink, Result } from '../../ui/index.ts';
import { useOrderNo } from './use-order-no.ts';

/** #/pay_error: why a payment cannot be made here, and what to do instead. */
export default function PayErrorPage() {
  const orderNo = useOrderNo();
  const { tel } = useProduct();
  const inMessagingApp = useChannel().canAuthorise;
  const reason = payErrorReason(useQuery().get('reason'));
  const { title, text } = PAY_ERROR_MESSAGES[reason];
  const orders = orderNo === '' ? '/orders' : orderRoute('/orderDetail', orderNo);
  const address = `${window.location.origin}/#${orders}`;
  return (
    <Page>
      <Result tone="err" title={title} lead={text} />
      {reason === 'browser' && inMessagingApp && <p className="center">请点右上角“…”，选“在浏览器打开”</p>}
      <div className="buttons mt6">
        {reason === 'browser' && (
          <Button block onPress={() => void copyText(address)}>
            复制订单链接
          </Button>
        )}
        <Button kind={reason === 'browser' ? 'neutral' : 'primary'} block href={`#${orders}`}>
          查看订单
        </Button>
      </div>
      <p className="note mt4 center">
        还是不行？<PhoneLink tel={tel}>打 {tel}</PhoneLink>
      </p>
    </Page>
  );
}
