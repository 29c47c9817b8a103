import { describe, expect, it } from 'vitest'
import { presets } from '../../../functions/saml/config/settings.ts'
import { type SamlSchool, samlSchool, signIn } from '../school.ts'

const lookalikes = {
  'a space before': (text: string) => ` ${text}`,
  'a space after': (text: string) => `${text} `,
  'a line break after': (text: string) => `${text}\n`,
  'a no-break space before': (text: string) => `\u00a0${text}`,
  'a no-break space after': (text: string) => `${text}\u00a0`,
  'an ideographic space after': (text: string) => `${text}\u3000`,
  'a space of no width': (text: string) => `${text.slice(0, 2)}\u200b${text.slice(2)}`,
  'a byte order mark': (text: string) => `\ufeff${text}`,
  'a soft hyphen': (text: string) => `${text.slice(0, 2)}\u00ad${text.slice(2)}`,
  'a filler that nobody sees': (text: string) => `${text}\u3164`,
  'a change of direction': (text: string) => `\u202e${text}`,
}

/** Spaces of XML around a NameID are those of the document: rules/saml 55. */
const around = ['a space before', 'a space after', 'a line break after']

describe('a text that looks like that of somebody else', () => {
  const school = samlSchool()
  const bare = samlSchool({ wantNameId: false })

  // rules/saml 15
  it.each(Object.entries(lookalikes).filter(([name]) => !around.includes(name)))(
    'as NameID is refused: %s',
    async (_, change) => {
      const one = await school
      const nameId = one.w.email('ada')
      expect((await signIn(one, { facts: { nameId } })).reply.status).toBe(200)
      const { reply } = await signIn(one, { facts: { nameId: change(nameId) } })
      expect([reply.status, reply.body.message]).toEqual([400, 'Attribute mapping failed'])
    },
  )

  // rules/saml 15
  it.each(Object.entries(lookalikes))('as address is refused: %s', async (_, change) => {
    const one = await school
    const attributes = { email: [change(one.w.email('ada'))] }
    const { reply } = await signIn(one, { facts: { attributes } })
    expect([reply.status, reply.body.message]).toEqual([400, 'Attribute mapping failed'])
  })

  it.each(Object.entries(lookalikes))('as student id is refused: %s', async (_, change) => {
    const one = await bare
    const attributes = { email: [one.w.email('ada')], studentId: [change('S-1001')] }
    const { reply } = await signIn(one, { facts: { attributes } })
    expect([reply.status, reply.body.message]).toEqual([400, 'Attribute mapping failed'])
  })

  it.each(['email:', 'studentId:'])('as NameID is refused: what begins like %s', async (prefix) => {
    const [one, other] = [await school, await bare]
    const known = prefix === 'email:' ? one.w.email('ada') : 'S-1001'
    const facts = { nameId: `${prefix}${known}`, attributes: { email: [one.w.email('eve')] } }
    const { reply } = await signIn(one, { facts })
    expect([reply.status, reply.body.message]).toEqual([400, 'Attribute mapping failed'])
    // Where it is not what somebody is known by, it may be any.
    expect((await signIn(other, { facts: { nameId: facts.nameId } })).reply.status).toBe(200)
  })

  it('is another person where a plain space stands inside', async () => {
    const one = await school
    const id = async (nameId: string) => {
      const attributes = { email: [one.w.email(nameId.replaceAll(' ', '_'))] }
      return (await signIn(one, { facts: { nameId, attributes } })).reply.body.data.user.id
    }
    expect(await id('CN=Ada Lovelace')).not.toBe(await id('CN=Ada  Lovelace'))
  })
})

/** What every object has without having been given it, and what JSON can carry all the same. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] as const

/** An object with an own key of any name. */
const keyed = (name: string, value: unknown): object =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)

/** Those that mean something else wherever attributes become fields of an object. */
const reserved: readonly string[] = ['constructor', '__proto__']

const arriving = ({ w }: SamlSchool, name: string, value: string) => {
  const attributes: Record<string, string[]> = { email: [w.email('ada')] }
  Object.defineProperty(attributes, name, { value: [value], enumerable: true })
  return { facts: { attributes } }
}

describe.each(inherited)('the name %s', (name) => {
  it('of an attribute is shown in the trace, or left out of it', async () => {
    const school = await samlSchool()
    const { reply } = await signIn(school, arriving(school, name, 'x'))
    const hidden = reserved.includes(name)
    expect([reply.status, reply.body.message]).toEqual([200, 'SAML authentication successful'])
    const { traceId } = reply.body.data
    const { status, body } = await school.dean.getSamlTrace({ traceId })
    expect([status, Object.entries(body.data.received).length]).toEqual([200, hidden ? 1 : 2])
    if (!hidden) expect(body.data.received).toMatchObject({ [name]: ['x'] })
    expect((await school.dean.listSamlTraces()).status).toBe(200)
    expect((await school.dean.redactSamlTrace({ traceId })).status).toBe(200)
  })

  it('can be mapped like any other', async () => {
    const school = await samlSchool({ attributeMapping: { email: 'email', displayName: name } })
    const { reply } = await signIn(school, arriving(school, name, 'Countess'))
    expect(reply.body.data.user.name).toBe('Countess')
  })

  it.each([
    ['attributeMapping', (key: object) => ({ attributeMapping: key })],
    ['idp', (key: object) => ({ idp: key })],
    ['userProvisioning', (key: object) => ({ userProvisioning: key })],
    ['settings', (key: object) => ({ settings: key })],
    ['sp', (key: object) => ({ sp: key })],
    ['the configuration', (key: object) => key],
  ])('as a key of %s is stored or refused', async (_, body) => {
    const { dean } = await samlSchool()
    for (const value of ['x', 1, true, null, {}, []]) {
      const reply = await dean.request('saml', 'POST', '/auth/saml/config', {
        raw: JSON.stringify(body(keyed(name, value))),
        headers: { 'content-type': 'application/json' },
      })
      expect([value, reply.status]).toEqual([value, expect.toSatisfy((code) => [200, 400].includes(code))])
      expect((await dean.getSamlConfig()).status).toBe(200)
    }
  })

  it('of the attribute that usernames are made of is looked for like any other', async () => {
    const { dean, w, ...rest } = await samlSchool()
    const userProvisioning = { usernameGeneration: 'custom', customUsernameField: name }
    expect((await dean.saveSamlConfig({ userProvisioning })).status).toBe(200)
    const { reply } = await signIn({ dean, w, ...rest })
    expect([reply.status, reply.body.message]).toEqual([400, 'Required attribute not found'])
  })
})

/** Attributes that directories let people fill in themselves. */
const ownDoing = [
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.16',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.2',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:oid:2.16.840.1.113730.3.1.39',
  'urn:oid:2.5.4.20',
  'nickName',
  'displayName',
  'secondEmail',
]

describe('a preset', () => {
  it.each(Object.entries(presets))('of %s knows nobody by what people set themselves', (_, preset) => {
    const { studentId, email } = preset.attributeMapping
    expect(ownDoing).not.toContain(studentId)
    expect(ownDoing).not.toContain(email)
    expect(studentId).not.toBe(email)
  })

  it('of academic federations takes the unique code that the school gives out', () => {
    expect(presets.eduperson.attributeMapping.studentId).toBe('urn:oid:1.3.6.1.4.1.25178.1.2.14')
  })
})
