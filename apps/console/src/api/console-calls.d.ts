/** Made by `vite/console-calls-plugin.ts` from the contract. */
declare module 'virtual:console-calls' {
  export const descriptions: Readonly<
    Record<string, { readonly method: string; readonly path: string; readonly changes?: true }>
  >;
}
