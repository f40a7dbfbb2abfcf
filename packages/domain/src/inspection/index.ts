export {
  FEWEST_SHOWN,
  INDICATOR_LIMITS,
  indicatorStanding,
  LONGEST_DWELL_S,
  SHORT_DWELL_MS,
  type Standing,
} from './indicators.ts';
export { SAMPLE_VERDICTS, type SampleFacts, type SampleVerdict, sampleVerdict } from './sample-verdict.ts';
