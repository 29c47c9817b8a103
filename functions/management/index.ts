export { campus, countIn, orgStat, totalRow } from './statistics.ts'

/** How organizations are written to files (CSV or JSON); loads when a file is written. */
export const loadOrganizationExport = () => import('./export.ts')
