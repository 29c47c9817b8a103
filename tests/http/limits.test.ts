import { beforeAll, describe, expect, it } from 'vitest'
import { MalformedJson, PayloadTooLarge, ValidationError } from '../../lib/contract/failures.ts'
import { normalForm } from '../../lib/contract/text/normal-form.ts'
import { visibleText } from '../../lib/contract/text/plain-text.ts'
import { maxFormFields } from '../../lib/http/body.ts'
import { exceededJsonLimit, jsonLimits } from '../../lib/http/json-limits.ts'
import { multipartLimits } from '../../lib/http/multipart.ts'
import { type Agent, refused } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { world } from '../support/world.ts'

let ada: Agent

beforeAll(async () => {
  const w = await world()
  ada = w.device()
  await ada.register({ email: w.email('ada'), password })
})

const bytes = (text: string) => Buffer.from(text)
const list = (values: number) => `[${Array(values).fill(0).join(',')}]`
const object = (values: number) => `{${Array.from({ length: values }, (_, at) => `"k${at}":0`).join(',')}}`

describe('a JSON body', () => {
  const { depth, values } = jsonLimits

  // rules/http 44
  it.each([
    ['a list', list],
    ['an object', object],
    [
      'many lists',
      (count: number) =>
        `[${Array(count - 1)
          .fill('[]')
          .join(',')}]`,
    ],
  ])('has at most %s of so many values', async (_, make) => {
    expect(await ada.updateUser({}, { raw: make(values + 2) })).toMatchObject(refused(PayloadTooLarge))
    expect(await ada.updateUser({}, { raw: make(values / 2) })).toMatchObject(refused(ValidationError))
  })

  // rules/http 44
  it('is looked at up to its limits and not beyond', () => {
    const beyond = '}'.repeat(jsonLimits.values)
    expect(exceededJsonLimit(bytes(`${'['.repeat(depth + 1)}${beyond}`))).toBe('depth')
    expect(exceededJsonLimit(bytes(`[${'0,'.repeat(values)}${beyond}`))).toBe('values')
    expect(exceededJsonLimit(bytes(list(values)))).toBeUndefined()
    expect(exceededJsonLimit(bytes(list(values + 1)))).toBe('values')
    expect(exceededJsonLimit(bytes('['.repeat(depth) + ']'.repeat(depth)))).toBeUndefined()
  })

  it('counts nothing inside a text', () => {
    const text = `"${'[,{\\",'.repeat(jsonLimits.values)}"`
    expect(exceededJsonLimit(bytes(text))).toBeUndefined()
  })

  it('that nests too deep is malformed', async () => {
    const raw = `{"name":${'['.repeat(depth)}`
    expect(await ada.updateUser({}, { raw })).toMatchObject(refused(MalformedJson))
  })
})

describe('a form', () => {
  const send = (raw: string | Uint8Array, type: string) =>
    ada.uploadUserImage({}, { raw, headers: { 'content-type': type } })
  const field = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n0\r\n`
  const form = (count: number, part = field) =>
    `${Array.from({ length: count }, (_, at) => part(`f${at}`)).join('')}--x--\r\n`
  const multipart = 'multipart/form-data; boundary=x'

  // rules/http 43
  it.each([
    ['fields', form(multipartLimits.fields + 1)],
    ['parts without a name', form(multipartLimits.parts + 1, () => '--x\r\n\r\n\r\n')],
    ['delimiters', '--x\r\n'.repeat(200_000)],
  ])('of too many %s is too large', async (_, raw) => {
    expect(await send(raw, multipart)).toMatchObject(refused(PayloadTooLarge))
  })

  // rules/http 43
  it('has as many fields as its limit says', async () => {
    const known = await send(form(multipartLimits.fields), multipart)
    expect(known).toMatchObject(refused(ValidationError))
  })

  // rules/http 43
  it('has no more files than the operation takes', async () => {
    const file = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n0\r\n'
    const reply = await send(
      form(2, () => file),
      multipart,
    )
    expect(reply).toMatchObject(refused(ValidationError))
    expect(reply.body.details).toEqual([{ field: '', message: 'The multipart body cannot be read' }])
    const alone = await send(
      form(1, () => file),
      multipart,
    )
    expect(alone.body.details).not.toEqual(reply.body.details)
  })

  // rules/http 43
  it('has fields of at most 64 KB', async () => {
    const sent = (length: number) =>
      send(
        form(1, (name) => field(name).replace('\r\n0\r\n', `\r\n${'0'.repeat(length)}\r\n`)),
        multipart,
      )
    expect(await sent(64 * 1024 + 1)).toMatchObject(refused(PayloadTooLarge))
    expect(await sent(64 * 1024 - 1)).toMatchObject(refused(ValidationError))
  })

  // rules/http 43
  it.each([
    ['no boundary', 'multipart/form-data'],
    ['an endless boundary', `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['an endless boundary in quotes', `multipart/form-data; boundary="${'x'.repeat(71)}"`],
  ])('with %s cannot be read', async (_, type) => {
    const reply = await send(form(1).replaceAll('--x', `--${'x'.repeat(71)}`), type)
    expect(reply).toMatchObject(refused(ValidationError))
    expect(reply.body.details).toEqual([{ field: '', message: 'The multipart body cannot be read' }])
  })

  // rules/http 43
  it('that is urlencoded has at most so many fields', async () => {
    const sent = (count: number) =>
      ada.appleCallback(
        {},
        {
          raw: Array.from({ length: count }, (_, at) => `f${at}=`).join('&'),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      )
    expect((await sent(maxFormFields + 1)).status).toBe(413)
    expect((await sent(maxFormFields)).status).not.toBe(413)
  })
})

describe('a text', () => {
  const marks = '\u0300\u0316'.repeat(50_000)

  // rules/http 45
  it.each(['NFC', 'NFKC', 'NFKD'] as const)('keeps at most thirty marks on one letter in %s', (form) => {
    expect(normalForm(`b${marks}c`, form)).toHaveLength(1 + 30 + 1)
    expect(normalForm('a\u0300b\u0316'.repeat(100), form).normalize('NFC')).toBe(
      'a\u0300b\u0316'.repeat(100).normalize('NFC'),
    )
  })

  // rules/http 45
  it('loses them wherever people write it', () => {
    expect(visibleText(`b${marks}`).length).toBeLessThanOrEqual(31)
    expect(visibleText(`b${'\u0300\u200B\u0316'.repeat(50_000)}`).length).toBeLessThanOrEqual(31)
  })
})
