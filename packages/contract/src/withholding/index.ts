export { closeWithholding } from './close-withholding.ts';
export { confirmWithholding } from './confirm-withholding.ts';
export { openWithholding } from './open-withholding.ts';
export { queryWithholdings } from './query-withholdings.ts';
export { signAndPay } from './sign-and-pay.ts';
export { skipWithholding } from './skip-withholding.ts';
