export { collect } from './collect.ts';
