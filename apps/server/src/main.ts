import { seedClaims, seedImports } from '../seed/demonstration-claims.ts';
import { seedComplaints } from '../seed/demonstration-complaints.ts';
import { seedStaffOfDemonstration } from '../seed/demonstration-staff.ts';
import { seedOutletStaff } from '../seed/outlet-staff.ts';
import { seedPartnerJumps } from '../seed/partner-jumps.ts';
import { seedSaleChannels } from '../seed/sale-channels.ts';
import { seed } from '../seed/seed.ts';
import { seedServices } from '../seed/services.ts';
import { seedShareContent } from '../seed/share-content.ts';
import { buildServer } from './build-server.ts';
import { createDependencies } from './dependencies.ts';
import { makeFirstAdministrator, stopDemonstrationStaff } from './features/staff/index.ts';
import { firstAdministratorText } from './launch/banner.ts';
import { createFollowedClock } from './launch/followed-clock.ts';
import { launch } from './launch/launch.ts';
import { runUntilStopped } from './launch/run-until-stopped.ts';
import { createSystemRandom } from './security/pooled-random.ts';

const clock = createFollowedClock();
const random = createSystemRandom();
const print = (text: string) => console.log(text);

await runUntilStopped((onFatal) =>
  launch({
    environment: process.env,
    createDependencies: (input) => createDependencies({ ...input, clock, random }),
    async seed(dependencies, { environment, publicOrigin }) {
      const demonstration = environment !== 'production';
      await seed({ database: dependencies.database, nowMs: clock.now(), demonstration });
      if (demonstration) await seedOutletStaff(dependencies);
      if (demonstration) await seedSaleChannels(dependencies);
      await seedPartnerJumps(dependencies, demonstration);
      await dependencies.editions.refresh();
      await seedShareContent(dependencies, demonstration);
      if (demonstration) await seedClaims(dependencies);
      if (demonstration) await seedServices(dependencies);
      if (demonstration) {
        await seedStaffOfDemonstration(dependencies);
        await seedComplaints(dependencies);
        return seedImports(dependencies);
      }
      await stopDemonstrationStaff(dependencies);
      const first = await makeFirstAdministrator(dependencies);
      if (first) print(firstAdministratorText(publicOrigin, first));
    },
    buildServer,
    onClockMoved: clock.follow,
    print,
    onFatal,
  }),
);
