/** How organizations are written to files (CSV or JSON); loads when a file is written. */
export { exportText } from './export.ts'
export { campus, countIn, orgStat, totalRow } from './statistics.ts'
