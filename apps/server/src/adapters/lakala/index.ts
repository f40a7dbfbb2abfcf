export { createLakala, type LakalaAdapter } from './create-lakala.ts';
