export { bookHealthService } from './book-health-service.ts';
export { cancelHealthService } from './cancel-health-service.ts';
export { healthServices } from './health-services.ts';
export { myHealthServices } from './my-health-services.ts';
