/** What pages were made of, by content: where a player takes style sheets, pictures and words from. */
export interface EvidenceFiles {
  /** The SHA-256 under which the file at a path of a build is kept; null when it is not known. */
  assetAt(build: string, path: string): Promise<string | null>;
  /** A file by its SHA-256, with its type. */
  file(sha256: string): Promise<{ readonly bytes: Buffer; readonly type: string } | null>;
  /** The strings that a build's recordings refer to by number. */
  table(sha256: string): Promise<readonly string[] | null>;
}
