import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'begunSignIns',
    of: 'person',
    entities: ['ProviderRequest', 'SpentProof'],
    holds: 'Sign-ins or links started at a provider, and hashes of its response',
    removed: 'Automatically when the response has been handled, an hour at most',
    kept: {
      why: 'Only the browser that started it can find it',
      entities: { ProviderRequest: 'ids', SpentProof: 'ids' },
    },
    withheld: 'It contains nothing readable',
  },
]
