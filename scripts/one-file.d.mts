/** The program with all that it uses as one file, which belongs to this folder on this machine. */
export function makeOneFile(
  program: string,
  file: string,
  options?: {
    /** For a program that puts others in the place of the engine's functions: an import sees them. */
    readonly changesBuiltins?: boolean;
  },
): Promise<void>;
