import { type ComponentType, useEffect, useState } from 'react';
import type { NavigationState } from './navigation.ts';
import { type Readable, useReadable } from './readable.ts';

/**
 * The global loading panel: on while calls that ask for it, or the next screen, are under way. Its looks stay out of the
 * landing page and come with the first need; without them (no network) the call's own failure says what is so.
 */
export function PendingOverlay({
  pendingCalls,
  navigation,
}: {
  pendingCalls: Readable<number>;
  navigation: Readable<NavigationState>;
}) {
  const calls = useReadable(pendingCalls);
  const { pending, visit } = useReadable(navigation);
  const open = calls > 0 || (pending && visit !== null);
  const [Panel, setPanel] = useState<ComponentType<{ open: boolean }> | null>(null);
  useEffect(() => {
    if (!open || Panel) return;
    import('../ui/loading-panel.tsx').then(
      ({ LoadingPanel }) => setPanel(() => LoadingPanel),
      () => {},
    );
  }, [open, Panel]);
  return Panel && <Panel open={open} />;
}
