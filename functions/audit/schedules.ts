import { sealDue } from '../../lib/identity/audit/hourly-seal.ts'
import { every } from '../../lib/scheduled/schedule.ts'

/** Runs after the rows of the previous hour have settled. */
export const schedules = [every('hour', 'audit.seal', sealDue, 5)]
