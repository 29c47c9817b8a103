import { beforeAll, describe, expect, it } from 'vitest'
import { planned } from '../../attendance/events.ts'
import { schoolAdmin } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded, joined } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

let w: World
let ada: Person
let ben: Person
let dean: Person
let orgId: string
let desk: string
let owner: Browser
let member: Browser

const part = (of: string, more = ''): string => `${desk}?part=${of}${more}`
const day = 24 * 3_600_000

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
  dean = await schoolAdmin(w)
  const club = await founded(ada)
  orgId = club.orgId
  desk = `/club-dashboard/${orgId}`
  await joined(club, ben)
  owner = await signedIn(w, ada.email, password)
  member = await signedIn(w, ben.email, password)
})

describe('messages of a club', () => {
  it('have a form for the people whom the club lets post', async () => {
    expect((await member.open(part('news'))).text).not.toContain('Post news')
    expect((await owner.open(part('news'))).text).toContain('Post news')
    const change = (role: string) =>
      ada.device.editOrganization({ orgId, messageSettings: { postingPermissions: [role] } })
    expect((await change('member')).status).toBe(200)
    expect((await member.open(part('news'))).text).toContain('Post news')
    await change('officer')
  })

  const messages = async () =>
    (await ada.device.listMessages({ orgId, includeReplies: 'true' })).body.messages

  const likes = async () => (await ben.device.listMessages({ orgId })).body.messages[0].likedByMe

  it('are liked and answered by members, and edited by their author', async () => {
    const { body } = await ada.device.postMessage({ orgId, content: 'We meet at six' })
    const id = body.data._id
    await member.open(part('news'))
    const liked = await member.send(desk, { do: 'message-like' })
    expect([liked.text.includes('1 like'), await likes()]).toEqual([true, true])
    await member.send(desk, { do: 'message-like' })
    expect(await likes()).toBe(false)
    await member.open(part('news', `&id=${id}`))
    expect(member.page().text).not.toContain('Edit message')
    const empty = await member.send(desk, { do: 'message-reply', reply: '' })
    expect([empty.status, empty.html]).toEqual([400, expect.stringContaining('id="reply-wrong"')])
    const answered = await member.send(desk, { do: 'message-reply', reply: 'See you there' })
    expect(answered.text).toMatch(/Replies .*See you there/)
    await owner.open(part('news', `&id=${id}`))
    const edited = await owner.send(desk, { do: 'message-edit', content: 'We meet at seven' })
    expect(edited.text).toMatch(/We meet at seven just now , edited/)
    const removed = await owner.send(desk, { do: 'message-delete' })
    expect(removed.text).toContain('No replies yet')
  })

  it('cannot be edited by others', async () => {
    const [{ _id: id }] = await messages()
    const sent = await member.post(desk, { do: 'message-edit', id, content: 'Mine' })
    expect([sent.status, (await messages())[0].content]).toEqual([404, 'We meet at seven'])
  })
})

describe('the news on a club page', () => {
  it('are read and liked by everyone they are for, without those for members', async () => {
    await ada.device.postMessage({ orgId, content: 'Open evening on Friday', visibility: 'public' })
    await ada.device.postMessage({ orgId, content: 'Keys are with Ben', visibility: 'members_only' })
    const kim = await registered(w, 'kim', { username: 'kim', name: 'Kim' })
    const reader = await signedIn(w, kim.email, password)
    await reader.open(`/org/${orgId}`)
    const news = await reader.follow('News')
    expect(news.text).toContain('Open evening on Friday')
    expect(news.text).not.toContain('Keys are with Ben')
    const liked = await reader.send(`/org/${orgId}`, { do: 'like' })
    expect([liked.text.includes('You like this message'), liked.text.includes('1 like')]).toEqual([
      true,
      true,
    ])
    const { body } = await ada.device.listMessages({ orgId })
    const hidden = body.messages.find(({ content }: { content: string }) => content.startsWith('Keys'))
    expect((await reader.post(`/org/${orgId}`, { do: 'like', id: hidden._id, liked: 'yes' })).status).toBe(
      403,
    )
    expect((await browser(w).open(`/org/${orgId}`)).links.map(({ text }) => text)).not.toContain('News')
  })
})

describe('notices of a club', () => {
  it('go to the members of the chosen roles, after a title and a text', async () => {
    const { text } = await owner.open(part('notices'))
    expect(text).toContain('For a conversation, use News instead.')
    const wrong = await owner.send(desk, { do: 'notice-send', title: 'No practice', message: '' })
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('value="No practice"')])
    const sent = await owner.send(desk, { do: 'notice-send', message: 'The hall is closed' })
    expect(sent.text).toContain('on its way')
    await w.caughtUp()
  })

  it('of the school are read by every member, who cannot notify others', async () => {
    const shown = await member.open(part('notices'))
    expect(shown.text).toContain('Notices from the school')
    expect(shown.text).not.toContain('Notify members')
    const sent = await member.post(desk, { do: 'notice-send', title: 'x', message: 'y' })
    expect(sent.status).toBe(403)
  })
})

describe('the membership form', () => {
  it('is built by the owner, asked of people who join, and removed', async () => {
    await owner.open(part('join-form'))
    const choice = { 'q0-text': 'Which day?', 'q0-type': 'multiple_choice', 'q0-required': 'yes' }
    const wrong = await owner.send(desk, { do: 'join-form', ...choice })
    expect([wrong.status, wrong.html.includes('value="Which day?"')]).toEqual([400, true])
    const saved = await owner.send(desk, { do: 'join-form', 'q0-options': 'Monday\nFriday' })
    expect(saved.text).toContain('Membership form saved.')
    const eva = await registered(w, 'eva', { username: 'eva', name: 'Eva' })
    const student = await signedIn(w, eva.email, password)
    expect((await student.open(`/org/${orgId}`)).text).toContain('Which day?')
    await owner.open(part('join-form'))
    await owner.send(desk, { do: 'join-none' })
    expect((await student.open(`/org/${orgId}`)).text).not.toContain('Which day?')
  })

  it('is for the owner', async () => {
    expect((await member.open(part('join-form'))).text).not.toContain('Questions for new members')
    expect((await member.post(desk, { do: 'join-form', title: 'Mine', 'q0-text': 'Who?' })).status).toBe(403)
  })
})

describe('answers to a form of a club', () => {
  it('are read by people who manage events', async () => {
    const questions = [{ type: 'short', question: 'What do you eat?', required: true }]
    const { body } = await ada.device.createEventForm({ orgId, form: { title: 'Meals', questions } })
    const { _id: id, questions: made } = body.data
    await owner.open(part('forms'))
    expect((await owner.follow('Answers : Meals')).text).toContain('No answers yet')
    const responses = [{ referenceId: made[0]._id, answer: 'Soup' }]
    expect((await ben.device.submitFormResponse({ formId: id, responses })).status).toBe(201)
    const shown = await owner.open(part('forms', `&id=${id}&view=answers`))
    expect(shown.text).toMatch(/Ben just now What do you eat\? Soup/)
    expect((await member.open(part('forms', `&id=${id}&view=answers`))).text).not.toContain('Soup')
  })
})

describe('events of a club', () => {
  it('are shown to every member, meetings first, and counted for people who manage them', async () => {
    expect((await member.open(part('upcoming'))).text).toContain('No upcoming events')
    await planned(w, { name: 'Spring Open', hostingType: 'Org', hostingId: orgId })
    await planned(w, { name: 'Weekly round', type: 'Meeting', hostingType: 'Org', hostingId: orgId })
    const shown = await member.open(part('upcoming'))
    expect(shown.text).toMatch(/Next meetings .*Weekly round.*Upcoming events .*Spring Open/)
    const figures = await owner.open(part('insights', '&view=90d'))
    expect(figures.text).toContain('Active members (all time)')
    expect((await member.open(part('insights'))).text).not.toContain('Active members (all time)')
  })
})

describe('the yearly renewal', () => {
  it('names the officers, and is confirmed with the charter that the school requires', async () => {
    expect((await owner.open(part('renewal'))).text).toContain('No renewal is open')
    const dueAt = new Date(w.clock.now().getTime() + 30 * day).toISOString()
    await dean.device.startOrgRenewal({ title: 'Year 2026', dueAt, requiresCharter: true })
    const shown = await owner.open(part('renewal'))
    expect(shown.text).toMatch(/Year 2026 .*Not confirmed yet\..*Officers .*Ada/)
    const charterUrl = 'https://example.edu/charter.pdf'
    const unticked = await owner.send(desk, { do: 'renewal-confirm', charterUrl })
    expect([unticked.status, unticked.html.includes(charterUrl)]).toEqual([400, true])
    expect(unticked.text).toContain('Tick the box')
    const without = await owner.send(desk, {
      officersConfirmed: 'yes',
      do: 'renewal-confirm',
      charterUrl: '',
    })
    expect([without.status, without.html]).toEqual([400, expect.stringContaining('id="charterUrl-wrong"')])
    const done = await owner.send(desk, { do: 'renewal-confirm', officersConfirmed: 'yes', charterUrl })
    expect(done.text).toMatch(/Confirmed on/)
    expect((await member.open(part('renewal'))).text).not.toContain('Year 2026')
    expect((await member.post(desk, { do: 'renewal-confirm', officersConfirmed: 'yes' })).status).toBe(403)
  })
})

describe('verification', () => {
  it('is requested by the owner, who reads the levels and the decision', async () => {
    const shown = await owner.open(part('verification'))
    expect(shown.text).toMatch(/This club is not verified\..*Request verification.*Levels.*Kinds of clubs/)
    expect(shown.html).toMatch(
      /<optgroup label="Levels">.*>Platinum: Exemplary<.*<optgroup label="Kinds of clubs">.*>Sports: Plays for the school</,
    )
    const sent = await owner.send(desk, { do: 'verification-ask', description: 'Ten years old' })
    expect([sent.status, sent.text]).toEqual([
      200,
      expect.stringContaining('The school reviews your request'),
    ])
    const { body } = await dean.device.listVerificationRequests({ orgId })
    expect(body.data[0].requestData).toEqual({ description: 'Ten years old' })
    const twice = await owner.post(desk, { do: 'verification-ask', description: 'Again' })
    expect(twice.status).toBe(409)
    await dean.device.reviewVerificationRequest({
      requestId: body.data[0]._id,
      status: 'approved',
      reviewNotes: 'Well done',
    })
    const decided = await owner.open(part('verification'))
    expect(decided.text).toMatch(/This club is verified:.*Well done/)
  })

  it('is not for members', async () => {
    expect((await member.open(part('verification'))).text).not.toContain('Request verification')
    const sent = await member.post(desk, { do: 'verification-ask', description: 'x' })
    expect(sent.status).toBe(403)
  })
})

describe('a message of 15 minutes ago', () => {
  it('can no longer be edited', async () => {
    const { body } = await ada.device.postMessage({ orgId, content: 'Bring your boards' })
    const place = part('news', `&id=${body.data._id}`)
    expect((await owner.open(place)).text).toContain('Edit message')
    w.clock.advance(16 * 60)
    expect((await owner.open(place)).text).not.toContain('Edit message')
    const late = await owner.post(desk, { do: 'message-edit', id: body.data._id, content: 'Bring clocks' })
    expect(late.status).toBe(403)
  })
})
