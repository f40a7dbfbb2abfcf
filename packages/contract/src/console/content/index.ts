export { approveShareContent } from './approve-share-content.ts';
export { dropBarredWord } from './drop-barred-word.ts';
export { keepBarredWord } from './keep-barred-word.ts';
export { listBarredWords } from './list-barred-words.ts';
export { listShareContents } from './list-share-contents.ts';
export { recallShareContent } from './recall-share-content.ts';
export { showShareContent } from './show-share-content.ts';
export { writeShareContent } from './write-share-content.ts';
