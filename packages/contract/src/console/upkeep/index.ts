export { listAlerts } from './list-alerts.ts';
export { listStandingAlerts } from './list-standing-alerts.ts';
export { resolveAlert } from './resolve-alert.ts';
export { showRunning } from './show-running.ts';
export { wishJob } from './wish-job.ts';
