import { Button, EmptyState, Page } from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';

/** The address names no order of this person: another login, or an incomplete link. */
export function OrderMissing({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        art={<PaperArt />}
        title="没有找到这笔订单"
        lead="请核对登录的手机号，或到我的订单里找"
        action={<Button href="#/orders">查看我的订单</Button>}
      />
    </Page>
  );
}
