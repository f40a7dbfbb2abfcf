import type { Chance } from '../chance.ts';
import type { ContractThere } from '../payers/provider-side.ts';
import { NEXT_YEAR } from '../stage.ts';
import { type Resident, Violation, type World } from '../world.ts';
import { codeOf, type Happening, type RequestAction } from './action.ts';

/** What residents and providers do while contracts pay for the next edition. */

/** Nothing is to be taken this year. */
const skip: RequestAction = {
  name: 'skip a year',
  weight: 0.7,
  async prepare(world, chance) {
    const found = someContract(world, chance);
    if (!found) return null;
    const { owner, contract } = found;
    const year = await comingYear(world, found);
    const what = `${owner.name} skips the year of ${contract.code}`;
    return {
      what,
      async run(server) {
        const input = { contractNo: contract.code, editionCode: year?.editionCode ?? NEXT_YEAR.edition };
        const code = codeOf(what, await owner.browser.call(server, 'skipWithholding', input));
        if (code === 200000) {
          const begun = world.sides
            .flatMap((side) => side.contracts?.charges() ?? [])
            .filter(isUnderWay(contract.code));
          if (begun.length > 0) throw new Violation(`${what}: told as skipped, and ${begun[0]?.number} is under way`);
          world.toldUncharged.add(contract.code);
        }
        return String(code);
      },
    };
  },
};

/** Where something has changed, nothing is taken without a yes. */
const confirm: RequestAction = {
  name: 'confirm a year',
  weight: 1.5,
  async prepare(world, chance) {
    const found = someContract(world, chance);
    if (!found) return null;
    const { owner, contract } = found;
    const year = await comingYear(world, found);
    if (!year) return null;
    const what = `${owner.name} says yes to ${year.amountFen} fen by ${contract.code}`;
    return {
      what,
      async run(server) {
        const answer = await owner.browser.call(server, 'confirmWithholding', {
          contractNo: contract.code,
          editionCode: year.editionCode,
          amountFen: year.amountFen,
          agreedDocuments: year.documents.map(({ key, version }) => ({ key, version })),
        });
        return String(codeOf(what, answer));
      },
    };
  },
};

const runShort: Happening = {
  name: 'run short',
  weight: 1.5,
  happen(world, chance) {
    const times = 1 + chance.below(4);
    for (const side of world.sides) side.contracts?.runShort(times);
    return `the next ${times} charges find too little money`;
  },
};

export const CONTRACT_ACTIONS: readonly RequestAction[] = [skip, confirm];
export const CONTRACT_HAPPENINGS: readonly Happening[] = [runShort];

/** What its page tells of the coming year. */
async function comingYear(world: World, { owner, contract }: { owner: Resident; contract: ContractThere }) {
  const shown = await world.patiently('contract page', (server) => owner.browser.call(server, 'queryWithholdings', {}));
  return shown.result?.contracts.find(({ contractNo }) => contractNo === contract.code)?.comingYear;
}

/** A contract that stands, and who signed it. */
function someContract(world: World, chance: Chance): { owner: Resident; contract: ContractThere } | null {
  const standing = world.sides
    .flatMap((side) => side.contracts?.list() ?? [])
    .filter(({ state }) => state === 'SIGNED')
    .flatMap((contract) => {
      const owner = world.allOrders().find(({ order }) => contract.code.startsWith(`K${order.orderNo}`))?.resident;
      return owner ? [{ owner, contract }] : [];
    });
  return standing.length === 0 ? null : chance.pick(standing);
}

function isUnderWay(code: string) {
  return ({ contractCode, state }: { contractCode: string; state: string }) =>
    contractCode === code && state === 'waiting';
}
