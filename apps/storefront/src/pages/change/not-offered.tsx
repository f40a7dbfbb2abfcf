import { useProduct } from '../../context/index.ts';
import { Button, EmptyState, Page, PhoneLink } from '../../ui/index.ts';

type Props = { title: string; text: string | null; orderNo: string };

/** Nothing can be changed here, and what can be done instead. */
export function NotOffered({ title, text, orderNo }: Props) {
  const { tel } = useProduct();
  return (
    <Page title={title}>
      <EmptyState
        title={text ?? '现在不能修改'}
        lead={
          <>
            要帮忙请打 <PhoneLink tel={tel} />
          </>
        }
        action={
          <Button kind="neutral" href={`#/orderDetail?orderNo=${orderNo}`}>
            返回订单
          </Button>
        }
      />
    </Page>
  );
}
