export {
  adoptKeptQuery,
  KEPT_PARAMETERS,
  type KeptParameter,
  type KeptQuery,
  keptQueryOf,
  mergeKeptQuery,
} from './kept-query.ts';
