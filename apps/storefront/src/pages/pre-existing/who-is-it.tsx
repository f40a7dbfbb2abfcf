import type { PreExistingOverviewValue } from '@huimin/contract';
import { Button, Card, CheckRow, LongNumber, Monogram, Sheet } from '../../ui/index.ts';

/** The asker's own person, or a child by number. */
export const SELF = 'self';
export type Someone = typeof SELF | (string & {});

type Named = { readonly name: string; readonly idNumberMasked: string };

/** Whom it is about. */
export function WhoIsIt({ person, onChoose }: { person: Named; onChoose: (() => void) | null }) {
  return (
    <Card className="pe-person">
      <Monogram name={person.name} />
      <div className="pe-person-main">
        <b>{person.name}</b>
        <p className="note num">
          <LongNumber>{person.idNumberMasked}</LongNumber>
        </p>
      </div>
      {onChoose && (
        <Button kind="neutral" small onPress={onChoose}>
          换个人
        </Button>
      )}
    </Card>
  );
}

type SheetProps = {
  open: boolean;
  overview: PreExistingOverviewValue;
  chosen: Someone;
  onChoose: (who: Someone) => void;
  onClose: () => void;
};

/** Oneself and the minor children. */
export function WhoSheet({ open, overview, chosen, onChoose, onClose }: SheetProps) {
  const { self, children } = overview;
  return (
    <Sheet open={open} title="查谁" onClose={onClose}>
      {self && (
        <CheckRow type="radio" name="pe-who" checked={chosen === SELF} onChange={() => onChoose(SELF)}>
          <b>{self.name}</b>
          <span className="note">本人　{self.idNumberMasked}</span>
        </CheckRow>
      )}
      {children.map(({ memberId, name, idNumberMasked }) => (
        <CheckRow
          key={memberId}
          type="radio"
          name="pe-who"
          checked={chosen === memberId}
          onChange={() => onChoose(memberId)}
        >
          <b>{name}</b>
          <span className="note">未满 18 周岁的孩子　{idNumberMasked}</span>
        </CheckRow>
      ))}
      <p className="note mt3">成年的家人，只能由本人用自己的手机查。</p>
    </Sheet>
  );
}
