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

const rest = 'For more, ask the school’s administrators'

export const personalData: readonly PersonalData[] = [
  {
    name: 'organizations',
    of: 'school',
    entities: ['OrgMember', 'OrgRoleHolder', 'OrgHistory', 'OrgRefusal'],
    holds: 'Your memberships in organizations, with roles and start',
    removed: 'At once. If you own an organization, transfer it first.',
    kept: {
      why: 'An organization’s history stays until 30 days after its deletion and has ids only. That you declined being added as a member stays for 30 days. A role that you assigned shows your name until it changes.',
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
      why: 'Work records of a large removal expire after 7 days',
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
    holds: 'Your applications to organizations, and their outcome',
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
