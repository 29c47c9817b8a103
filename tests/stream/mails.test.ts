import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { consume, consumers } from '../../functions/stream/handler.ts'
import { leaseSeconds } from '../../functions/stream/mail-delivery.ts'
import { renderTemplate } from '../../functions/stream/mail-templates.ts'
import type { Mail } from '../../lib/gateways/gateways.ts'
import { english } from '../../lib/message.ts'
import { mailDue, outboxMail } from '../../lib/outbox.ts'
import { registered } from '../support/people.ts'
import { schoolOfLetters as school } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

/** The outbox row of a mail to somebody, and the notice of it. */
const mailTo = async (w: World, to: string): Promise<DynamoDBRecord> => {
  const params = { way: 'change', device: 'Unknown' }
  await w.table().write([mailDue(w.runtime, { template: 'password_changed', to, params })])
  const notice = (await w.due()).at(-1)
  if (!notice) throw new Error('no mail is due')
  return notice
}

const rowOf = async (w: World, notice: DynamoDBRecord) => {
  const id = notice.dynamodb?.SequenceNumber ?? ''
  return w.table().get(outboxMail, { cause: id, id })
}

/** The consumers with another gateway for mail. */
const withMailer = (w: World, send: (mail: Mail) => Promise<{ id: string }>) => {
  const runtime = { ...w.runtime, gateways: { ...w.runtime.gateways, mail: { send } } }
  return (...Records: DynamoDBRecord[]) => consume(consumers, () => runtime)({ Records })
}

const failing = async (): Promise<never> => {
  throw new Error('the mail service is down')
}

const failedAt = (notice: DynamoDBRecord) => ({
  batchItemFailures: [{ itemIdentifier: notice.dynamodb?.SequenceNumber }],
})
const allDone = { batchItemFailures: [] }
const addressees = (w: World) => w.mails.map(({ to }) => to)

describe('a mail that is due', () => {
  it('is sent once and marked', async () => {
    const w = await world()
    const notice = await mailTo(w, 'a@x.edu')
    expect(await w.deliver([notice])).toEqual(allDone)
    expect(addressees(w)).toEqual(['a@x.edu'])
    expect(await rowOf(w, notice)).toMatchObject({ status: 'sent', attempts: 1 })
  })

  // rules/stream 3
  it('is sent once when its change event comes again, in the same batch or a later one', async () => {
    const w = await world()
    const notice = await mailTo(w, 'a@x.edu')
    expect(await w.deliver([notice, notice])).toEqual(allDone)
    expect(await w.deliver([notice])).toEqual(allDone)
    expect(addressees(w)).toEqual(['a@x.edu'])
  })

  // rules/stream 3
  it('is sent once when two batches contain it at the same moment', async () => {
    const w = await world()
    const notice = await mailTo(w, 'a@x.edu')
    await Promise.all([w.deliver([notice]), w.deliver([notice]), w.deliver([notice])])
    expect(await w.deliver([notice])).toEqual(allDone)
    expect(addressees(w)).toEqual(['a@x.edu'])
  })

  // rules/stream 3
  it('is sent once in whatever order batches come', async () => {
    const w = await world()
    const notices = [await mailTo(w, 'a@x.edu'), await mailTo(w, 'b@x.edu'), await mailTo(w, 'c@x.edu')]
    await w.deliver([...notices].reverse())
    await w.deliver(notices)
    expect(addressees(w).sort()).toEqual(['a@x.edu', 'b@x.edu', 'c@x.edu'])
  })

  // rules/stream 4
  it('stays due while the gateway fails, and delays no other mail', async () => {
    const w = await world()
    const notices = [
      await mailTo(w, 'a@x.edu'),
      await mailTo(w, 'b@x.edu'),
      await mailTo(w, 'c@x.edu'),
    ] as const
    const send = withMailer(w, async (mail) =>
      mail.to === 'b@x.edu' ? failing() : w.runtime.gateways.mail.send(mail),
    )
    expect(await send(...notices)).toEqual(failedAt(notices[1]))
    expect(addressees(w)).toContain('a@x.edu')
    expect(await rowOf(w, notices[1])).toMatchObject({ status: 'pending', attempts: 1 })
    expect(await w.deliver(notices.slice(1))).toEqual(allDone)
    expect(addressees(w).sort()).toEqual(['a@x.edu', 'b@x.edu', 'c@x.edu'])
  })

  // rules/stream 4
  it('is dropped at the fifth failure, with a log line without personal data', async () => {
    const w = await world()
    const notice = await mailTo(w, 'a@x.edu')
    const send = withMailer(w, failing)
    for (let at = 1; at < 5; at += 1) expect(await send(notice)).toEqual(failedAt(notice))
    expect(await send(notice)).toEqual(allDone)
    expect(await rowOf(w, notice)).toMatchObject({ status: 'dropped', attempts: 5 })
    const line = { template: 'password_changed', attempts: 5, outcome: 'dropped' }
    expect(w.logs).toContainEqual(expect.objectContaining(line))
    expect(JSON.stringify(w.logs)).not.toMatch(/a@x\.edu|mail service/)
    await w.deliver([notice])
    expect(w.mails).toEqual([])
  })

  // rules/stream 5
  it('is taken over from a dead delivery once its lease is over', async () => {
    const w = await world()
    const notice = await mailTo(w, 'a@x.edu')
    const sending = Promise.withResolvers<void>()
    const dying = withMailer(w, () => {
      sending.resolve()
      return new Promise<never>(() => undefined)
    })
    void dying(notice)
    await sending.promise
    expect((await rowOf(w, notice))?.status).toBe('claimed')
    expect(await w.deliver([notice])).toEqual(failedAt(notice))
    w.clock.advance(leaseSeconds)
    expect(await w.deliver([notice])).toEqual(allDone)
    expect(addressees(w)).toEqual(['a@x.edu'])
  })

  // rules/stream 6
  it("goes to the person's address at the time of sending, or is dropped", async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await mailTo(w, `user:${ada.user.globalUserId}`)
    const gone = await mailTo(w, 'user:nobody')
    expect(await w.deliver()).toEqual(allDone)
    expect(addressees(w)).toEqual([ada.email])
    expect(await rowOf(w, gone)).toMatchObject({ status: 'dropped' })
  })

  // rules/stream 7
  it('with a code is dropped once the code was used', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await ada.device.requestEmailCode()
    const [first] = await w.due()
    await w.deliver()
    await ada.device.requestEmailCode()
    expect((await ada.device.confirmEmail({ code: w.codeFor(ada.email) })).status).toBe(200)
    const nonce = first?.dynamodb?.NewImage?.nonce?.S ?? ''
    const params = { subject: ada.user.globalUserId }
    await w.table().write([mailDue(w.runtime, { template: 'verify_email', to: ada.email, nonce, params })])
    await w.deliver()
    expect(addressees(w)).toEqual([ada.email, ada.email])
  })

  // rules/stream 8
  it('greets by name only when the address is proven, and shows HTML as text', async () => {
    const w = await world()
    const ada = await registered(w, 'ada', { name: '<img src=x onerror=alert(1)> & "Ada"' })
    await ada.device.requestEmailCode()
    await w.deliver()
    expect(w.mails.at(-1)?.text).toMatch(/^Hello,\n/)
    await ada.device.confirmEmail({ code: w.codeFor(ada.email) })
    await mailTo(w, `user:${ada.user.globalUserId}`)
    await w.deliver()
    const mail = w.mails.at(-1)
    expect(mail?.text).toMatch(/^Hello <img/)
    expect(mail?.html).toContain('Hello &lt;img src=x onerror=alert(1)&gt; &amp; &quot;Ada&quot;,')
    expect(mail?.html).not.toContain('<img')
  })

  // rules/stream 9
  it("names the school's configured address, whatever host the request named", async () => {
    const w = await world({ settings: { BASE_DOMAIN: 'quad.example', STAGE: 'test' } })
    const ada = await registered(w, 'ada')
    const host = `${w.home}.evil.example`
    await w.device().forgotPassword({ email: ada.email }, { host, sourceIp: '203.0.113.30' })
    await w.deliver()
    expect(w.mails.at(-1)?.text).toContain(`http://${w.home}.quad.example`)
    expect(JSON.stringify(w.mails)).not.toContain('evil')
  })
})

describe('every mail template', () => {
  const evil = '<a href="https://evil.example">\'&</a>'
  const templates = [
    'password_reset',
    'password_changed',
    'verify_email',
    'registration_code',
    'own_proof',
    'verify_affiliated_email',
    'session_ended',
    'new_device',
    'impersonated',
  ]

  const plainValues = { t: english, school, to: '', name: undefined, code: undefined, linkCode: undefined }

  it.each(templates)('%s escapes its values and has a subject of one line', (template) => {
    const params = { device: evil, username: evil, way: evil, subject: evil, at: evil, address: evil }
    const mail = renderTemplate(template, {
      t: english,
      school,
      to: evil,
      name: evil,
      code: '012345',
      linkCode: 'abc',
      params,
    })
    const links = [...mail.html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
    for (const [, to] of links) expect(to?.startsWith(school.origin)).toBe(true)
    // All but the button show their address.
    expect(links.filter(([, to, words]) => to !== words).length).toBeLessThanOrEqual(1)
    expect(links.length).toBeGreaterThan(0)
    expect(mail.html.split('<a ').length - 1).toBe(links.length)
    expect(mail.subject).toMatch(/^[\w ]+$/)
    expect(mail.text).toContain(school.origin)
  })

  it('makes no link of the name of a school or an event', () => {
    const named = { ...plainValues, school: { ...school, name: 'www.evil.example' } }
    const params = { eventTitle: 'https://evil.example/a', reason: 'See http://evil.example/b' }
    for (const template of ['event_reminder', 'event_cancelled']) {
      const { text, html, subject } = renderTemplate(template, { ...named, params })
      expect(`${text} ${html} ${subject}`).not.toMatch(/evil\.example|https?:\/\/evil/)
      expect(text).toContain(school.origin)
    }
  })

  it('shows the start of an event in readable form, and as stored when no zone is known', () => {
    const said = (params: Record<string, string>): string =>
      renderTemplate('event_reminder', { ...plainValues, params }).text
    const startTime = '2026-04-01T16:00:00.000Z'
    const when = 'Wednesday, April 1, 2026 at 6:00 PM (Central European Time)'
    expect(said({ startTime, when })).toContain(`begins on ${when}.`)
    expect(said({ startTime })).toContain('begins on Wednesday, April 1, 2026 at 4:00 PM (UTC).')
  })

  it('has a template', () => {
    expect(() =>
      renderTemplate('absent', {
        t: english,
        school,
        to: '',
        name: undefined,
        code: undefined,
        linkCode: undefined,
        params: {},
      }),
    ).toThrow('absent')
  })
})
