/** The program with all that it uses as one file, which belongs to this folder on this machine. */
export function makeOneFile(program: string, file: string): Promise<void>;
