import { fail } from '../../lib/contract/failure.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import type { Operations } from '../../lib/operation.ts'
import { addAdmin, removeAdmin } from './appointment.ts'
import { type contract, GlobalUserNotFound, NobodyNamed } from './contract.ts'
import { findOwner, listAdmins } from './repository.ts'

export const operations: Operations<typeof contract> = {
  async listPlatformAdmins(_, { table }) {
    const found = await listAdmins(table.at(platformKey))
    const admins = found
      .map(({ admin, person }) => ({
        ...admin,
        email: person?.email,
        name: person?.name,
        picture: person?.picture,
      }))
      .sort((a, b) => a.addedAt.localeCompare(b.addedAt))
    return { admins, nominations: [] }
  },

  async addPlatformAdmin({ email, globalUserId }, context) {
    const named = globalUserId === undefined ? 'email' : 'id'
    if (globalUserId === undefined && email === undefined) fail(NobodyNamed)
    const id = globalUserId ?? (await findOwner(context.table, email ?? '')) ?? fail(GlobalUserNotFound)
    const added = await addAdmin(context, id, named)
    return { globalUserId: added.id, email: added.email }
  },

  async removePlatformAdmin({ globalUserId }, context) {
    await removeAdmin(context, globalUserId)
  },
}
