import { useMemo } from 'react';
import { ScreenContext } from '../context/screen-context.ts';
import type { AppParts } from './app-parts.ts';
import { ScreenBoundary } from './error-boundary.tsx';
import { OfflineScreen, StaleScreen } from './full-state.tsx';
import { HOME_ROUTE } from './home-route.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { useReadable } from './readable.ts';
import { useArrival } from './use-arrival.ts';
import { useAside } from './use-aside.ts';

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
  const shown = useMemo(
    () => visit && { navigator: navigation.from(visit), search: visit.search },
    [visit, navigation],
  );
  const aside = useAside(failure !== null || (visit !== null && visit.route !== HOME_ROUTE));
  if (failure === 'offline')
    return <OfflineScreen onReload={() => navigation.retry()} tel={tel} kept={aside && tel && <aside.KeptOnPhone />} />;
  if (failure) return <StaleScreen onUpdate={() => location.reload()} changes={aside && <aside.WhatChanged />} />;
  if (!visit) return null;
  return (
    <ScreenContext value={shown}>
      <OfflineBanner />
      <ScreenBoundary key={visit.key} onError={onScreenError}>
        <visit.Page />
      </ScreenBoundary>
      {aside && <aside.BesideScreen />}
    </ScreenContext>
  );
}
