import type { ConsoleHandlerTable } from '../staff/index.ts';
import { askImport, askImportUndo } from './ask-import.ts';
import { beginImport, mendImport, sendImportPiece, stopImport } from './give-file.ts';
import {
  downloadImportProblems,
  downloadImportTemplate,
  listImportProblems,
  listImports,
  showImport,
} from './import-calls.ts';
import type { ImportsDependencies } from './imports-deps.ts';

export { giveFirstFiles } from './first-files.ts';
export { importApprovals } from './import-approvals.ts';
export { importJobs } from './import-jobs.ts';
export { importKinds } from './import-kinds.ts';

/** The console's calls of this topic, by name. */
export function importHandlers(deps: ImportsDependencies) {
  return {
    listImports: listImports(deps),
    showImport: showImport(deps),
    listImportProblems: listImportProblems(deps),
    beginImport: beginImport(deps),
    sendImportPiece: sendImportPiece(deps),
    mendImport: mendImport(deps),
    askImport: askImport(deps),
    askImportUndo: askImportUndo(deps),
    stopImport: stopImport(deps),
    downloadImportProblems: downloadImportProblems(deps),
    downloadImportTemplate: downloadImportTemplate(deps),
  } satisfies ConsoleHandlerTable;
}
