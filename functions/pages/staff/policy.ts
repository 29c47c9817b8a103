import { doorWays } from '../../../lib/contract/people.ts'
import { ask, type PageContext } from '../ask.ts'
import { choice, type Filled, field, hidden, tick } from '../layout/forms.ts'
import { type Html, html, wayNames } from '../layout/page.ts'
import { type PartOf, staffPath } from './staff.ts'

type Sent = Filled['values']
const joining = [
  ['anybody', 'Whoever comes in'],
  ['domains', 'With a proven address of the school'],
  ['rostered', 'Who stands on the roster'],
  ['invited', 'Who was invited by a club'],
] as const
const publishing = [
  ['anybody', 'Every member'],
  ['proven', 'Who has a proven address'],
] as const

/** What the form asks of the door. */
export const doorIn = (sent: Sent) => ({
  ways: doorWays.filter((way) => sent[`way-${way}`] === 'yes'),
  breakGlass: Object.keys(sent)
    .filter((name) => name.startsWith('glass-') && sent[name] === 'yes')
    .map((name) => name.slice('glass-'.length)),
  newMembers: joining.find(([name]) => name === sent.newMembers)?.[0],
  publishers: publishing.find(([name]) => name === sent.publishers)?.[0],
  otherSchools:
    sent.any === 'yes' ? null : (sent.otherSchools ?? '').split(/[\s,]+/).filter((key) => key !== ''),
  longestSession: Number(sent.longestSession),
  idleTime: Number(sent.idleTime),
})

/** Whom it locks out, page by page; saving comes with the last of them. */
const preview = async (sent: Sent, context: PageContext): Promise<Html> => {
  const { cursor } = sent
  const turn = { cursor, seen: cursor ? sent.seen : undefined }
  const heard = await ask(context, 'operators', 'previewDoor', { ...doorIn(sent), ...turn })
  if (!heard.ok) return html`<p class="tell bad" role="alert">${heard.refusal.message}</p>`
  const { people, cursor: next, seen } = heard.value
  return html`<section class="stack" role="status"><h3>Whom this locks out</h3>${people.length === 0 ? html`<p class="tell good">Nobody${cursor ? ' more' : ''}.</p>` : html`<ul class="people">${people.map(({ name, email }) => html`<li>&nbsp;<bdi>${name}</bdi> <bdi class="soft">${email}</bdi></li>`)}</ul>`}${hidden('seen', seen)}${next ? html`<button class="btn" name="do" value="door-ask">Show more of them</button>${hidden('cursor', next)}` : html`<button class="btn bad" name="do" value="door-save">Save, with this consequence</button>`}</section>`
}

/** By which ways people come into the school, who may join and publish, and how long they stay signed in. */
export const doorPart: PartOf = async ({ filled }, context) => {
  const [heard, found] = await Promise.all([
    ask(context, 'operators', 'getDoor', {}),
    ask(context, 'operators', 'findSchoolUsers', { role: 'admin' }),
  ])
  if (!heard.ok) return heard
  const door = heard.value
  const ticks = [...door.ways.map((way) => `way-${way}`), ...door.breakGlass.map(({ _id }) => `glass-${_id}`)]
  const { newMembers, publishers, otherSchools: others, longestSession, idleTime } = door
  const now = {
    newMembers,
    publishers,
    any: others === null ? 'yes' : '',
    otherSchools: (others ?? []).join(', '),
    longestSession: String(longestSession),
    idleTime: String(idleTime),
    ...Object.fromEntries(ticks.map((name) => [name, 'yes'])),
  }
  const isSent = filled.values.do?.startsWith('door-') === true
  const own: Filled = isSent ? filled : { values: now }
  const minutes = { inputmode: 'numeric', longest: 5, hint: 'Minutes: 30 to 43200.' }
  return html`<form class="card stack" method="post" action="${staffPath}"><button class="vh" name="do" value="door-ask" tabindex="-1" aria-hidden="true">Show</button><fieldset><legend>Ways in</legend>${doorWays.map((way) => tick(own, `way-${way}`, wayNames[way] ?? way))}</fieldset><fieldset><legend>Who may come in by every way</legend><p class="soft">One to five administrators with a second factor, where not all ways are open. All administrators are mailed when they do.</p>${(found.ok ? found.value.users : []).map(({ _id, name }) => tick(own, `glass-${_id}`, name))}</fieldset><div>${choice(own, 'newMembers', 'Who becomes a member', joining)}${choice(own, 'publishers', 'Who publishes', publishing)}</div><div>${tick(own, 'any', 'People of any other school may come')}${field(own, { name: 'otherSchools', label: 'Otherwise those of these', optional: true, longest: 4000, hint: 'Keys of schools, with commas between them.' })}</div><div class="pair">${field(own, { name: 'longestSession', label: 'Signed in at most', ...minutes })}${field(own, { name: 'idleTime', label: 'Unused at most', ...minutes })}</div>${isSent && !filled.refusal ? await preview(filled.values, context) : ''}${isSent && !filled.refusal ? html`<a class="btn plain" href="${staffPath}?part=door">Begin anew</a>` : html`<button class="btn" name="do" value="door-ask">Show whom it locks out</button>`}</form>`
}
