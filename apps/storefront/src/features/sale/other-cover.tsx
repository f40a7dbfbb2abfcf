import { useState } from 'react';
import type { Consent } from '../../ui/consent.tsx';
import { Card, CheckRow, ConsentLine, Notice, useConsent } from '../../ui/index.ts';

/** Whether somebody to be insured has cover of this kind already, as the payer says it, and whether they want to buy all the same. */
export interface OtherCover {
  readonly declared: boolean;
  declare(declared: boolean): void;
  readonly insists: Consent;
  /** False while cover was declared and nobody has said that they want to go on; it is said at the box. */
  check(goThere: boolean): boolean;
}

/** Nothing is ticked at first, and the answer is asked for anew with every visit: it stands in the record of the sale. */
export function useOtherCover(): OtherCover {
  const [declared, declare] = useState(false);
  const insists = useConsent('other-cover-insists', '已有同类保障，可以不买。还要买，请先勾选这一行');
  return { declared, declare, insists, check: (goThere) => !declared || insists.check(goThere) };
}

/** What conduct of sale asks where the same is insured twice: to suggest stopping, and to note the wish to go on (measures of 2023, article 28). */
export function OtherCoverPart({ cover, elder }: { cover: OtherCover; elder: boolean }) {
  const { declared, declare, insists } = cover;
  return (
    <>
      <div data-consent="" className="mt3">
        <Card flush>
          <CheckRow
            id="other-cover"
            checked={declared}
            onChange={(next) => {
              declare(next);
              if (!next) insists.set(false);
            }}
          >
            <b>{elder ? '有人已经买了别的看病保险' : '有人已经有别的医疗费用保险'}</b>
            <span className="note">没有就不用勾</span>
          </CheckRow>
        </Card>
      </div>
      {declared && (
        <>
          <div className="mt3">
            <Notice tone="warn" title="同一笔医疗费不能重复报">
              别的保险报过的部分，这里不再赔。已有同类保障，建议先比一比，可以不买。
            </Notice>
          </div>
          <div className="mt3">
            <ConsentLine consent={insists}>我知道了，坚持投保</ConsentLine>
          </div>
        </>
      )}
    </>
  );
}
