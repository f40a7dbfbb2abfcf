export {
  DICTIONARIES,
  DICTIONARY_LABEL_MOST,
  type DictionaryEntry,
  dictionaryDifferences,
  dictionaryProblem,
} from './dictionaries.ts';
