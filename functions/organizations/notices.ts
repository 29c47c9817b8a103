import { on } from '../../lib/consumer.ts'
import { memberWords, orgWords, personWords } from '../../lib/identity/name-words.ts'
import { organization } from '../../lib/identity/org-records.ts'
import { tenantUser } from '../../lib/identity/records.ts'
import { follow } from '../../lib/search/rows.ts'
import { refreshCopies } from './copying.ts'
import { orgTombstone, sweepDue } from './sweep-rows.ts'
import type { sweepOrganization } from './sweeping.ts'

type Sweep = typeof sweepOrganization

/** The end of an organization is rare; messages and forms, which it takes along, load with it. */
const purgeOrganization: Sweep = async (orgId, round, world) =>
  (await import('./purging.ts')).purgeOrganization(orgId, round, world)

const sweeping = () => import('./sweeping.ts')
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
