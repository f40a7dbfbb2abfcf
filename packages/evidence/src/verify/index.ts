import { checkChain, checkFrames, checkSequence, checkSignature } from './content-checks.ts';
import type { Depth, Evidence, Facts, Trust } from './evidence.ts';
import { checkCheckpoint, checkLog, checkRegistered, checkStamps, erasedBy } from './log-checks.ts';
import { LogMemory } from './log-reader.ts';
import { readSealed, type Sealed } from './read-sealed.ts';
import { type Report, reportOf } from './report.ts';
import { checkClocks, checkJourney, checkOrder, checkRetention, openChunks } from './sale-checks.ts';

export type * from './evidence.ts';
export { isThere, type Sealed } from './read-sealed.ts';
export * from './report.ts';

export interface EvidenceVerifier {
  /** The objects taken apart, for whoever gathers the rest by what they name. */
  read(evidence: Pick<Evidence, 'objects' | 'checkpoint' | 'signers'>, depth: Depth): Sealed[];
  /** @param sealed what `read` answered for the same objects and depth */
  check(evidence: Evidence, depth: Depth, facts?: Facts, sealed?: readonly Sealed[]): Report;
}

/** Checks recordings, one after the other, and remembers what they have in common. */
export function evidenceVerifier(trust: Trust): EvidenceVerifier {
  const memory = new LogMemory();
  const { keysAreOwn } = trust;
  const read: EvidenceVerifier['read'] = (evidence, depth) => {
    const log = memory.readerOf(evidence, trust);
    return readSealed(evidence, depth, { keysAreOwn, signingAt: (index) => log.signingAt(index) });
  };
  return {
    read,
    check(evidence, depth, facts = {}, sealed = read(evidence, depth)) {
      const log = memory.readerOf(evidence, trust);
      const { rule, problems } = erasedBy(evidence, log);
      const erased = rule !== null;
      const opened = depth === 'deep' ? openChunks(evidence, sealed, memory.tables) : null;
      const sequence = checkSequence(sealed);
      const retention = checkRetention(sealed, facts, rule);
      const findings = [
        checkFrames(sealed, facts, erased),
        checkChain(evidence, sealed, erased),
        sequence.finding,
        checkSignature(sealed, trust.keysAreOwn),
        checkLog(evidence, sealed, log, depth !== 'shallow'),
        checkCheckpoint(evidence, log, trust),
        checkStamps(evidence, sealed, log),
        checkOrder(evidence, sealed, facts, opened?.order ?? []),
        checkRegistered(evidence, sealed, log),
        checkJourney(evidence, sealed, opened?.journey ?? null),
        checkClocks(sealed),
        problems.length > 0
          ? { ...retention, state: 'failed' as const, problems: [...problems, ...retention.problems] }
          : retention,
      ];
      return reportOf(evidence.trace, findings, sequence.gaps, erased);
    },
  };
}
