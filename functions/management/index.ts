/** Export of organizations (CSV or JSON). Loaded on first use. */
export { exportText } from './export.ts'
export { campus, countIn, orgStat, totalRow } from './statistics.ts'
