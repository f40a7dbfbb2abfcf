import type { ReactNode } from 'react';
import { NetworkFailure } from '../../api/network-failure.ts';
import type { UsedCall } from '../../api/use-call.ts';
import { useProduct } from '../../context/index.ts';
import { EmptyState, ErrorState, inWords, Page, PhoneLink, Skeleton } from '../../ui/index.ts';
import { WayHome } from '../pay/load-problem.tsx';

const LINK_PROBLEMS: Readonly<Record<string, string>> = {
  'not-found': '这个链接已经失效',
  'bad-input': '这个链接不完整',
};

type Props = {
  title: string;
  opened: Pick<UsedCall<unknown>, 'failure' | 'reload'>;
  /** Whom to ask for another message. */
  lead: ReactNode;
};

/** What stands on the page of a text message's link until it has opened, and where it does not. */
export function LinkNotOpen({ title, opened: { failure, reload }, lead }: Props) {
  const { tel } = useProduct();
  if (!failure) {
    return (
      <Page title={inWords(title)}>
        <Skeleton lines={[96, 72, 56]} />
      </Page>
    );
  }
  return (
    <Page title={inWords(title)}>
      {failure instanceof NetworkFailure ? (
        <ErrorState kind={failure.reason} onReload={reload} />
      ) : (
        <EmptyState
          title={(failure.name && LINK_PROBLEMS[failure.name]) ?? failure.message}
          lead={
            <>
              请打开最新一条短信里的链接，或者{lead}。也可以打 <PhoneLink tel={tel} />
            </>
          }
        />
      )}
      <WayHome />
    </Page>
  );
}
