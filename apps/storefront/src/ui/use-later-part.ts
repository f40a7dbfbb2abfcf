import { type ComponentType, useEffect, useState } from 'react';

/** Longer than this, and whoever pressed is told that it is under way. */
const TELL_AFTER_MS = 1_000;

interface LaterPart<Props> {
  /** Null until it has come. */
  readonly Part: ComponentType<Props> | null;
  /** What to say beside the button: null, or that it is coming, or that it did not come. */
  readonly said: string | null;
}

/**
 * A part of the page that is fetched when it is first wanted. One that does not come (no network, a server that is away)
 * leaves the page as it is: `onMissing` takes the wish back, and the next press asks again.
 * @param load the same import in every rendering
 */
export function useLaterPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  wanted: boolean,
  onMissing: () => void,
): LaterPart<Props> {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each wish
  useEffect(() => {
    if (!wanted || Part) return;
    const timer = setTimeout(() => setSaid('正在打开，请稍等'), TELL_AFTER_MS);
    const stop = () => clearTimeout(timer);
    load().then(
      (part) => {
        stop();
        setSaid(null);
        setPart(() => part.default);
      },
      () => {
        stop();
        setSaid('没有连上，请再按一次');
        onMissing();
      },
    );
    return stop;
  }, [wanted]);
  return { Part, said };
}
