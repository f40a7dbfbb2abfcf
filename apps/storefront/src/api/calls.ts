import * as calls from 'virtual:contract-calls';

/** Every call of the contract as the browser knows it: `calls.queryFamily`. */
export { calls };
