import type { ReactNode } from 'react';
import { useProduct } from '../../context/index.ts';
import { Button, EmptyState, Page, telHref } from '../../ui/index.ts';

type Props = {
  title: string;
  what: string;
  /** Where another edition's can be had. */
  choice: ReactNode;
};

/** A list that an edition does not have yet, and whom to ask. */
export function NotPublished({ title, what, choice }: Props) {
  const { tel } = useProduct();
  return (
    <Page title={title}>
      {choice}
      <EmptyState
        title={`${what}还没有公布`}
        lead="公布后在这里就能看到。着急可以打服务电话问"
        action={
          <Button kind="neutral" href={telHref(tel)}>
            打 {tel}
          </Button>
        }
      />
    </Page>
  );
}
