import { seedClaims } from '../seed/demonstration-claims.ts';
import { seedOutletStaff } from '../seed/outlet-staff.ts';
import { seedPartnerJumps } from '../seed/partner-jumps.ts';
import { seed } from '../seed/seed.ts';
import { seedServices } from '../seed/services.ts';
import { seedShareContent } from '../seed/share-content.ts';
import { buildServer } from './build-server.ts';
import { createDependencies } from './dependencies.ts';
import { launch } from './launch/launch.ts';
import { runUntilStopped } from './launch/run-until-stopped.ts';
import { createSystemRandom } from './security/pooled-random.ts';

const clock = { now: () => Date.now() };
const random = createSystemRandom();

await runUntilStopped((onFatal) =>
  launch({
    environment: process.env,
    createDependencies: (input) => createDependencies({ ...input, clock, random }),
    async seed(dependencies, { environment }) {
      const demonstration = environment !== 'production';
      await seed({ database: dependencies.database, nowMs: clock.now(), demonstration });
      if (demonstration) await seedOutletStaff(dependencies);
      await seedPartnerJumps(dependencies, demonstration);
      await dependencies.editions.refresh();
      await seedShareContent(dependencies, demonstration);
      if (demonstration) await seedClaims(dependencies);
      if (demonstration) await seedServices(dependencies);
    },
    buildServer,
    print: (text) => console.log(text),
    onFatal,
  }),
);
