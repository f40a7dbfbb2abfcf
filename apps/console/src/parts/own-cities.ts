import { CITIES } from '@huimin/domain/region';
import { useSelf } from '../app/self.tsx';

interface OwnCities {
  /** To choose from. */
  readonly options: { value: string; label: string }[];
  /** What they are called together: 全省, 南通, 本人的 3 地. */
  readonly all: string;
}

/** The places that one's own scope reaches: no list offers another, where nothing would be found. */
export function useOwnCities(): OwnCities {
  const { cities } = useSelf().self.scope;
  const own = CITIES.filter(({ code }) => cities === null || cities.includes(code));
  const options = own.map(({ code, shortName }) => ({ value: code, label: shortName }));
  const [only] = options;
  if (cities === null || !only) return { options, all: '全省' };
  return { options, all: options.length === 1 ? only.label : `本人的 ${options.length} 地` };
}
