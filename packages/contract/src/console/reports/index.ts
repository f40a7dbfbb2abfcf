export { showDashboard } from './show-dashboard.ts';
export { showReport } from './show-report.ts';
