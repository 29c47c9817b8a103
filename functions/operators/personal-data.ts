import { rosterEntry } from '../../lib/identity/school/roster.ts'
import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'roster',
    of: 'school',
    entities: ['RosterEntry'],
    holds: 'That the school has your address on the list of those who may become its members, and since when',
    removed: 'Not with the account',
    kept: {
      why: 'It is the school’s list of its own people, with an account or without; its administrators take addresses off it',
      entities: { RosterEntry: 'words' },
    },
    async collect({ person }, table) {
      // Without a proven address, a person may not learn whether the roster lists it.
      const { email, emailVerified } = person.user
      const entry = emailVerified ? await table.get(rosterEntry, { email }, { strong: true }) : undefined
      return { rows: entry ? [entry] : [] }
    },
  },
]
