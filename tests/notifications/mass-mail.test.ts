import { describe, expect, it } from 'vitest'
import { admins } from '../support/administrators.ts'
import { registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'

const link = 'https://evil.example/reset?for=you'
const words = {
  title: 'Reset your password',
  message: `Reset your password here:\n${link}`,
  channels: ['email'],
}

const stage = async () => {
  const { w, dean } = await admins()
  const ben = await registered(w, 'ben')
  const made = await founded(dean)
  await joined(made, ben)
  await streamOf(w).drain()
  const mailed = () => w.mails.filter(({ to, subject }) => to === ben.email && subject.includes('password'))
  return { w, dean, ben, made, mailed }
}

type SentMail = Awaited<ReturnType<typeof stage>>['w']['mails'][number] | undefined

/** The quoted text of a mail, without the look of its links. */
const quotedIn = (mail: SentMail): string | undefined =>
  /<blockquote[^>]*>(.*)<\/blockquote>/
    .exec(mail?.html ?? '')?.[1]
    ?.replaceAll(/(<a href="[^"]*")[^>]*>/g, '$1>')

/** What a mail of people shows, whoever wrote it. */
const expectMarked = (mail: SentMail) => {
  expect(mail?.subject).toMatch(/^Announcement from .*: Reset your password$/)
  expect(mail?.senderName).toMatch(/ \(announcement\)$/)
  const [first = ''] = (mail?.text ?? '').split('\n\n').slice(1)
  expect(first).toMatch(/^This is an announcement from .* It is not about your account or password\.$/)
  expect(mail?.text).toContain(`> Reset your password here:\n> ${link}`)
  // The address shows in full, and hides behind no words.
  expect(quotedIn(mail)).toBe(`Reset your password here:<br>${link.replace('&', '&amp;')}`)
  expect(mail?.html).not.toContain('href="https://evil.example')
  expect(mail?.text).toMatch(/do not begin with http:\/\/\S+ lead to other sites/)
}

describe('a message to many people', () => {
  // rules/notifications 20
  it('of a school names it, is quoted, and shows its addresses', async () => {
    const { w, dean, mailed } = await stage()
    expect((await dean.device.createSystemNotification(words)).status).toBe(201)
    await streamOf(w).drain()
    expectMarked(mailed()[0])
  })

  // rules/notifications 20
  it('of an organization names it with its school', async () => {
    const { w, dean, made, mailed } = await stage()
    expect(
      (await dean.device.createOrganizationNotification({ orgId: made.orgId, ...words, type: 'org' })).status,
    ).toBe(201)
    await streamOf(w).drain()
    const [mail] = mailed()
    expectMarked(mail)
    expect(mail?.subject).toContain(`Announcement from ${made.name} at `)
  })

  // rules/notifications 20
  it('has links to pages of the school alone, and says of no others that they lead elsewhere', async () => {
    const { w, dean, mailed } = await stage()
    const origin = `http://${w.home}.localhost`
    const send = async (message: string) => {
      expect((await dean.device.createSystemNotification({ ...words, message })).status).toBe(201)
      await streamOf(w).drain()
      return mailed().at(-1)
    }
    const own = await send(`Sign up at ${origin}/events/spring, or ask.`)
    const linked = `Sign up at <a href="${origin}/events/spring">${origin}/events/spring</a>, or ask.`
    expect(quotedIn(own)).toBe(linked)
    expect(own?.text).not.toContain('lead to other sites')
    // Addresses that begin as the school's do.
    for (const strange of [`${origin}.evil.example/login`, `${origin}@evil.example/login`]) {
      const mail = await send(`Sign up at ${strange}`)
      expect(quotedIn(mail)).toBe(`Sign up at ${strange}`)
      expect(mail?.text).toMatch(/do not begin with http:\/\/\S+ lead to other sites/)
    }
  })

  // rules/notifications 20
  it('names who sent it, and its organization once', async () => {
    const { w, dean, ben, made } = await stage()
    const title = `${made.name}: Meeting at www.evil.example`
    const sent = { ...words, title, orgId: made.orgId, type: 'org' }
    expect((await dean.device.createOrganizationNotification(sent)).status).toBe(201)
    await streamOf(w).drain()
    const mail = w.mails.find(({ to, subject }) => to === ben.email && subject.includes('Meeting'))
    const [, source] =
      /^Announcement from (.*): Meeting at www. evil. example$/.exec(mail?.subject ?? '') ?? []
    expect(source).toBe(`${made.name} at ${w.home}`)
    expect(mail?.text).toMatch(/^This is an announcement from .*, sent by dean\b.* It is not about/m)
  })

  // rules/notifications 21
  it('is no notice about sign-in, whatever its type says', async () => {
    const { w, dean, ben, mailed } = await stage()
    const sent = await dean.device.createNotificationBatch({
      recipients: [ben.user._id],
      ...words,
      channels: ['in_app', 'email'],
      type: 'security',
    })
    expect(sent.status).toBe(201)
    await streamOf(w).drain()
    const { data } = (await ben.device.listNotifications()).body
    const types = data.map(({ type, title }: { type: string; title: string }) => `${type} ${title}`)
    expect(types).toContain('custom Reset your password')
    expectMarked(mailed()[0])
  })
})
