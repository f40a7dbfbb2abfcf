/** What the app hands to its pages. */
export { setElderMode, useElderMode } from './elder-mode.ts';
export { useChannel, useServerClock } from './environment.ts';
export { useNotYetOnSale, useOpenFlow, useProduct, useSaleWindow } from './product-context.ts';
export { keepReturnAddress, takeReturnAddress } from './return-address.ts';
export { useNavigation, useQuery } from './screen-context.ts';
export { keptShareVisit, useScreenCard } from './sharing.ts';
export { useKeptState } from './use-kept-state.ts';
