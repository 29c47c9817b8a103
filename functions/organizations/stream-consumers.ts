import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { memberWords, orgWords, personWords } from '../../lib/identity/person/names.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { follow } from '../../lib/search/rows.ts'
import { refreshCopies } from './copies.ts'
import { orgTombstone, sweepDue } from './deletion/records.ts'
import type { sweepOrganization } from './deletion/sweep.ts'

type Sweep = typeof sweepOrganization

/** The end of an organization is rare; messages and forms, which it takes along, load with it. */
const purgeOrganization: Sweep = async (orgId, round, world) =>
  (await import('./deletion/purge.ts')).purgeOrganization(orgId, round, world)

const sweeping = () => import('./deletion/sweep.ts')
const sweepMembers: Sweep = async (...asked) => (await sweeping()).sweepOrganization(...asked)
const sweepPerson: Sweep = async (...asked) => (await sweeping()).sweepPerson(...asked)

const sweeps = { organization: sweepMembers, person: sweepPerson, purge: purgeOrganization } as const

/** What follows a name that changes, a deleted organization, a person who changes or leaves. */
export const notices = [
  follow(orgWords),
  follow(personWords),
  follow(memberWords),
  on(organization, ['changed'], async ({ before, after }, world) => {
    if (after?.deletedAt !== undefined && before?.deletedAt === undefined)
      await sweepMembers(after.orgId, 0, world)
  }),
  on(sweepDue, ['made'], async ({ after }, world) => {
    if (!after) return
    await sweeps[after.kind](after.subject, Number(after.round), world)
  }),
  on(orgTombstone, ['gone'], async ({ before }, world) => {
    if (before) await purgeOrganization(before.orgId, 0, world)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, world) => {
    if (before && after) await refreshCopies(before, after, world)
  }),
  on(tenantUser, ['gone'], async ({ before }, world) => {
    if (before) await sweepPerson(before.id, 0, world)
  }),
]
