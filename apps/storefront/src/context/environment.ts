import { createContext, useContext } from 'react';
import type { Channel } from '../channel/channel.ts';

/** The outside world of this page load, handed to pages so that they read no clock and no container themselves. */
export interface Environment {
  readonly serverClock: { now(): number; offsetMs(): number };
  readonly channel: Channel;
}

export const EnvironmentContext = createContext<Environment | null>(null);

function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (!environment) throw new Error('a page was rendered outside the app');
  return environment;
}

/** The server's clock: `now()` in ms since 1970, `offsetMs()` = server minus phone (for countdowns). */
export function useServerClock(): Environment['serverClock'] {
  return useEnvironment().serverClock;
}

/** The container: messaging app, mini-program, partner app or an ordinary browser. */
export function useChannel(): Channel {
  return useEnvironment().channel;
}
