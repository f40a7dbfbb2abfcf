import { consentLines } from '@huimin/domain/withholding';
import { Card, CheckRow } from '../../ui/index.ts';

type Props = {
  readonly chosen: boolean;
  readonly onChange: (chosen: boolean) => void;
  readonly limitFen: number;
  readonly peopleCount: number;
};

/** The choice to be insured again next year by itself. Off until the payer ticks it, at every visit. */
export function ReapplicationChoice({ chosen, onChange, limitFen, peopleCount }: Props) {
  return (
    <section className="section">
      <Card flush>
        <CheckRow checked={chosen} onChange={onChange}>
          <b>明年自动重新投保</b>
          <span className="note">默认不开，不选也能付款</span>
        </CheckRow>
      </Card>
      {chosen && (
        <ul className="pay-consent note" role="status">
          {consentLines({ limitFen, peopleCount }).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>付款后，微信会请您确认签约。签约没有成功，不影响这次参保。</li>
        </ul>
      )}
    </section>
  );
}
