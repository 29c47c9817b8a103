import { rosterEntry } from '../../lib/identity/school/roster.ts'
import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'roster',
    of: 'school',
    entities: ['RosterEntry'],
    holds: 'Your address on the school’s roster of people who may become members, and since when',
    removed: 'Not with the account',
    kept: {
      why: 'The roster is the school’s own list of people, with or without an account. Its administrators remove addresses.',
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
