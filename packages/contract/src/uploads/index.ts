export { removeFile } from './remove-file.ts';
export { uploadFile } from './upload-file.ts';
export { uploadFileWb } from './upload-file-wb.ts';
export { viewFile } from './view-file.ts';
