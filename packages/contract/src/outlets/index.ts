export { queryOutlets } from './query-outlets.ts';
