import { findFactors } from '../../lib/identity/factor/factors.ts'
import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'secondFactors',
    of: 'person',
    entities: ['Passkey', 'Totp', 'TotpSetup', 'RecoveryCodes', 'FactorRecovery'],
    holds:
      'Passkeys with their names, kind and use; that there is an authenticator app, and how many recovery codes are left (secrets and keys are never handed out)',
    removed: 'At once',
    async collect({ person }, table) {
      const { passkeys, app, recovery } = await findFactors(table, person.user.id)
      const keys = passkeys.map(({ nickname, deviceType, backedUp, createdAt, lastUsedAt }) => ({
        kind: 'passkey',
        nickname,
        deviceType,
        backedUp,
        createdAt,
        lastUsedAt,
      }))
      const left = Object.keys(recovery?.hashes ?? {}).length
      return {
        rows: [
          ...keys,
          ...(app ? [{ kind: 'authenticator app', createdAt: app.createdAt }] : []),
          ...(recovery ? [{ kind: 'recovery codes', left, createdAt: recovery.createdAt }] : []),
        ],
      }
    },
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
