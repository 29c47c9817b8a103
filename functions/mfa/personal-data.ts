import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'secondFactors',
    of: 'person',
    entities: ['Passkey', 'Totp', 'TotpSetup', 'RecoveryCodes', 'FactorRecovery'],
    holds:
      'Your kinds of second factors. The account’s own list shows passkeys with name and last use, and the number of recovery codes left. Secrets and keys are never returned.',
    removed: 'At once',
    async collect({ person }) {
      return { rows: (person.rights.factors ?? []).map((kind) => ({ kind })) }
    },
  },
  {
    name: 'passkeyGuards',
    of: 'person',
    entities: ['PasskeyGuard'],
    holds: 'A hash of the id of each passkey that was ever registered, and a hash of its first owner',
    removed: 'Never',
    kept: {
      why: 'They prevent another person from registering the same passkey later. The hashes identify nobody.',
      entities: { PasskeyGuard: 'ids' },
    },
    withheld: 'It contains nothing readable',
  },
  {
    name: 'secondSteps',
    of: 'person',
    entities: ['PendingSignIn', 'Challenge'],
    holds: 'Sign-ins that wait for their second step, and the challenge for the authenticator',
    removed: 'Automatically within ten minutes',
    kept: {
      why: 'It is useless without the second factor, which has been removed',
      entities: { PendingSignIn: 'words', Challenge: 'ids' },
    },
    withheld: 'It expires within ten minutes',
  },
]
