import { playSeeds } from './seeds.ts';

playSeeds(101, 100);
