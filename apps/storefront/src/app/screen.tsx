import { useMemo } from 'react';
import { ScreenContext } from '../context/screen-context.ts';
import { keptPaperCount } from '../features/kept-papers/kept-count.ts';
import type { AppParts } from './app.tsx';
import { ScreenBoundary } from './error-boundary.tsx';
import { OfflineScreen, StaleScreen } from './full-state.tsx';
import { useReadable } from './readable.ts';
import { useArrival } from './use-arrival.ts';

interface Props {
  navigation: AppParts['navigation'];
  productName: string;
  tel: string | undefined;
  onScreenError: () => void;
}

/** The shown screen. A new visit is a new component, also on the same route; one that broke does not outlive its visit. */
export function Screen({ navigation, productName, tel, onScreenError }: Props) {
  const { visit, failure } = useReadable(navigation);
  useArrival(visit, failure, visit?.route.title ?? productName);
  const shown = useMemo(() => visit && { navigator: navigation, search: visit.search }, [visit, navigation]);
  if (failure === 'offline')
    return <OfflineScreen onReload={() => navigation.retry()} tel={tel} keptPapers={keptPaperCount()} />;
  if (failure === 'stale') return <StaleScreen onUpdate={() => location.reload()} />;
  if (!visit) return null;
  return (
    <ScreenContext value={shown}>
      <ScreenBoundary key={visit.key} onError={onScreenError}>
        <visit.Page />
      </ScreenBoundary>
    </ScreenContext>
  );
}
