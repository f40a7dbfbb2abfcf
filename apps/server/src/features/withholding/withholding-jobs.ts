import { inParallel } from '../../coordination/in-parallel.ts';
import { askAboutContract } from './ask-about-contract.ts';
import { leaseContracts } from './contract-store.ts';
import { runPlanner } from './plan-runs.ts';
import { sendDueMessages } from './send-messages.ts';
import { stepDueRuns } from './step-run.ts';
import { canSign, type SigningDependencies, type WithholdingDependencies } from './withholding-deps.ts';

const PER_ROUND = 50;
const WIDTH = 3;
const LEASE_MS = 60_000;

/** Asks about contracts nobody told us of, and ends those whose end was asked for. Returns how many were worked on. */
async function runDueContracts(deps: SigningDependencies): Promise<number> {
  const leased = await leaseContracts(deps.database.query, deps.clock.now(), LEASE_MS, PER_ROUND);
  await inParallel(
    leased,
    WIDTH,
    (contract) => askAboutContract(deps, contract),
    (contract, error) =>
      deps.log.error({ contractCode: contract.contract_code, problem: String(error) }, 'contract step failed'),
  );
  return leased.length;
}

/** Everything about contracts that goes on without a request. */
export function withholdingJobs(deps: WithholdingDependencies) {
  if (!canSign(deps)) return [];
  return [
    { name: 'withholding-contracts', everyMs: 5_000, run: () => runDueContracts(deps) },
    { name: 'withholding-plans', everyMs: 5_000, run: runPlanner(deps) },
    { name: 'withholding-years', everyMs: 5_000, run: () => stepDueRuns(deps) },
    { name: 'withholding-messages', everyMs: 5_000, run: () => sendDueMessages(deps) },
  ];
}
