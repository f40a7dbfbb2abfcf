export { createRegistries, type Registries } from './create-registries.ts';
