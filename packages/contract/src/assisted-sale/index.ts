export { acceptAssistance } from './accept-assistance.ts';
export { assistanceDesk } from './assistance-desk.ts';
export { endAssistance } from './end-assistance.ts';
export { joinAssistance } from './join-assistance.ts';
export { openAssistance } from './open-assistance.ts';
export { prepareAssistance } from './prepare-assistance.ts';
export { queryAssistance } from './query-assistance.ts';
export { reportReading } from './report-reading.ts';
