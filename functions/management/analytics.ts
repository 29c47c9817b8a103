import { fail } from '../../lib/contract/failure.ts'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import { lastDays } from '../../lib/identity/school/days.ts'
import type { Operation } from '../../lib/operation.ts'
import { findSettings } from '../policies/index.ts'
import type { contract } from './contract.ts'
import { campus, countIn, type OrgStat, orgSize, orgStat, totalRow } from './statistics.ts'

type Rows = (typeof contract)['rows']

/** The sum of a named count over some days. */
export const sumOf = (rows: readonly OrgStat[], days: readonly string[], name: string): number => {
  const months = new Map(rows.map((row) => [row.month, row]))
  return days.reduce((sum, day) => sum + countIn(months.get(day.slice(0, 7)), `${day.slice(8)}.${name}`), 0)
}

const statuses = [
  'pending',
  'approved',
  'rejected',
  'conditionally_approved',
  'under_review',
  'escalated',
] as const

const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const
export type TimeRange = keyof typeof lengths

/**
 * Returns totals of organizations, members, events and requests, and how many were created within the range. The range
 * is in days of the school's time zone and includes today. One round trip, whatever the size of the school.
 */
export const getOrganizationAnalytics: Operation<Rows['getOrganizationAnalytics']> = async (
  { timeRange = '30d' },
  { table, now, tenant },
) => {
  const days = lastDays(now(), tenant.timezone, lengths[timeRange])
  const [settings, stats, largest] = await Promise.all([
    findSettings(table),
    table.list(orgStat, {
      keyParams: { subject: campus },
      from: days[0]?.slice(0, 7),
      to: totalRow,
      limit: 12,
    }),
    table.list(orgSize, { index: 'gsi1', keyParams: {}, descending: true, limit: 10 }),
  ])
  if (!settings.reporting.enableAnalytics) fail(AnalyticsOff)
  const total = stats.items.find(({ month }) => month === totalRow)
  const within = (name: string): number => sumOf(stats.items, days, name)
  return {
    overview: {
      totalOrgs: countIn(total, 'orgs'),
      verifiedOrgs: countIn(total, 'verified'),
      newOrgs: within('orgs'),
      totalMembers: countIn(total, 'members'),
      newMembers: within('members'),
      uniqueUsers: countIn(total, 'users'),
      totalEvents: within('events'),
      activeOrgs: countIn(total, 'active'),
    },
    verificationRequests: Object.fromEntries(
      statuses.map((status) => [status, within(`v_${status}`)] as const).filter(([, count]) => count !== 0),
    ),
    topOrganizations: largest.items.map(({ orgId, org_name, memberCount }) => ({
      _id: orgId,
      orgName: org_name,
      memberCount,
    })),
    timeRange,
  }
}
