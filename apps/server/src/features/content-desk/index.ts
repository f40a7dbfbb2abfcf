import type { ConsoleHandlerTable } from '../staff/index.ts';
import { dropWord, keepWord, listWords } from './barred-word-calls.ts';
import { approveContentCall, recallContentCall, writeContentCall } from './change-content.ts';
import type { ContentDeskDependencies } from './content-desk-deps.ts';
import { listShareContents, showShareContent } from './show-contents.ts';

/** The console's calls of this topic, by name. */
export function contentDeskHandlers(deps: ContentDeskDependencies) {
  return {
    listShareContents: listShareContents(deps),
    showShareContent: showShareContent(deps),
    writeShareContent: writeContentCall(deps),
    approveShareContent: approveContentCall(deps),
    recallShareContent: recallContentCall(deps),
    listBarredWords: listWords(deps),
    keepBarredWord: keepWord(deps),
    dropBarredWord: dropWord(deps),
  } satisfies ConsoleHandlerTable;
}
