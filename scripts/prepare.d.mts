/** The Node that runs TypeScript files as they are. */
export function runtimeNode(): string;
/** Builds the storefront with this Node if its sources changed since the last build. */
export function ensureStorefront(node: string): void;
/** Whether it stands built from its sources as they are now. */
export function isStorefrontBuilt(): boolean;
/** Builds the operators' console likewise. */
export function ensureConsole(node: string): void;
/** Makes the server's program one file, if its sources changed since that was done last. */
export function ensureServer(node: string): void;
/** Arguments and environment with which the server is started. */
export function serverProgram(): { args: string[]; env: Record<string, string> };
