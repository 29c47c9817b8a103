import { orgMember } from '../../lib/identity/org/organizations.ts'
import { decidedApplication, orgApplication, orgFollower } from '../../lib/identity/org/records.ts'
import { firstRows, type PersonAtSchool, type PersonalData } from '../../lib/personal-data.ts'
import type { Entity, ValueOf } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { withdrawnApplication } from './applications/records.ts'

const ownRows = async <E extends Entity>({ user }: PersonAtSchool, table: Table, entity: E) => {
  if (!user) return { items: [] as ValueOf<E>[], all: true }
  const keyParams = { userId: user.id }
  return firstRows((limit, cursor) => table.list(entity, { index: 'gsi1', keyParams, limit, cursor }))
}

const rest = 'The rest: ask the administrators of the school'

export const personalData: readonly PersonalData[] = [
  {
    name: 'organizations',
    of: 'school',
    entities: ['OrgMember', 'OrgRoleHolder', 'OrgHistory', 'OrgRefusal'],
    holds: 'Organizations of which you are a member, with roles and since when',
    removed: 'At once; whoever owns an organization hands it over first',
    kept: {
      why: 'The history of an organization stays with it, until 30 days after its deletion, and names ids; that you did not want to be made a member is kept for 30 days; who was given a role by you carries your name until the role changes',
      entities: { OrgHistory: 'ids', OrgRefusal: 'ids', OrgMember: 'words', OrgRoleHolder: 'words' },
    },
    async collect(held, table) {
      const { items, all } = await ownRows(held, table, orgMember)
      const rows = items.map(({ version: _, assigner: __, ...member }) => member)
      return all ? { rows } : { rows, rest }
    },
  },
  {
    name: 'followedOrganizations',
    of: 'school',
    entities: ['OrgFollower', 'SweepDue'],
    holds: 'Organizations that you follow',
    removed: 'Within minutes, together with applications',
    kept: {
      why: 'Pages of a removal that has many of them end after 7 days',
      entities: { SweepDue: 'ids' },
    },
    async collect(held, table) {
      const { items, all } = await ownRows(held, table, orgFollower)
      return all ? { rows: items } : { rows: items, rest }
    },
  },
  {
    name: 'applications',
    of: 'school',
    entities: ['OrgApplication', 'DecidedApplication', 'WithdrawnApplication'],
    holds: 'Applications to organizations, and what became of them',
    removed: 'Within minutes',
    async collect(held, table) {
      const [pending, decided, withdrawn] = await Promise.all([
        ownRows(held, table, orgApplication),
        ownRows(held, table, decidedApplication),
        ownRows(held, table, withdrawnApplication),
      ])
      const kept = [...pending.items, ...decided.items].map(
        ({ approvedBy: _, ...application }) => application,
      )
      const rows = [...kept, ...withdrawn.items.map((row) => ({ ...row, status: 'withdrawn' }))]
      return pending.all && decided.all && withdrawn.all ? { rows } : { rows, rest }
    },
  },
]
