import type { PersonalData } from '../../lib/personal-data.ts'
import { key } from '../../lib/table/entity.ts'
import { samlIdentifiers, samlMigration, samlMigrationPerson, samlSession } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'schoolSignIns',
    of: 'school',
    entities: ['SamlSession', 'SamlName'],
    holds: 'What the school’s identity provider calls you, for each device that is signed in by it',
    removed: 'On signing out there, else at the end of what would have been the session',
    kept: {
      why: 'The identity provider may still end a session of that name; it ends after 30 days at most',
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
      'Keyed hashes of what the school’s identity provider could name you by, and whether administrators have listed you for a move to another identifier',
    removed: 'At once',
    kept: {
      why: 'It names who opened the window; it ends with the window, after 30 days at most',
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
    holds: 'That a sign-in at the school’s identity provider was begun, or a link to it',
    removed: 'By itself after ten minutes',
    kept: {
      why: 'It is found by nobody but the browser that began',
      entities: { SamlRequest: 'ids' },
    },
    withheld: 'Nothing in it is readable',
  },
  {
    name: 'signInTraces',
    of: 'school',
    entities: ['SamlTrace'],
    holds:
      'What the school’s identity provider said at an attempt to sign in, for administrators who look for a fault',
    removed: 'By itself after 7 days, or by an administrator before',
    kept: {
      why: 'A trace is of an attempt, which may belong to nobody’s account',
      entities: { SamlTrace: 'words' },
    },
    withheld: 'Traces are kept by time, not by person: ask the administrators of the school',
  },
]
