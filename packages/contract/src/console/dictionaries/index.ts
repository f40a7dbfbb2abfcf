export { askDictionaryChange } from './ask-dictionary-change.ts';
export { listDictionaries } from './list-dictionaries.ts';
export { showDictionary } from './show-dictionary.ts';
