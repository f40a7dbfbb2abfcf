export { closeWithholding } from './close-withholding.ts';
export { openWithholding } from './open-withholding.ts';
export { queryWithholdings } from './query-withholdings.ts';
export { signAndPay } from './sign-and-pay.ts';
