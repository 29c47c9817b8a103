import type { PersonalData } from '../../lib/personal-data.ts'
import { key } from '../../lib/table/entity.ts'
import { samlIdentifiers, samlMigration, samlMigrationPerson, samlSession } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'schoolSignIns',
    of: 'school',
    entities: ['SamlSession', 'SamlName'],
    holds:
      'The identifier that the school’s identity provider uses for you, for each device signed in with it',
    removed: 'At sign-out, otherwise when the session would have expired',
    kept: {
      why: 'The identity provider may still end a session by that identifier. It expires after 30 days at most.',
      entities: { SamlSession: 'words', SamlName: 'ids' },
    },
    async collect({ person: { sessions } }, table) {
      const own = sessions.filter(({ authMethod }) => authMethod === 'saml').slice(0, 100)
      const found =
        own.length > 0 ? await table.batchGet(own.map(({ id: sid }) => key(samlSession, { sid }))) : []
      const rows = found.flatMap((one) =>
        one ? [{ session: one.sid, nameId: one.nameId, expiresAt: one.expiresAt }] : [],
      )
      return { rows }
    },
  },
  {
    name: 'schoolIdentifiers',
    of: 'school',
    entities: ['SamlIdentifiers', 'SamlMigrationPerson', 'SamlMigration'],
    holds:
      'Keyed hashes of the identifiers that the school’s identity provider sends for you, and whether administrators have listed you in a migration window',
    removed: 'At once',
    kept: {
      why: 'The window has the id of the administrator who opened it. It expires with the window, after 30 days at most.',
      entities: { SamlMigration: 'ids' },
    },
    async collect({ person }, table) {
      const { id: globalUserId } = person.user
      const [window, identifiers] = await Promise.all([
        table.get(samlMigration, {}, { strong: true }),
        table.get(samlIdentifiers, { globalUserId }, { strong: true }),
      ])
      const moving =
        window &&
        (await table.get(samlMigrationPerson, { windowId: window.id, globalUserId }, { strong: true }))
      const signIns = identifiers
        ? [{ signedInAt: identifiers.at, attributes: Object.keys(identifiers.released) }]
        : []
      const moves = moving ? [{ until: window?.endsAt, movedAt: moving.movedAt }] : []
      return { rows: [...signIns, ...moves] }
    },
    async erase({ globalUserId, since }, table) {
      const window = await table.get(samlMigration, {}, { strong: true })
      const identifiers = await table.get(samlIdentifiers, { globalUserId }, { strong: true })
      await Promise.all([
        identifiers && identifiers.at <= since ? table.remove(samlIdentifiers, { globalUserId }) : undefined,
        window && table.remove(samlMigrationPerson, { windowId: window.id, globalUserId }),
      ])
      return false
    },
  },
  {
    name: 'begunSchoolSignIns',
    of: 'school',
    entities: ['SamlRequest'],
    holds: 'Sign-ins or links started at the school’s identity provider',
    removed: 'Automatically after ten minutes',
    kept: {
      why: 'Only the browser that started it can find it',
      entities: { SamlRequest: 'ids' },
    },
    withheld: 'It contains nothing readable',
  },
  {
    name: 'signInTraces',
    of: 'school',
    entities: ['SamlTrace'],
    holds:
      'The identity provider’s response to a sign-in attempt, for administrators who investigate a problem',
    removed: 'Automatically after 7 days, or earlier by an administrator',
    kept: {
      why: 'A trace records an attempt, which may belong to no account',
      entities: { SamlTrace: 'words' },
    },
    withheld: 'Traces are stored by time, not by person. Ask the school’s administrators.',
  },
]
