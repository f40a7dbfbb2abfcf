import type { PreExistingOverviewValue } from '@huimin/contract';
import { useState } from 'react';
import { useProduct } from '../../context/index.ts';
import { Button, Card, PhoneLink, Section } from '../../ui/index.ts';

const SHOWN = 5;

/** Who asked about the person, newest first. */
export function Lookups({ lookups }: { lookups: PreExistingOverviewValue['lookups'] }) {
  const { tel } = useProduct();
  const [all, setAll] = useState(false);
  const shown = all ? lookups : lookups.slice(0, SHOWN);
  return (
    <Section title="谁查过我">
      {lookups.length === 0 ? (
        <Card>
          <p className="muted">没有人查过。以后谁查过，这里都会记下来。</p>
        </Card>
      ) : (
        <Card flush>
          <ul className="pe-lookups">
            {shown.map(({ at, who, how }) => (
              <li key={`${at} ${who} ${how}`}>
                <span>
                  {who}
                  <small>{how}</small>
                </span>
                <span className="note num">{at}</span>
              </li>
            ))}
          </ul>
          {lookups.length > shown.length && (
            <div className="center">
              <Button kind="text" small onPress={() => setAll(true)}>
                看全部 {lookups.length} 次
              </Button>
            </div>
          )}
        </Card>
      )}
      <p className="note mt2">
        不是您或者您同意的人查的，请马上打 <PhoneLink tel={tel} />。
      </p>
    </Section>
  );
}
