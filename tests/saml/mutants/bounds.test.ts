import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ExclusiveCanonicalization } from 'xml-crypto'
import { maxCertificates } from '../../../functions/saml/certificates.ts'
import { createChecks } from '../../../functions/saml/config/checks.ts'
import { requireResponse } from '../../../functions/saml/sign-in/response.ts'
import { inflateMessage } from '../../../functions/saml/xml/redirect-binding.ts'
import { nextTurn } from '../../../functions/saml/xml/signature.ts'
import { elementsOf, messageLimits, parseXml } from '../../../functions/saml/xml/xml.ts'
import { answerOf, facts, idp } from '../idp.ts'
import { answerTo, begin, samlSchool, send } from '../school.ts'
import { hostile } from './hostile.ts'
import { demands, expected, now, provider, request, written } from './judging.ts'
import { times } from './mutant.ts'

const { tags, quotes, entities, characters, depth } = messageLimits

const counted = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0

/** What a document costs, in things that are counted: elements, attributes, and steps up to the root from each. */
const weightOf = (document: Document) => {
  const elements = elementsOf(document)
  const depths = elements.map((element) => {
    let steps = 0
    for (let node: Node | null = element; node; node = node.parentNode) steps += 1
    return steps
  })
  return {
    elements: elements.length,
    attributes: elements.reduce((sum, { attributes }) => sum + attributes.length, 0),
    depth: Math.max(...depths),
  }
}

const genuine = written().replace(
  '</samlp:Status>',
  '<samlp:StatusDetail></samlp:StatusDetail></samlp:Status>',
)
const room = (sign: RegExp, most: number): number => most - counted(genuine, sign)
const filled = (content: string): string =>
  genuine.replace('</samlp:StatusDetail>', `${content}</samlp:StatusDetail>`)

/** For each bound an answer that reaches it, and one that goes beyond by the least step. */
const edges: readonly (readonly [string, (beyond: number) => string])[] = [
  ['tags', (beyond) => filled(times(room(/</g, tags) + beyond, '<a/>'))],
  [
    'attributes',
    (beyond) =>
      filled(times(Math.floor(room(/["']/g, quotes) / 10) + beyond, '<a b="" c="" d="" e="" f=""/>')),
  ],
  ['entities', (beyond) => filled(times(room(/&/g, entities) + beyond, '&lt;'))],
  ['characters', (beyond) => filled(times(characters - genuine.length + beyond, 'x'))],
  // The document itself, the response, its status and the detail of that are four steps.
  ['depth', (beyond) => filled(times(depth - 4 + beyond, '<a>') + times(depth - 4 + beyond, '</a>'))],
]

const refusedBy = async (text: string): Promise<string> => {
  const seen = createChecks()
  try {
    await requireResponse(seen, text, demands(), expected)
    return 'taken'
  } catch {
    return seen.done.find(({ ok }) => !ok)?.name ?? 'refused without a word'
  }
}

describe('an answer', () => {
  // The XML library says on the console what it makes of nonsense.
  beforeAll(() => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    return () => said.mockRestore()
  })

  // rules/saml 14
  it.each(edges)('may be as large as the bound of %s, and no larger', async (_, make) => {
    expect([await refusedBy(make(0)), await refusedBy(make(1))]).toEqual(['taken', 'xml'])
  })

  it('is small whenever it gets past the first look, which most shapes do', () => {
    const passing = hostile.flatMap(({ name, edit }) => {
      const document = parseXml(edit(genuine))
      return document ? [{ name, ...weightOf(document) }] : []
    })
    expect(passing.length).toBeGreaterThanOrEqual(hostile.length / 2)
    const heavy = passing.filter(
      (one) => one.elements > tags || one.attributes > quotes / 2 || one.depth > depth,
    )
    expect(heavy).toEqual([])
  })

  // rules/saml 14
  it('is made canonical once, however many certificates are tried', async () => {
    const canonical = vi.spyOn(ExclusiveCanonicalization.prototype, 'process')
    onTestFinished(() => canonical.mockRestore())
    const { certificates: own } = demands()
    const { certificates: others } = demands({}, idp(1).certificate)
    const tried = Array.from({ length: maxCertificates - 1 }, () => others).flat()
    const timesFor = async (certificates: typeof own): Promise<number> => {
      canonical.mockClear()
      await requireResponse(createChecks(), written(), { ...demands(), certificates }, expected).catch(
        () => {},
      )
      return canonical.mock.calls.length
    }
    const [refused, taken] = [await timesFor(others), await timesFor(own)]
    expect(refused).toBeGreaterThan(0)
    expect(await timesFor(tried)).toBe(refused)
    expect(await timesFor([...tried, ...own])).toBe(taken)
  })

  it('may name a person in three hundred groups', async () => {
    const usual = facts(provider, request, now)
    const groups = Array.from({ length: 300 }, (_, index) => `cn=group-${index},ou=groups,dc=example,dc=edu`)
    const text = answerOf(provider, { ...usual, attributes: { ...usual.attributes, groups } })
    expect(await refusedBy(text)).toBe('taken')
  })
})

describe('a message in a query', () => {
  // rules/saml 14
  it('is not unpacked beyond 256 KB', () => {
    const packed = (length: number) => deflateRawSync(Buffer.alloc(length, 'x')).toString('base64')
    expect(inflateMessage(packed(262_144))).toHaveLength(262_144)
    expect(inflateMessage(packed(262_145))).toBeUndefined()
  })
})

describe('fifty answers at once', () => {
  // rules/saml 14
  it('leave room for something else between any two of them', async () => {
    let rounds = 0
    let over = false
    const elsewhere = (): void => {
      rounds += 1
      if (!over) setImmediate(elsewhere)
    }
    setImmediate(elsewhere)
    const checked = await Promise.all(Array.from({ length: 50 }, () => nextTurn().then(() => rounds)))
    over = true
    expect(new Set(checked).size).toBe(50)
  })

  it('sign their people in, and other requests are answered meanwhile', async () => {
    const school = await samlSchool()
    const people = Array.from({ length: 50 }, (_, index) => school.w.email(`person${index}`))
    const sendings = await Promise.all(
      people.map(async (email) => {
        const begun = await begin(school)
        const more = { nameId: email, attributes: { email: [email] } }
        return { xml: answerTo(school, begun, { facts: more }), relay: begun.relay }
      }),
    )
    let done = 0
    const replies = sendings.map(async ({ xml, relay }) => {
      const { status } = await send(school.w.device(), xml, relay)
      done += 1
      return status
    })
    expect((await school.w.device().startSamlLogin({})).status).toBe(200)
    expect(done).toBeLessThan(50)
    expect(new Set(await Promise.all(replies))).toEqual(new Set([200]))
  })
})
