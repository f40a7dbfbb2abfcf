import { createContext, useContext } from 'react';
import type { Client } from './client.ts';

const ClientContext = createContext<Client | null>(null);
export const ClientProvider = ClientContext.Provider;

/** The client of this page. Throws outside the provider. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('a page was rendered outside the app');
  return client;
}
