export { showDashboard } from './show-dashboard.ts';
