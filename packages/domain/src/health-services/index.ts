export { type BookableDays, bookableDays, timesOf, whyNotFor } from './booking-rules.ts';
export {
  type HealthService,
  readServiceRow,
  SERVICE_COLUMNS,
  type ServiceIcon,
  serviceCells,
  serviceProblems,
} from './service-file.ts';
export { SERVICE_STATUS_TABLE, type ServiceEvent, type ServiceStatus, serviceStatusLabel } from './service-status.ts';
