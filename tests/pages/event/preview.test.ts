import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, password, registered } from '../../support/people.ts'
import { founded } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, type Shown, signedIn } from '../browser.ts'

let w: World
let ada: Person
let orgId: string
let officer: Browser

beforeAll(async () => {
  w = await world()
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  orgId = (await founded(ada)).orgId
  officer = await signedIn(w, ada.email, password)
})

const local = (hours: number): string =>
  new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 16)

const form = '/create-event/form'
const quiz = (more: Readonly<Record<string, string>> = {}) => ({
  name: 'Pub quiz',
  type: 'Meeting',
  start_time: local(40),
  end_time: local(42),
  location: 'Main hall',
  expectedAttendance: '20',
  ...more,
})

const send = async (fields: Readonly<Record<string, string>>): Promise<Shown> => {
  await officer.open(`/create-event?org=${orgId}`)
  return officer.send(form, fields)
}

const wrongFields = ({ html }: Shown) =>
  [...html.matchAll(/class="wrong" id="([\w-]+)-wrong"/g)].map(([, name]) => name)

describe('the preview of an event', () => {
  it('is shown again if something else is submitted than it showed', async () => {
    await send({ do: 'ask', ...quiz({ start_time: local(-20), end_time: local(-18) }) })
    const changed = await officer.send(form, { do: 'submit', ...quiz({ name: 'Chess quiz' }) })
    expect([changed.status, changed.address]).toEqual([200, form])
    expect(changed.text).toContain('You changed the event after the last preview.')
    expect(changed.text).not.toContain('This event starts in the past')
    const published = await officer.send(form, { do: 'submit' })
    expect(published.address).toMatch(/^\/event\/\w+\/dashboard/)
    expect(published.text).toContain('Chess quiz')
  })

  it('warns of a registration deadline during the event', async () => {
    const warning = 'People can still register after the event starts.'
    const during = await send({ do: 'ask', ...quiz({ registrationDeadline: local(41) }) })
    expect(during.text).toContain(warning)
    const before = await send({ do: 'ask', ...quiz({ registrationDeadline: local(39) }) })
    expect(before.text).not.toContain(warning)
  })
})

describe('the form for events', () => {
  it.each(['ask', 'draft', 'submit'])('marks a registration deadline after the event: %s', async (what) => {
    const late = await send({ do: what, ...quiz({ registrationDeadline: local(43) }) })
    expect([late.status, wrongFields(late)]).toEqual([400, ['registrationDeadline']])
    expect(late.text).toContain('Registration must end before the event is over')
  })

  it('asks for the number of events of a series', async () => {
    const series = await send({ do: 'ask', ...quiz({ frequency: 'weekly', count: '' }) })
    expect(wrongFields(series)).toEqual(['count'])
    expect(series.text).toContain('Enter how many events the series has')
    expect(series.text).not.toContain('Number of events (optional)')
  })

  it('says how to ask questions later, for a new event and for one that exists', async () => {
    const { address } = await send({ do: 'submit', ...quiz() })
    expect((await officer.open(`/create-event?org=${orgId}`)).text).toContain(
      'The event is saved first, without being submitted',
    )
    const edited = await officer.open(`/create-event?event=${address.split('/')[2]}`)
    expect(edited.text).toContain('save your changes, then create a form under')
  })

  it('starts with the fields of an event that its organizer duplicates, without its dates', async () => {
    const more = { description: 'Seven rounds', maxAttendees: '30', visibility: 'unlisted', waitlist: 'yes' }
    await send({ do: 'submit', ...quiz({ ...more, registrationDeadline: local(39) }) })
    await officer.send(officer.page().address.split('?')[0] ?? '', { do: 'cancel' })
    const { address, forms } = await officer.follow('Duplicate event')
    const { fields } = forms.find(({ action }) => action === form) ?? {}
    const { start_time: _, end_time: __, ...same } = quiz(more)
    expect(fields).toMatchObject({ ...same, host: orgId, start_time: '', registrationDeadline: '' })
    expect(fields).not.toHaveProperty('event')
    const cleo = await registered(w, 'cleo', { username: 'cleo', name: 'Cleo' })
    expect((await (await signedIn(w, cleo.email, password)).open(address)).status).toBe(404)
  })
})
