export { listAgreements } from './list-agreements.ts';
