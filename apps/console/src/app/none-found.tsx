import { Button, Empty } from 'antd';

interface Props {
  /** Whether the list was narrowed: the rows can be there, and are not shown. */
  readonly isNarrowed: boolean;
  /** What is said of a narrowed list: 没有这样的订单. */
  readonly notSuch: string;
  /** What is said of a list that has nothing at all. */
  readonly none: string;
  onClear(): void;
}

/** A list without rows: that there are none yet, or that none are like this, with the way back to all of them. */
export function NoneFound({ isNarrowed, notSuch, none, onClear }: Props) {
  return (
    <Empty style={{ padding: 24 }} description={isNarrowed ? notSuch : none} image={Empty.PRESENTED_IMAGE_SIMPLE}>
      {isNarrowed && (
        <Button size="small" onClick={onClear}>
          清空条件
        </Button>
      )}
    </Empty>
  );
}
