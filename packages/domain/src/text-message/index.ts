export { isQuiet, nextMessageMs } from './message-hours.ts';
