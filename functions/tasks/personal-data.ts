import { firstRows, type PersonalData } from '../../lib/personal-data.ts'
import { releaseOwned } from './owners.ts'
import { task } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'tasks',
    of: 'school',
    entities: ['Task'],
    holds: 'Organizations’ tasks assigned to you',
    removed: 'Within minutes. The task stays with the organization, without an owner.',
    async collect({ user }, table) {
      if (!user) return { rows: [] }
      const keyParams = { ownerUserId: user.id }
      const { items, all } = await firstRows((limit, cursor) =>
        table.list(task, { index: 'gsi1', keyParams, limit, cursor }),
      )
      const rows = items.map(({ version: _, ownerUserId: __, ...own }) => own)
      return all ? { rows } : { rows, rest: 'For more, ask your organizations’ officers' }
    },
    erase: ({ userId, since }, table) => releaseOwned(table, userId, since),
  },
]
