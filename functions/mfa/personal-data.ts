import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'secondFactors',
    of: 'person',
    entities: ['Passkey', 'Totp', 'TotpSetup', 'RecoveryCodes', 'FactorRecovery'],
    holds:
      'Which kinds of second factors there are; passkeys with their names and use, and how many recovery codes are left, stand in the account’s own list of them. Secrets and keys are never handed out',
    removed: 'At once',
    async collect({ person }) {
      return { rows: (person.rights.factors ?? []).map((kind) => ({ kind })) }
    },
  },
  {
    name: 'passkeyGuards',
    of: 'person',
    entities: ['PasskeyGuard'],
    holds: 'A hash of the id of each passkey that was ever registered, and of who registered it first',
    removed: 'Never',
    kept: {
      why: 'Nobody else may register the same passkey, also later; the hashes lead to nobody',
      entities: { PasskeyGuard: 'ids' },
    },
    withheld: 'Nothing in it is readable',
  },
  {
    name: 'secondSteps',
    of: 'person',
    entities: ['PendingSignIn', 'Challenge'],
    holds: 'That a sign-in waits for its second step, and what an authenticator was asked to sign',
    removed: 'By itself within ten minutes',
    kept: {
      why: 'It opens nothing without the second factor, which is gone',
      entities: { PendingSignIn: 'words', Challenge: 'ids' },
    },
    withheld: 'It ends within ten minutes',
  },
]
