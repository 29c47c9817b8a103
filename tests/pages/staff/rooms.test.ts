import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../../support/administrators.ts'
import type { Person } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { type Browser, browser } from '../browser.ts'

let dean: Person
let page: Browser

beforeAll(async () => {
  const found = await admins()
  dean = found.dean
  await enrolSchool(found.w, found.w.home)
  page = browser(found.w, { jar: dean.device.jar })
})

const names = (): (string | undefined)[] =>
  [...page.page().html.matchAll(/<th scope="row"><a [^>]*><bdi>([^<]*)/g)].map(([, name]) => name)
const rooms = async () => (await dean.device.listRooms()).body.rooms as { name: string; capacity: number }[]

describe('the page of rooms', () => {
  it('creates and edits a room, and sorts and searches by the address', async () => {
    expect((await page.open('/admin?part=rooms')).text).toContain('No rooms yet')
    await page.send('/admin', {
      do: 'room-create',
      name: 'Aula',
      capacity: '300',
      features: 'Stage, Projector',
    })
    await page.send('/admin', { do: 'room-create', name: 'Lab 2', capacity: '12' })
    await page.open('/admin?part=rooms&sort=capacity')
    expect(names()).toEqual(['Lab 2', 'Aula'])
    await page.open('/admin?part=rooms&sort=-capacity')
    expect(names()).toEqual(['Aula', 'Lab 2'])
    await page.open('/admin?part=rooms&search=lab')
    expect(names()).toEqual(['Lab 2'])
    await page.follow('Lab 2')
    const edited = await page.send('/admin', { do: 'room-edit', capacity: '14' })
    expect(edited.text).toMatch(/The room Lab 2 is saved\. .*Edit Lab 2/)
    expect((await rooms()).map(({ name, capacity }) => [name, capacity])).toEqual([
      ['Aula', 300],
      ['Lab 2', 14],
    ])
  })

  it('names what was wrong at its field, with what was entered', async () => {
    await page.open('/admin?part=rooms')
    const refused = await page.send('/admin', { do: 'room-create', name: 'Hall 3', capacity: '0' })
    expect([refused.status, refused.html.includes('id="capacity-wrong"')]).toEqual([400, true])
    expect(refused.html).toContain('value="Hall 3"')
    await page.open('/admin?part=rooms')
    const taken = await page.send('/admin', { do: 'room-create', name: 'Aula' })
    expect([taken.status, taken.html]).toEqual([409, expect.stringContaining('id="name-wrong"')])
    expect(taken.html).not.toContain('role="alert"')
  })

  it('names the room and the consequence before it deletes it', async () => {
    await page.open('/admin?part=rooms')
    const { html, text } = await page.open(
      page.page().links.find(({ href }) => href.includes('confirm=delete'))?.href ?? '',
    )
    expect(text).toMatch(/Delete Aula ?\? New events can no longer book it/)
    expect([html.includes('Create a room'), (await rooms()).length]).toEqual([false, 2])
    await page.send('/admin', { do: 'room-delete' })
    expect((await rooms()).map(({ name }) => name)).toEqual(['Lab 2'])
  })

  it('adds and removes closed periods, and refuses a change of an outdated page', async () => {
    await page.open('/admin?part=closed')
    const period = { start: '2027-01-11', end: '2027-01-15', reason: 'Final exams' }
    const added = await page.send('/admin', { do: 'closed-add', ...period })
    expect(added.text).toMatch(/January 11.* to .*January 15.* Final exams/)
    const other = { ...period, reason: 'Holidays' }
    const stale = await page.post('/admin', { do: 'closed-add', ...other, version: '0' })
    expect(stale.status).toBe(409)
    const backwards = { ...period, end: '2027-01-01' }
    await page.open('/admin?part=closed')
    const reversed = await page.send('/admin', { do: 'closed-add', ...backwards })
    expect([reversed.status, reversed.html.includes('id="end-wrong"')]).toEqual([400, true])
    await page.open('/admin?part=closed')
    const inside = await page.send('/admin', { do: 'closed-add', start: '2027-01-12', end: '2027-01-13' })
    expect([inside.status, inside.text]).toEqual([
      400,
      expect.stringContaining('These days are closed already'),
    ])
    await page.open('/admin?part=closed')
    const link = page.page().links.find(({ href }) => href.includes('confirm=remove'))
    expect((await page.open(link?.href ?? '')).text).toMatch(
      /Events can be planned again from .*January 11.* to /,
    )
    expect((await page.send('/admin', { do: 'closed-remove' })).text).toContain('No closed periods')
  })

  it('adds a period once, and removes it once, however often the button is pressed', async () => {
    const form = (await page.open('/admin?part=closed')).forms.find(
      ({ fields }) => fields.do === 'closed-add',
    )
    const sent = { ...form?.fields, start: '2027-05-03', end: '2027-05-07', reason: 'Finals' }
    const presses = await Promise.all([page.post('/admin', sent), page.post('/admin', sent)])
    presses.push(await page.post('/admin', sent))
    expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
    const shown = await page.open('/admin?part=closed')
    expect(shown.text.match(/Finals/g)).toHaveLength(1)
    const link = shown.links.find(({ href }) => href.includes('confirm=remove'))
    const leaving = (await page.open(link?.href ?? '')).forms.find(
      ({ fields }) => fields.do === 'closed-remove',
    )
    const removed = await Promise.all([1, 2].map(() => page.post('/admin', { ...leaving?.fields })))
    expect(removed.map(({ status }) => status)).toEqual([200, 200])
  })

  it('counts the public events in each coming period, and links to them', async () => {
    const { orgId } = await founded(dean)
    const { status } = await dean.device.createEvent({
      name: 'Exam picnic',
      type: 'Social',
      start_time: '2027-03-02T17:00:00.000Z',
      end_time: '2027-03-02T19:00:00.000Z',
      location: 'Main hall',
      orgId,
    })
    expect(status).toBe(201)
    for (const [start, end] of [
      ['2027-03-02', '2027-03-02'],
      ['2027-03-01', '2027-03-05'],
      ['2027-03-08', '2027-03-12'],
      ['2027-03-01', '2027-07-31'],
    ] as const) {
      await page.open('/admin?part=closed')
      await page.send('/admin', { do: 'closed-add', start, end, reason: 'Break' })
    }
    const { links, text } = await page.open('/admin?part=closed')
    const found = links
      .filter(({ href }) => href.startsWith('/events?'))
      .map(({ href, text }) => [href, text])
    expect(found).toEqual([
      ['/events?from=2027-03-01&to=2027-03-05', '1 public event'],
      ['/events?view=month&month=2027-03', 'See events'],
      ['/events?day=2027-03-02', '1 public event'],
    ])
    expect(text).toContain('No public events')
    expect((await page.open('/events?day=2027-03-02')).text).toContain('Exam picnic')
  })
})
