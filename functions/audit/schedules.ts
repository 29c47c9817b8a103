import { sealDue } from '../../lib/identity/audit/hourly-seal.ts'
import { every } from '../../lib/scheduled/schedule.ts'

/** Once the rows of the hour before have settled. */
export const schedules = [every('hour', 'audit.seal', sealDue, 5)]
