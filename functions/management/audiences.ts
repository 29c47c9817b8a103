import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { isAdminRole } from '../../lib/identity/person/caller.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'

const administrators = pager(
  'administrators',
  async (_, table, cursor) => {
    const page = await table.list(tenantUser, { index: 'gsi2', keyParams: {}, limit: pageSize, cursor })
    const people = page.items.map(({ id }) => id)
    return page.cursor === undefined ? { people } : { people, next: page.cursor }
  },
  async (_, people, table) => {
    const users = await table.batchGet(
      people.map((id) => key(tenantUser, { id })),
      { strong: true },
    )
    return people.filter((_, at) => users[at]?.roles.some(isAdminRole))
  },
)

export const audiences: readonly AudiencePager[] = [administrators]
