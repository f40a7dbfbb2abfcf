import { playSeeds } from './seeds.ts';

playSeeds(121, 120);
