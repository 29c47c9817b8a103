import { beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, countsOf } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser } from './browser.ts'

let w: World
let ada: Person
let dean: Person
let page: Browser

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada' })
  dean = await asAdmin(w)
  page = browser(w, { jar: ada.device.jar })
})

const notify = async (title: string, more: object = {}) => {
  const sent = await dean.device.createNotification({
    recipient: ada.user._id,
    title,
    message: 'The library closes at noon.',
    ...more,
  })
  expect(sent.status).toBe(201)
}

describe('the inbox', () => {
  it('reads, acknowledges, archives and deletes one entry at a time, and counts them', async () => {
    await notify('Quiet')
    w.clock.advance(60)
    await notify('Fire drill', { priority: 'urgent' })
    const shown = await page.open('/inbox')
    expect(shown.text).toContain('Inbox (2) Unread (2) Archived (0)')
    expect(shown.html).not.toContain('aria-label="Acknowledge: Quiet"')
    expect((await page.send('/inbox', { do: 'acknowledge' })).text).toContain('Acknowledged.')
    expect((await page.send('/inbox', { do: 'read-one' })).text).toContain('Unread (0)')
    expect(await countsOf(ada)).toMatchObject({ read: 1, acknowledged: 1 })
    await page.send('/inbox', { do: 'archive' })
    const archived = await page.open('/inbox?part=archived')
    expect([archived.text.includes('Fire drill'), archived.text.includes('Quiet')]).toEqual([true, false])
    expect(archived.text).toContain('Delete This cannot be undone. Yes, delete')
    const restored = await page.send('/inbox', { do: 'restore' })
    expect(restored.text).toMatch(/Moved to the inbox\..*Fire drill/)
    expect(await countsOf(ada)).toMatchObject({ acknowledged: 1, archived: 0 })
    await page.send('/inbox', { do: 'archive' })
    await page.open('/inbox?part=archived')
    expect((await page.send('/inbox', { do: 'delete' })).text).toContain('Removed.')
    expect(await countsOf(ada)).toMatchObject({ total: 1, archived: 0 })
  })

  it('says what belongs into an empty part, and changes no entry of others', async () => {
    expect((await page.open('/inbox?part=unread')).text).toContain('No unread messages')
    await notify('Private')
    const [entry] = (await ada.device.listNotifications()).body.data
    const eve = browser(w, { jar: (await registered(w, 'eve', { username: 'eve' })).device.jar })
    await eve.post('/inbox', { do: 'delete', id: entry.id })
    expect((await page.open('/inbox?part=unread')).text).toContain('Private')
  })

  it('shows the number of unread entries in the header of every page, up to nine', async () => {
    const reader = await registered(w, 'tess', { username: 'tess' })
    const other = browser(w, { jar: reader.device.jar })
    const tag = async (path = '/clubs') =>
      /<b class="count-tag[^>]*>[^<]*/.exec((await other.open(path)).html)?.[0]
    expect(await tag()).toBeUndefined()
    for (let at = 0; at < 9; at += 1) await notify(`Note ${at}`, { recipient: reader.user._id })
    expect(await tag()).toBe('<b class="count-tag num" aria-label="9 unread">9')
    await notify('One more', { recipient: reader.user._id })
    expect(await tag('/')).toBe('<b class="count-tag num" aria-label="9+ unread">9+')
    expect(await tag('/clubs?lang=es')).toContain('aria-label="9+ sin leer"')
    await other.post('/inbox', { do: 'read' })
    expect(await tag('/my-events')).toBeUndefined()
    expect((await browser(w).open('/clubs')).html).not.toContain('count-tag')
  })

  it('marks an entry as read when its title opens it, and opens no page of another site', async () => {
    await notify('Opened', { metadata: { orgId: 'chess' } })
    const { forms } = await page.open('/inbox')
    const entry = forms.find(({ html }) => html.includes('Opened</bdi>'))?.fields ?? {}
    expect(entry).toMatchObject({ do: 'open', next: '/org/chess' })
    expect((await page.post('/inbox', entry)).address).toBe('/org/chess')
    expect((await ada.device.listNotifications()).body.data[0]).toMatchObject({ status: 'read' })
    expect((await page.open('/inbox')).links).toContainEqual({ href: '/org/chess', text: 'Opened' })
    expect((await page.post('/inbox', { ...entry, next: '//other.example' })).address).toBe('/')
    expect((await page.post('/inbox', { do: 'open', id: 'gone', next: '/clubs' })).address).toBe('/clubs')
  })

  it('leads from a club post to the news, and from a job to the jobs of its event', async () => {
    const linked = async (metadata: object) => {
      const title = `Linked ${JSON.stringify(metadata)}`
      await notify(title, { metadata })
      await page.post('/inbox', { do: 'read' })
      return (await page.open('/inbox')).links.find(({ text }) => text === title)?.href
    }
    expect(await linked({ orgId: 'chess', messageId: 'one' })).toBe('/org/chess?part=news')
    expect(await linked({ orgId: 'chess' })).toBe('/org/chess')
    expect(await linked({ orgId: 'chess', eventId: 'open' })).toBe('/event/open?part=help#more')
    expect(await linked({ eventId: '/other.example' })).toBeUndefined()
  })

  // rules/notifications 28
  it("shows the platform's texts in the reader's language, and text of people as it is", async () => {
    await notify('Dicho')
    const variables = {
      eventTitle: 'Gala',
      startTime: '2026-12-01T23:00:00.000Z',
      timezone: 'America/New_York',
    }
    await notify('Unused', { template: { name: 'event_registered', variables } })
    const english = await page.open('/inbox')
    expect(english.text).toMatch(/Registered: Gala You are registered for Gala\..*6:00.PM/)
    const spanish = await page.open('/inbox', { 'accept-language': 'es-ES' })
    expect(spanish.text).toMatch(/Inscripci\u00F3n confirmada: Gala .*18:00 \(hora del Este\)/)
    for (const { text } of [english, spanish]) expect(text).toContain('Dicho The library closes at noon.')
    const { data } = (await ada.device.listNotifications()).body
    expect(data.map(({ title }: { title: string }) => title)).toContain('Registered: Gala')
    expect((await ada.device.listNotifications({ locale: 'xx-?' })).status).toBe(400)
  })

  it('leads to where the reader decides', async () => {
    const places = async (template: string, metadata: object) => {
      await notify(template, { template: { name: template, variables: { event: 'Open evening' } }, metadata })
      const { forms } = await page.open('/inbox')
      return forms.flatMap(({ fields }) => fields.next ?? [])[0]
    }
    expect(await places('approval_stuck', { eventId: 'e1' })).toBe('/admin?part=waits&id=e1')
    expect(await places('verification_submitted', { orgId: 'o1' })).toBe('/admin?part=clubs')
  })

  // rules/notifications 30
  it('takes an entry as read once its reader has decided what it asks', async () => {
    const { orgId } = await founded(ada)
    const start = w.clock.now().getTime() + 9 * 86_400_000
    const { eventId } = (
      await ada.device.createEvent({
        name: 'Open evening',
        type: 'Party',
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
        location: 'Main hall',
        expectedAttendance: 40,
        requiresApproval: true,
        orgId,
      })
    ).body
    await dean.device.readAllNotifications()
    for (const id of [eventId, 'another'])
      await notify('Decide', {
        recipient: dean.user._id,
        template: { name: 'approval_required', variables: { eventTitle: 'Open evening' } },
        metadata: { eventId: id },
      })
    const unread = async () =>
      (await dean.device.listNotifications({ status: 'unread' })).body.data.map(
        ({ metadata }: { metadata: { eventId: string } }) => metadata.eventId,
      )
    const console = browser(w, { jar: dean.device.jar })
    await console.open('/admin')
    expect((await console.send('/admin', { do: 'reject', event: eventId })).status).toBe(400)
    expect((await unread()).toSorted()).toEqual([eventId, 'another'].toSorted())
    const done = await console.send('/admin', { do: 'approve', event: eventId })
    expect(done.text).toContain('You approved Open evening')
    expect(await unread()).toEqual(['another'])
  })
})
