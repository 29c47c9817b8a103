import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'begunSignIns',
    of: 'person',
    entities: ['ProviderRequest', 'SpentProof'],
    holds: 'That a sign-in at a provider was begun, or a link to one, and hashes of what it answered',
    removed: 'By itself when the answer is over, an hour at most',
    kept: {
      why: 'It is found by nobody but the browser that began',
      entities: { ProviderRequest: 'ids', SpentProof: 'ids' },
    },
    withheld: 'Nothing in it is readable',
  },
]
