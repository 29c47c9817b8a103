import { sealDue } from '../../lib/identity/audit-sealing.ts'
import { every } from '../../lib/schedule.ts'

/** Once the rows of the hour before have settled. */
export const schedules = [every('hour', 'audit.seal', sealDue, 5)]
