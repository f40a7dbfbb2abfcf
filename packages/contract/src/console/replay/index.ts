export { askExport } from './ask-export.ts';
export { askUnmasking } from './ask-unmasking.ts';
export { downloadExport } from './download-export.ts';
export { makeExportReport } from './make-export-report.ts';
export { readRecordingEvents } from './read-recording-events.ts';
export { searchRecordings } from './search-recordings.ts';
export { showExport } from './show-export.ts';
export { showRecording } from './show-recording.ts';
