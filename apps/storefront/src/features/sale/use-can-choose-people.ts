import { useOpenFlow } from '../../context/index.ts';

/** Whether buying can begin with the choice of people: in the sale, and before it for those who were covered before. */
export function useCanChoosePeople(): boolean {
  const flow = useOpenFlow();
  return flow === 'normal' || flow === 'early';
}
