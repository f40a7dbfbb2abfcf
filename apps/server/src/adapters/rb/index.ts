export { createRb, type RbAdapter } from './create-rb.ts';
