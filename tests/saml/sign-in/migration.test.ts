import { describe, expect, it } from 'vitest'
import { samlIdentifiers, samlMigrationPerson } from '../../../functions/saml/repository.ts'
import { auditEntry } from '../../../lib/identity/audit/audit.ts'
import { globalUser, providerLink } from '../../../lib/identity/person/records.ts'
import { withRoles } from '../../support/administrators.ts'
import type { Person } from '../../support/people.ts'
import { registered } from '../../support/people.ts'
import { streamOf } from '../../support/streamed.ts'
import { outcome } from '../../support/ways.ts'
import { type SamlSchool, signIn } from '../school.ts'
import { proven, trustedSchool } from './trusting.ts'

const come = async ({ w, ...school }: SamlSchool, name: string, nameId: string, more: object = {}) =>
  (
    await signIn(
      { w, ...school },
      { facts: { nameId, attributes: { email: [w.email(name)], displayName: ['Some Body'], ...more } } },
    )
  ).reply

const inDays = ({ w }: SamlSchool, days: number): string =>
  new Date(w.clock.now().getTime() + days * 86_400_000).toISOString()

const refused = [403, 'OTHER_SUBJECT_LINKED']

/** A school where people are linked to `<name>-one`. */
const linkedSchool = async (...names: readonly string[]) => {
  const school = await trustedSchool()
  const people: Person[] = []
  for (const name of names) {
    people.push(await proven(school, name))
    expect((await come(school, name, `${name}-one`)).status).toBe(200)
  }
  return { school, people }
}

const open = (
  school: SamlSchool,
  people: readonly string[],
  endsAt: string | undefined = inDays(school, 7),
) => school.dean.openSamlMigration({ people: [...people], endsAt })

const subjectsOf = async ({ w }: SamlSchool, { user }: Person) => {
  const keyParams = { globalUserId: user.globalUserId }
  const [links] = await w.table().collect([providerLink] as const, keyParams, { strong: true })
  return links.map(({ subject }) => subject)
}

const deedsOf = async ({ w }: SamlSchool) => {
  const month = w.clock.now().toISOString().slice(0, 7)
  const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 200, strong: true })
  return items.map(({ action }) => action).filter((action) => action.startsWith('saml.migration'))
}

const mailsTo = async ({ w }: SamlSchool, name: string) => {
  await streamOf(w).drain()
  await w.deliver()
  return w.mails.filter(({ to }) => to === w.email(name)).map(({ subject }) => subject)
}

const identifierMail = 'Your school changes the identifier that signs you in'

describe('a migration window', () => {
  // rules/saml 46
  it('moves the link of a listed person once, and nobody else’s', async () => {
    const { school, people } = await linkedSchool('ada', 'bob')
    const [ada, bob] = people as [Person, Person]
    const opened = await open(school, [school.w.email('ada')])
    expect(opened.body.data).toMatchObject({ added: 1, skipped: [], migration: { people: 1 } })
    const moved = await come(school, 'ada', 'ada-two')
    expect(moved.body.data.user.id).toBe(ada.user._id)
    expect(await subjectsOf(school, ada)).toEqual(['ada-two'])
    expect(outcome(await come(school, 'bob', 'bob-two'))).toEqual(refused)
    expect(await subjectsOf(school, bob)).toEqual(['bob-one'])
    expect(outcome(await come(school, 'ada', 'ada-three'))).toEqual(refused)
    expect(outcome(await come(school, 'ada', 'ada-one'))).toEqual(refused)
    expect((await come(school, 'ada', 'ada-two')).status).toBe(200)
    const { body } = await school.dean.getSamlMigration()
    expect(body.data.people).toEqual([
      expect.objectContaining({ id: ada.user._id, movedAt: expect.any(String) }),
    ])
    expect(await deedsOf(school)).toEqual([
      'saml.migration_open',
      'saml.migration_list',
      'saml.migration_move',
    ])
  })

  // rules/saml 46
  it('is mailed to each owner when it opens, and again when their link moves', async () => {
    const { school } = await linkedSchool('ada')
    await mailsTo(school, 'ada')
    school.w.mails.length = 0
    await open(school, [school.w.email('ada')])
    expect(await mailsTo(school, 'ada')).toEqual([identifierMail])
    expect(await mailsTo(school, 'dean')).toEqual(['Sign-in settings of your school changed'])
    await come(school, 'ada', 'ada-two')
    expect(await mailsTo(school, 'ada')).toContain('A new way to sign in')
  })

  // rules/saml 46
  it('ends at its end, when it is closed, and with the identity provider', async () => {
    const { school } = await linkedSchool('ada', 'bob')
    await open(school, [school.w.email('ada'), school.w.email('bob')])
    expect((await school.dean.closeSamlMigration()).status).toBe(200)
    expect(outcome(await school.dean.closeSamlMigration())).toEqual([404, 'SAML_MIGRATION_MISSING'])
    expect(outcome(await come(school, 'ada', 'ada-two'))).toEqual(refused)
    expect((await school.dean.getSamlMigration()).body.data).toMatchObject({ migration: null, people: [] })
    await open(school, [school.w.email('ada')], inDays(school, 1))
    school.w.clock.advance(86_400)
    expect(outcome(await come(school, 'ada', 'ada-two'))).toEqual(refused)
  })

  // rules/saml 46
  it('lasts thirty days at most, and keeps its end while people are added', async () => {
    const { school } = await linkedSchool('ada', 'bob')
    const ada = [school.w.email('ada')]
    for (const endsAt of [inDays(school, 31), inDays(school, -1), 'never', undefined])
      expect(outcome(await school.dean.openSamlMigration({ people: ada, endsAt }))).toEqual([
        400,
        'SAML_MIGRATION_END_INVALID',
      ])
    await open(school, ada)
    const later = await open(school, [school.w.email('bob')], inDays(school, 8))
    expect(outcome(later)).toEqual([409, 'SAML_MIGRATION_OPEN'])
    const added = await school.dean.openSamlMigration({ people: [...ada, school.w.email('bob')] })
    expect(added.body.data).toMatchObject({
      added: 1,
      skipped: [{ person: ada[0], reason: 'listed' }],
      migration: { people: 2 },
    })
  })

  // rules/saml 47
  it('takes no administrators, no strangers and nobody without a link', async () => {
    const { school } = await linkedSchool('ada', 'eve')
    const { w } = school
    await withRoles(w, await proven(school, 'provost'), ['user', 'admin'])
    expect((await come(school, 'provost', 'provost-one')).status).toBe(200)
    await registered(w, 'zoe', {}, w.sister)
    const plain = await proven(school, 'plain')
    const people = [w.email('provost'), w.email('zoe'), w.email('nobody'), plain.user._id]
    const { body } = await open(school, people)
    expect(body.data).toMatchObject({ added: 0, migration: { people: 0 } })
    expect(body.data.skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
      'administrator',
      'unknown',
      'unknown',
      'not_linked',
    ])
    expect(outcome(await come(school, 'provost', 'provost-two'))).toEqual(refused)
  })

  // rules/saml 47
  it('does not move who has become an administrator since', async () => {
    const { school, people } = await linkedSchool('ada')
    await open(school, [school.w.email('ada')])
    await withRoles(school.w, people[0] as Person, ['user', 'admin'])
    expect(outcome(await come(school, 'ada', 'ada-two'))).toEqual(refused)
  })

  // rules/saml 46
  it('moves one link by several answers at the same moment, to one subject', async () => {
    const { school, people } = await linkedSchool('ada')
    await open(school, [school.w.email('ada')])
    const all = await Promise.all(['two', 'three', 'four'].map((name) => come(school, 'ada', `ada-${name}`)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    expect(await subjectsOf(school, people[0] as Person)).toHaveLength(1)
  })

  // rules/saml 46
  it('wants a second factor of administrators who have one, and is nobody else’s', async () => {
    const { school, people } = await linkedSchool('ada')
    const { device } = people[0] as Person
    expect((await device.openSamlMigration({ people: ['x'], endsAt: inDays(school, 1) })).status).toBe(403)
    expect((await device.getSamlMigration()).status).toBe(403)
    expect((await device.closeSamlMigration()).status).toBe(403)
    expect((await device.previewSamlIdentity()).status).toBe(403)
  })

  it('leaves with the person', async () => {
    const { school, people } = await linkedSchool('ada')
    const [ada] = people as [Person]
    await open(school, [school.w.email('ada')])
    const listed = async () =>
      (
        await school.w.table().list(samlMigrationPerson, {
          keyParams: { windowId: (await school.dean.getSamlMigration()).body.data.migration.id },
          limit: 10,
          strong: true,
        })
      ).items.length
    expect(await listed()).toBe(1)
    const data = await ada.device.getMyData()
    expect(JSON.stringify(data.body)).toContain('schoolIdentifiers')
  })
})

describe('a simulation of another identity attribute', () => {
  const simulate = async ({ dean }: SamlSchool, query: object) =>
    (await dean.previewSamlIdentity(query)).body.data
  const persistent = {
    nameFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  }
  const attributes = ({ w }: SamlSchool, name: string, more: object = {}) => ({
    email: [w.email(name)],
    displayName: [name],
    ...more,
  })

  const visited = async (more: object = {}) => {
    const school = await trustedSchool(undefined, more)
    const visit = async (name: string, released: object) => {
      const facts = { ...persistent, nameId: `${name}-one`, attributes: attributes(school, name, released) }
      expect((await signIn(school, { facts })).reply.status).toBe(200)
    }
    await visit('ada', { studentId: ['S1'] })
    await visit('bob', { studentId: ['S2', 'S3'] })
    await visit('eve', {})
    return { school, visit }
  }

  // rules/saml 48
  it('says who stays, who moves, and who would be refused for what', async () => {
    const { school } = await visited()
    const { counts, people, warnings, identityAttribute } = await simulate(school, {
      identityAttribute: 'studentId',
    })
    expect(identityAttribute).toBe('studentId')
    expect(counts).toEqual({ stays: 0, moves: 1, becomesNew: 0, refused: 2 })
    const found = people.map(({ name, outcome: is, reason }: Record<string, string>) => [name, is, reason])
    expect(found.sort()).toEqual([
      ['ada', 'moves', undefined],
      ['bob', 'refused', 'multiple'],
      ['eve', 'refused', 'missing'],
    ])
    expect(warnings).toHaveLength(1)
    expect((await simulate(school, {})).counts).toEqual({ stays: 3, moves: 0, becomesNew: 0, refused: 0 })
  })

  // rules/saml 48
  it('says the truth of the change that is saved after it', async () => {
    const { school } = await visited()
    await school.dean.saveSamlConfig({ identityAttribute: 'studentId' })
    const facts = {
      ...persistent,
      nameId: 'ada-one',
      attributes: attributes(school, 'ada', { studentId: ['S1'] }),
    }
    expect((await signIn(school, { facts })).reply.status).toBe(200)
    expect((await simulate(school, {})).counts).toEqual({ stays: 1, moves: 0, becomesNew: 0, refused: 2 })
  })

  // rules/saml 48
  it('of a release without an attribute shows whom it refuses or makes new', async () => {
    const { school } = await visited({ wantNameId: true })
    const { counts, people } = await simulate(school, { without: 'nameId' })
    expect(counts).toEqual({ stays: 0, moves: 0, becomesNew: 0, refused: 3 })
    expect(people.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'multiple',
      'needs_migration',
      'needs_migration',
    ])
    // Their address there is another one than that of the account by now.
    const facts = {
      ...persistent,
      nameId: 'ada-one',
      attributes: attributes(school, 'renamed', { studentId: ['S1'] }),
    }
    await signIn(school, { facts })
    expect((await simulate(school, { without: 'nameId' })).counts.becomesNew).toBe(1)
  })

  // rules/saml 48
  it('forgets sign-ins after ninety days', async () => {
    const { school } = await visited()
    school.w.clock.advance(90 * 86_400 + 1)
    expect(
      (
        await school.w.table().list(samlIdentifiers, {
          keyParams: {},
          limit: 10,
        })
      ).items,
    ).toEqual([])
  })

  // rules/saml 48
  it('is paged, and holds no identifier that anybody can read', async () => {
    const { school } = await visited()
    const first = await simulate(school, { identityAttribute: 'studentId', limit: '2' })
    expect(first.people).toHaveLength(2)
    const rest = await simulate(school, { identityAttribute: 'studentId', limit: '2', cursor: first.cursor })
    expect(rest.people).toHaveLength(1)
    const { items } = await school.w.table().list(samlIdentifiers, { keyParams: {}, limit: 10 })
    expect(items).toHaveLength(3)
    expect(JSON.stringify(items.map(({ released }) => released))).not.toMatch(/-one|"S1"|@/)
    expect(await school.w.table().get(globalUser, { id: items[0]?.globalUserId ?? '' })).toBeDefined()
  })
})
