import type { EditionSummaryValue } from '@huimin/contract';
import { saidYuan } from '@huimin/domain/money';
import { editionAddress } from '@huimin/domain/share';
import { useQuery } from '../../context/index.ts';
import { Card, Row } from '../../ui/index.ts';

type Props = {
  edition: EditionSummaryValue;
  /** Follows the edition's name: 也在参保. */
  words: string;
};

/** Another edition that can be bought now, as the way to its home page. */
export function EditionRow({ edition: { editionCode, name, plans }, words }: Props) {
  const present = useQuery().toString();
  const prices = plans.map((plan) => `${plan.name} ${saidYuan(plan.premiumFen)} 元`).join('，');
  return (
    <Card flush className="mt3">
      <Row
        href={editionAddress(editionCode, '/index', present)}
        label={
          <b>
            {name} <span className="nowrap">{words}</span>
          </b>
        }
        note={`${prices} / 年`}
      />
    </Card>
  );
}
