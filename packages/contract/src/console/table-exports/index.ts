export { askTableExport } from './ask-table-export.ts';
export { downloadTableExport } from './download-table-export.ts';
export { listTableExports } from './list-table-exports.ts';
