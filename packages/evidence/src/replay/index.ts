export { cleanEvents } from './clean-events.ts';
export { cleanStyle, type Resolve } from './css.ts';
