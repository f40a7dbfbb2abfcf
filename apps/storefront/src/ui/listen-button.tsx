import { Button } from './button.tsx';
import { toast } from './toast.ts';

/** The phone has a voice for it that does not speak. */
export const tellNotRead = (): void => toast('手机念不出来，请往下看');

type Props = {
  isReading: boolean;
  /** Begins, or stops. */
  onPress: () => void;
  kind?: 'neutral' | 'primary';
};

/** Has the screen read aloud, and stops. For phones that can. */
export function ListenButton({ isReading, onPress, kind = 'neutral' }: Props) {
  return (
    <Button kind={kind} block onPress={onPress}>
      {isReading ? '停下来' : '念给我听'}
    </Button>
  );
}
