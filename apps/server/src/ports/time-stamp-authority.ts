/** An authority that stamps hashes with the time (RFC 3161). */
export interface TimeStampAuthority {
  /** The reply to a request, both as they travel. Throws when none comes; what it says is for the caller to check. */
  stamp(query: Buffer): Promise<Buffer>;
}
