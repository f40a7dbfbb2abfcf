export { askUnmasking } from './ask-unmasking.ts';
export { readRecordingEvents } from './read-recording-events.ts';
export { searchRecordings } from './search-recordings.ts';
export { showRecording } from './show-recording.ts';
