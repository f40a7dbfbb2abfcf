export { reportClientEvent } from './report-client-event.ts';
export { saveView } from './save-view.ts';
