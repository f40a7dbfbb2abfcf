/** Every call by its name, made from the contract at build time. The reply of `passThrough` calls is the body itself. */
declare module 'virtual:contract-calls' {
  type Calls = import('@huimin/contract').Calls;
  const calls: { readonly [N in keyof Calls]: import('./client-call.ts').ClientCall<Calls[N]> };
  export = calls;
}
