export { createWbface } from './create-wbface.ts';
