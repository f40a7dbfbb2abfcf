import type { ReactNode } from 'react';
import type { NetworkFailure } from '../../api/network-failure.ts';
import { Bar, Button, Notice, Page } from '../../ui/index.ts';
import { keptText } from './use-kept-papers.ts';

type Props = {
  title: string;
  lead: string;
  failure: NetworkFailure;
  /** When the server answered what is shown, ms. */
  atMs: number;
  /** What else has to be known of a copy that is older than now. */
  caution?: string;
  onReload: () => void;
  children: ReactNode;
};

/** A screen that the server did not answer, as this phone has kept it: since when, why, and a way to ask again. */
export function KeptPage({ title, lead, failure, atMs, caution, onReload, children }: Props) {
  return (
    <Page
      title={title}
      lead={lead}
      bar={
        <Bar>
          <Button kind="primary" block onPress={onReload}>
            重新加载
          </Button>
        </Bar>
      }
    >
      <Notice tone="warn">
        {keptText(failure, atMs)}
        {caution && `，${caution}`}
      </Notice>
      {children}
    </Page>
  );
}
