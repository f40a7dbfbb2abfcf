import type { StaffSelfValue } from '@huimin/contract/console';
import type { StaffPermission } from '@huimin/contract/vocabulary';
import { createContext, useContext } from 'react';

export interface SelfContext {
  readonly self: StaffSelfValue;
  may(permission: StaffPermission): boolean;
  /** Asks anew who is signed in and how many requests wait. */
  refresh(): void;
}

const Context = createContext<SelfContext | null>(null);

export const SelfProvider = Context.Provider;

/** Who is signed in; below the shell only. */
export function useSelf(): SelfContext {
  const value = useContext(Context);
  if (!value) throw new Error('nobody is signed in here');
  return value;
}
