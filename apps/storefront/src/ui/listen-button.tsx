import { Button } from '../../ui/index.ts';
import type { Listening } from './use-listening.ts';

/** Reads a text aloud, and stops. For phones that can. */
export function ListenButton({ listening: { isReading, press } }: { listening: Listening }) {
  return (
    <Button kind="neutral" block onPress={press}>
      {isReading ? '停下来' : '念给我听'}
    </Button>
  );
}
