import { signInMethods } from '../../../lib/contract/people.ts'
import { ask, type PageContext } from '../ask.ts'
import { choice, type Filled, field, hidden, tick } from '../layout/forms.ts'
import { type Html, html, wayNames } from '../layout/page.ts'
import { type PartOf, staffPath } from './staff.ts'

type Sent = Filled['values']
type Turn = { readonly cursor: string | undefined; readonly seen: string | undefined }
const joining = [
  ['anybody', 'Anyone'],
  ['domains', 'People with a verified school address'],
  ['rostered', 'People on the roster'],
  ['invited', 'People invited by a club'],
] as const
const asking = [
  ['nobody', 'Nobody'],
  ['administrators', 'Administrators'],
  ['staff', 'Administrators and approvers'],
] as const
const publishing = [
  ['anybody', 'Every member'],
  ['proven', 'People with a verified school address'],
] as const

/** The ends of the names that are ticked, of those that begin so. */
const tickedIn = (sent: Sent, start: string): string[] =>
  Object.keys(sent)
    .filter((name) => name.startsWith(start) && sent[name] === 'yes')
    .map((name) => name.slice(start.length))

/** What the form asks of the door. */
export const doorIn = (sent: Sent) => ({
  ways: signInMethods.filter((way) => sent[`way-${way}`] === 'yes'),
  breakGlass: tickedIn(sent, 'glass-'),
  newMembers: joining.find(([name]) => name === sent.newMembers)?.[0],
  publishers: publishing.find(([name]) => name === sent.publishers)?.[0],
  otherSchools:
    sent.any === 'yes' ? null : (sent.otherSchools ?? '').split(/[\s,]+/).filter((key) => key !== ''),
  campusNetworks: (sent.campusNetworks ?? '').split(/[\s,]+/).filter((network) => network !== ''),
  longestSession: Number(sent.longestSession),
  idleTime: Number(sent.idleTime),
})

/** What the form asks of second factors: where no role is ticked, of all. */
export const factorsIn = (sent: Sent) => {
  const required = asking.find(([name]) => name === sent.required)?.[0] ?? 'nobody'
  const roles = tickedIn(sent, 'role-')
  return { required, roles: required === 'staff' && roles.length > 0 ? roles : null }
}

const previews = {
  door: (sent: Sent, turn: Turn, context: PageContext) =>
    ask(context, 'operators', 'previewDoor', { ...doorIn(sent), ...turn }),
  factor: (sent: Sent, turn: Turn, context: PageContext) =>
    ask(context, 'operators', 'previewSecondFactorPolicy', { ...factorsIn(sent), ...turn }),
} as const

/** Whom it locks out, page by page; saving comes with the last of them. */
const preview = async (what: keyof typeof previews, sent: Sent, again: Html, context: PageContext) => {
  const { cursor } = sent
  const heard = await previews[what](sent, { cursor, seen: cursor ? sent.seen : undefined }, context)
  if (!heard.ok) return html`<p class="tell bad" role="alert">${heard.refusal.message}</p>${again}`
  const { people, cursor: next, seen } = heard.value
  return html`<section class="stack" role="status"><h3>${what === 'door' ? 'People this locks out' : 'People who need to set up a factor first'}</h3>${people.length === 0 ? html`<p class="tell good">Nobody${cursor ? ' more' : ''}.</p>` : html`<ul class="people">${people.map(({ name, email }) => html`<li>&nbsp;<bdi>${name}</bdi> <bdi class="soft">${email}</bdi></li>`)}</ul>`}${hidden('seen', seen)}${next ? html`<button class="btn" name="do" value="${what}-ask">Show more</button>${hidden('cursor', next)}` : html`<button class="btn bad" name="do" value="${what}-save">Save changes</button>`}</section>`
}

/** A form that is saved once its consequence was shown, with what was entered or what holds now. */
const policyForm = async (
  what: keyof typeof previews,
  now: Sent,
  filled: Filled,
  fields: (own: Filled) => Html,
  context: PageContext,
): Promise<Html> => {
  const again = html`<button class="btn" name="do" value="${what}-ask">${what === 'door' ? 'Preview who is locked out' : 'Preview who has no second factor'}</button>`
  const isSent = filled.values.do?.startsWith(`${what}-`) === true
  const shown = isSent && !filled.refusal ? await preview(what, filled.values, again, context) : undefined
  const startOver = html`<a class="btn plain" href="${staffPath}?part=door">Start over</a>`
  const end = shown ? html`${shown}${startOver}` : again
  return html`<form class="card stack" method="post" action="${staffPath}"><button class="vh" name="do" value="${what}-ask" tabindex="-1" aria-hidden="true">Show</button>${fields(isSent ? filled : { values: now })}${end}</form>`
}

const ticked = (names: readonly string[]): Sent => Object.fromEntries(names.map((name) => [name, 'yes']))

/** Who has to show a second factor, and by which word of the identity provider that was done there. */
const factorsForm = async (filled: Filled, context: PageContext): Promise<Html | string> => {
  const [heard, found] = await Promise.all([
    ask(context, 'operators', 'getSecondFactorPolicy', {}),
    ask(context, 'stakeholders', 'listStakeholderRoles', {}),
  ])
  if (!heard.ok) return ''
  const { required, roles, providerContext } = heard.value
  const now = {
    required,
    providerContext: providerContext ?? '',
    ...ticked((roles ?? []).map((role) => `role-${role}`)),
  }
  const all = found.ok ? found.value : []
  const hint =
    'Such as https://refeds.org/profile/mfa. Without it, sign-ins at the identity provider do not count as two-step.'
  const fields = (own: Filled) =>
    html`<div class="stack"><h2>Two-step verification</h2>${choice(own, 'required', 'Required for', asking)}</div>${all.length > 0 ? html`<fieldset><legend>Approver roles</legend><p class="soft">Leave all unticked to require it for every approver role.</p>${all.map((one) => tick(own, `role-${one.stakeholderId}`, one.stakeholderName))}</fieldset>` : ''}${field(own, { name: 'providerContext', label: 'Authentication context for two-step sign-in', optional: true, longest: 255, hint })}`
  return policyForm('factor', now, filled, fields, context)
}

/** By which ways people come into the school, who may join and publish, how long they stay signed in, who shows more. */
export const doorPart: PartOf = async ({ filled }, context) => {
  const [heard, found] = await Promise.all([
    ask(context, 'operators', 'getDoor', {}),
    ask(context, 'operators', 'findSchoolUsers', { role: 'admin' }),
  ])
  if (!heard.ok) return heard
  const { ways, breakGlass, otherSchools: others, campusNetworks, ...door } = heard.value
  const now = {
    newMembers: door.newMembers,
    publishers: door.publishers,
    any: others === null ? 'yes' : '',
    otherSchools: (others ?? []).join(', '),
    campusNetworks: campusNetworks.join(', '),
    longestSession: String(door.longestSession),
    idleTime: String(door.idleTime),
    ...ticked([...ways.map((way) => `way-${way}`), ...breakGlass.map(({ _id }) => `glass-${_id}`)]),
  }
  const networksHint =
    'Such as 192.0.2.0/24, separated by commas. 3,000 people an hour may register from each of their addresses, instead of 300.'
  const minutes = { inputmode: 'numeric', longest: 5, hint: 'Minutes: 30 to 43200.' }
  const fields = (own: Filled) =>
    html`<fieldset><legend>Sign-in methods</legend>${signInMethods.map((way) => tick(own, `way-${way}`, wayNames[way] ?? way))}</fieldset><fieldset><legend>Who may use every sign-in method</legend><p class="soft">One to five administrators with a second factor, where not all ways are open. All administrators are mailed when they do.</p>${(found.ok ? found.value.users : []).map(({ _id, name }) => tick(own, `glass-${_id}`, name))}</fieldset><div>${choice(own, 'newMembers', 'Who can join', joining)}${choice(own, 'publishers', 'Who can publish', publishing)}</div><div>${tick(own, 'any', 'Visitors from any other school')}${field(own, { name: 'otherSchools', label: 'Or only from these schools', optional: true, longest: 4000, hint: 'School keys, separated by commas.' })}${field(own, { name: 'campusNetworks', label: 'Campus networks', optional: true, longest: 2000, hint: networksHint })}</div><div class="pair">${field(own, { name: 'longestSession', label: 'Longest session', ...minutes })}${field(own, { name: 'idleTime', label: 'Longest inactivity', ...minutes })}</div>`
  return html`${await policyForm('door', now, filled, fields, context)}${await factorsForm(filled, context)}`
}
