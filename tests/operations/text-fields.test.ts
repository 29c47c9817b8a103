import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { AccountExists, EmailInvalid } from '../../functions/auth/contract.ts'
import { addressable, Email, line, prose, text } from '../../lib/contract/fields.ts'
import { isForm, type Schema } from '../../lib/contract/row.ts'
import { refused } from '../support/agent.ts'
import { password, registered, registeredByRequest } from '../support/people.ts'
import { everySample } from '../support/replay.ts'
import { world } from '../support/world.ts'

type Leaf = { readonly name: string; readonly schema: z.ZodMiniType }

/** What a schema is made of, of any kind. */
type Parts = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly in?: z.ZodMiniType
}

/** Every text of a schema with the name of its field; the keys and values of maps are their clients' own. */
const textsIn = (schema: z.ZodMiniType, name = ''): readonly Leaf[] => {
  const { type, shape = {}, element, innerType, options = [], in: given } = schema._zod.def as Parts
  if (type === 'string') return [{ name, schema }]
  const inner = [element, innerType, given, ...options].flatMap((one) => (one ? textsIn(one, name) : []))
  return [...Object.entries(shape).flatMap(([field, one]) => textsIn(one, field)), ...inner]
}

/**
 * Texts that nobody reads as words: what is looked up as it is, is opened by a secret, is an address or a document for
 * machines; and fields of forms that hold JSON, which is read by the same schemas as a body.
 */
const machine =
  /Ids?(?:\[\])?$|^_?id$|_id$|[tT]oken|[pP]assword|^(?:code|state|error|at|start|end|person|identifier)$|[tT]ime$|^shift(?:Start|End)$|^roleTerm|[uU]rl$|^SAML|^[rR]elayState$|^(?:xml|entityId|certificate|x509Cert|x509Certificate|additionalCerts|caCert|defaultRoles|customUsernameField|id_token|createdAt|updatedAt|List-Unsubscribe|cursor|doorCredential|escalateToUser|newOwnerId|scannedBy|recipients?|requirements|assignedRoles|permissions|referenceId|breakGlass|campusNetworks|seen|dueAt|absoluteDate|passkey)$/
const json =
  /^(?:user|autoBook|expectedAttendance|tags|targetAudience|event_tags|customFields|registration\w+|maxAttendees|capacity|rsvp\w+|waitlistEnabled|requiresApproval|notificationSettings|recurrence|duration|checkIn\w+|uploads|channels|exclude\w+|additionalEmails|memberForm|custom_roles|positions|messageSettings|socialLinks|weekly_meeting|credential)$/
/** Words that name something there is: what differs by a hidden sign is not found, what nobody else sees is not here. */
const lookedUp =
  /^(?:role|roles|status|action|verificationType|orgTypeKey|externalLink|image|eventType|visibility|hostingType|organizer|school)$/
const asSent = ['approvals.simulateApprovals', 'plants.createPlant']

const bodyOf = ({ row: { body } }: (typeof everySample)[number]): Schema | undefined =>
  body && isForm(body) ? body.form : body

const hidden = /[\p{Default_Ignorable_Code_Point}\u2800]|(?![\n\t])\p{Cc}/u
const hostile = [
  'Ada \u202Enoryb\u200B',
  'A\u00ADda\uFEFF',
  'Ada\u0000\u0085',
  'ada\u2066@b.example',
  '\u3164',
]

describe('what people write', () => {
  const taking = everySample.flatMap((sample) => {
    const schema = bodyOf(sample)
    return schema && !asSent.includes(sample.name) ? [{ name: sample.name, texts: textsIn(schema) }] : []
  })

  it.each(taking)('to $name is kept as it looks, or refused', ({ texts }) => {
    const words = texts.filter(({ name }) => ![machine, json, lookedUp].some((one) => one.test(name)))
    const passing = words.filter(({ name, schema }) =>
      hostile.some((given) => {
        const { success, data } = z.safeParse(schema, given)
        // Names of people who sign in, and of what is asked, are judged by rules with words of their own.
        return (
          success && hidden.test(String(data)) && !/^(?:username|email|emails|guestEmail|orgName)$/.test(name)
        )
      }),
    )
    expect([...new Set(passing.map(({ name }) => name))]).toEqual([])
  })
})

const read = (schema: z.ZodMiniType, given: string): unknown => {
  const { success, data } = z.safeParse(schema, given)
  return success ? data : undefined
}

describe('a name', () => {
  it.each([
    ['  Ada   Byron\u00A0 ', 'Ada Byron'],
    ['Ame\u0301lie', 'Am\u00E9lie'],
    ['A\u200Bd\u00ADa\uFEFF', 'Ada'],
    ['\u202Eadus\u202C', 'adus'],
    [
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F 1\uFE0F\u20E3',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F 1\uFE0F\u20E3',
    ],
    ['\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['A\u200Db', 'Ab'],
  ])('%j is kept as %j', (given, kept) => {
    expect([read(line(50), given), read(text(50), given)]).toEqual([kept, kept.replace('Ada B', 'Ada   B')])
  })

  it.each(['', ' ', '\u200B', '\u3164\u2800', 'Ada\u0000', 'Ada\nByron', 'x'.repeat(51)])(
    '%j is none',
    (given) => {
      expect(read(line(50), given)).toBeUndefined()
    },
  )

  it('that is part of an address has none of its signs', () => {
    for (const sign of '/?#%\\') expect(read(addressable(50), `a${sign}b`)).toBeUndefined()
    expect(read(addressable(50), 'R\u00E9sum\u00E9 & co.')).toBe('R\u00E9sum\u00E9 & co.')
  })
})

describe('prose', () => {
  // rules/http 22
  it('keeps lines and spaces, and nothing that turns or hides what stands there', () => {
    expect(read(prose(50), ' one\r\n\ttwo \u2066\u0007')).toBe(' one\n\ttwo ')
  })
})

describe('an address of mail', () => {
  it.each([
    [' Ada@Example.EDU. ', 'ada@example.edu'],
    ['a.b+c@x-y.example', 'a.b+c@x-y.example'],
    ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ])('%j is %j', (given, kept) => {
    expect(read(Email, given)).toBe(kept)
  })

  it.each([
    '\u0430da@example.edu',
    'ad\u00E1@example.edu',
    'ada@ex\u0430mple.edu',
    'ada@\uFF45xample.edu',
    'bac\u212A@example.edu',
    'a\u200Bda@example.edu',
    'ada\u202E@example.edu',
    'ada@example.edu\u0000',
    'ada@example..edu',
    'ada@example.edu..',
    'ada@-example.edu',
    'ada@example',
    'a@b@example.edu',
    `${'x'.repeat(65)}@example.edu`,
  ])('%j is none', (given) => {
    expect(read(Email, given)).toBeUndefined()
  })

  it('is the same account however its domain is written', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const written = ` ${ada.email.toUpperCase()}. `
    expect(await w.device().register({ email: written, password: `${password}x` })).toMatchObject(
      refused(AccountExists),
    )
    expect((await w.device().login({ email: written, password })).status).toBe(200)
    const lookalike = ada.email.replace('a', '\u0430')
    expect(await w.device().register({ email: lookalike, password })).toMatchObject(refused(EmailInvalid))
  })
})

describe('what somebody is called', () => {
  it('reads as it looks wherever it was given', async () => {
    const w = await world()
    const ada = await registeredByRequest(w, 'ada', { name: 'Ada\u202E\u200B  Byron' })
    expect(ada.user.name).toBe('Ada Byron')
    const { body } = await ada.device.updateUser({ name: '\u2067Ada\u00A0King', tags: ['che\u00ADss'] })
    expect(body.data.user).toMatchObject({ name: 'Ada King', tags: ['chess'] })
    expect((await ada.device.updateUser({ name: 'Ada\nKing' })).status).toBe(400)
    expect((await ada.device.updateUser({ name: '\u200B' })).status).toBe(400)
  })
})
