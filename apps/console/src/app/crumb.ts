import { useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';

type Name = (name: string | null) => void;

/** What the bar above calls the thing that is open: null until its page says so. */
export function useCrumbs(): { readonly name: string | null; readonly outlet: Name } {
  const [name, setName] = useState<string | null>(null);
  return { name, outlet: setName };
}

/** Says in the bar above what is open, by its own name; without one the page's title stays. */
export function useCrumb(name: string | null | undefined): void {
  const tell = useOutletContext<Name>();
  useEffect(() => {
    tell(name ?? null);
    return () => tell(null);
  }, [tell, name]);
}
