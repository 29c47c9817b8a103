import { signInMethods } from '../../../lib/contract/people.ts'
import { roleTitle } from '../approvals/role-names.ts'
import { call, type PageContext, type Refusal } from '../call.ts'
import { checkbox, type Filled, field, hidden, select, wrongIn } from '../layout/forms.ts'
import { type Html, html, raw, wayNames } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { adminPath, type PartOf, refusalAbove } from './admin.ts'

type FormInput = Filled['values']
type Turn = { readonly cursor: string | undefined; readonly seen: string | undefined }
const joining = [
  ['anybody', msg('Anyone')],
  ['domains', msg('People with a verified school address')],
  ['rostered', msg('People on the roster')],
  ['invited', msg('People invited by a club')],
] as const
const asking = [
  ['nobody', msg('Nobody')],
  ['administrators', msg('Administrators')],
  ['staff', msg('Administrators and approvers')],
] as const
const publishing = [
  ['anybody', msg('Every member')],
  ['proven', msg('People with a verified school address')],
] as const

/** The ends of the names that are ticked, of those that begin so. */
const tickedIn = (input: FormInput, start: string): string[] =>
  Object.keys(input)
    .filter((name) => name.startsWith(start) && input[name] === 'yes')
    .map((name) => name.slice(start.length))

/** What the form asks of the door. */
export const doorIn = (input: FormInput) => ({
  ways: signInMethods.filter((way) => input[`way-${way}`] === 'yes'),
  breakGlass: tickedIn(input, 'glass-'),
  newMembers: joining.find(([name]) => name === input.newMembers)?.[0],
  publishers: publishing.find(([name]) => name === input.publishers)?.[0],
  otherSchools:
    input.any === 'yes' ? null : (input.otherSchools ?? '').split(/[\s,]+/).filter((key) => key !== ''),
  campusNetworks: (input.campusNetworks ?? '').split(/[\s,]+/).filter((network) => network !== ''),
  longestSession: Number(input.longestSession),
  idleTime: Number(input.idleTime),
})

/** What the form asks of second factors: where no role is ticked, of all. */
export const factorsIn = (input: FormInput) => {
  const required = asking.find(([name]) => name === input.required)?.[0] ?? 'nobody'
  const roles = tickedIn(input, 'role-')
  return { required, roles: required === 'staff' && roles.length > 0 ? roles : null }
}

const previews = {
  door: (input: FormInput, turn: Turn, context: PageContext) =>
    call(context, 'operators', 'previewDoor', { ...doorIn(input), ...turn }),
  factor: (input: FormInput, turn: Turn, context: PageContext) =>
    call(context, 'operators', 'previewSecondFactorPolicy', { ...factorsIn(input), ...turn }),
} as const

/** Whom it locks out, page by page; saving comes with the last of them. */
const preview = async (
  what: keyof typeof previews,
  input: FormInput,
  startOver: Html,
  context: PageContext,
): Promise<Html | { readonly refusal: Refusal }> => {
  const { cursor } = input
  const result = await previews[what](input, { cursor, seen: cursor ? input.seen : undefined }, context)
  if (!result.ok) return result
  const { people, cursor: next, seen } = result.value
  return html`<section class="stack" role="status"><h3>${what === 'door' ? t('People this locks out') : t('People who need to set up a factor first')}</h3>${people.length === 0 ? html`<p class="tell good">${cursor ? t('Nobody more.') : t('Nobody.')}</p>` : html`<ul class="people">${people.map(({ name, email }) => html`<li>&nbsp;<bdi>${name}</bdi> <bdi class="soft">${email}</bdi></li>`)}</ul>`}${hidden('seen', seen)}<div class="row">${next ? html`<button class="btn" name="do" value="${what}-ask">${t('Show more')}</button>${hidden('cursor', next)}` : html`<button class="btn ${people.length === 0 && !cursor ? '' : 'bad'}" name="do" value="${what}-save">${t('Save changes')}</button>`}${startOver}</div></section>`
}

/** Items of a list are refused by their place in it. The form has one field, or one group, for the whole list. */
const atFields = (refusal: Refusal | undefined): Refusal | undefined =>
  refusal && {
    ...refusal,
    field: refusal.code === 'BREAK_GLASS_UNFIT' ? 'breakGlass' : refusal.field,
    details: refusal.details.map((detail) => ({ ...detail, field: detail.field.replace(/\.\d+$/, '') })),
  }

/** A form that is saved once its consequence was shown, with what was entered or what holds now. */
const policyForm = async (
  what: keyof typeof previews,
  now: FormInput,
  filled: Filled,
  fields: (own: Filled) => Html,
  context: PageContext,
): Promise<Html> => {
  const nextStep = html`<p class="soft">${t('Nothing is saved yet. The preview shows who is affected, and has the button that saves your changes.')}</p>`
  const again = html`<button class="btn" name="do" value="${what}-ask">${what === 'door' ? t('Preview who is locked out') : t('Preview who has no second factor')}</button>`
  const startOver = html`<a class="btn plain" href="${adminPath}?part=door">${t('Start over')}</a>`
  const isSent = filled.values.do?.startsWith(`${what}-`) === true
  const shown = isSent && !filled.refusal ? await preview(what, filled.values, startOver, context) : undefined
  const refusal = atFields(shown && 'refusal' in shown ? shown.refusal : filled.refusal)
  const own: Filled = isSent ? { ...filled, refusal } : { values: now }
  const inputs = fields(own)
  // A refusal that marks no field stands beside the button.
  const end =
    shown && 'refusal' in shown
      ? html`${refusalAbove(own, inputs)}<div class="row">${again}${startOver}</div>`
      : (shown ?? html`${nextStep}${again}`)
  return html`<form class="card stack" method="post" action="${adminPath}"><button class="vh" name="do" value="${what}-ask" tabindex="-1" aria-hidden="true">${t('Show')}</button>${inputs}${end}</form>`
}

const ticked = (names: readonly string[]): FormInput => Object.fromEntries(names.map((name) => [name, 'yes']))

/** Who has to show a second factor, and by which word of the identity provider that was done there. */
const factorsForm = async (filled: Filled, context: PageContext): Promise<Html | string> => {
  const [result, found] = await Promise.all([
    call(context, 'operators', 'getSecondFactorPolicy', {}),
    call(context, 'stakeholders', 'listStakeholderRoles', {}),
  ])
  if (!result.ok) return ''
  const { required, roles, providerContext } = result.value
  const now = {
    required,
    providerContext: providerContext ?? '',
    ...ticked((roles ?? []).map((role) => `role-${role}`)),
  }
  const all = found.ok ? found.value : []
  const hint = t(
    'Such as https://refeds.org/profile/mfa. Without it, sign-ins at the identity provider do not count as two-step.',
  )
  const fields = (own: Filled) => {
    const providerContextField = field(own, {
      name: 'providerContext',
      label: t('Authentication context for two-step sign-in'),
      optional: true,
      longest: 255,
      hint,
    })
    return html`<div class="stack"><h2>${t('Two-step verification')}</h2>${select(own, 'required', t('Required for'), translateChoices(asking))}</div>${all.length > 0 ? html`<fieldset><legend>${t('Approver roles')}</legend><p class="soft">${t('Leave all unticked to require it for every approver role.')}</p>${all.map((one) => checkbox(own, `role-${one.stakeholderId}`, roleTitle(one.stakeholderName)))}</fieldset>` : ''}${providerContextField}`
  }
  return policyForm('factor', now, filled, fields, context)
}

/** By which ways people come into the school, who may join and publish, how long they stay signed in, who shows more. */
export const checkInPart: PartOf = async ({ filled }, context) => {
  const [result, found] = await Promise.all([
    call(context, 'operators', 'getDoor', {}),
    call(context, 'operators', 'findSchoolUsers', { role: 'admin' }),
  ])
  if (!result.ok) return result
  const { ways, breakGlass, otherSchools: others, campusNetworks, ...door } = result.value
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
  const networksHint = t(
    'Such as 192.0.2.0/24, separated by commas. {most, number} people an hour may register from each of their addresses, instead of {usual, number}.',
    { most: 3000, usual: 300 },
  )
  const minutes = {
    inputmode: 'numeric',
    longest: 5,
    hint: t('{least, number} to {most, number} minutes, which is 30 days.', { least: 30, most: 43_200 }),
  }
  const fields = (own: Filled) => {
    const newMembersFields = [
      select(own, 'newMembers', t('Who can join'), translateChoices(joining)),
      select(own, 'publishers', t('Who can publish'), translateChoices(publishing)),
    ]
    const visitorFields = [
      html`<fieldset><legend>${t('Visitors')}</legend>${checkbox(own, 'any', t('From any other school'))}</fieldset>`,
      field(own, {
        name: 'otherSchools',
        label: t('Or only from these schools'),
        optional: true,
        longest: 4000,
        hint: t('Their subdomains, separated by commas.'),
      }),
      field(own, {
        name: 'campusNetworks',
        label: t('Campus networks'),
        optional: true,
        longest: 2000,
        hint: networksHint,
      }),
    ]
    const sessionFields = [
      field(own, { name: 'longestSession', label: t('Longest session, in minutes'), ...minutes }),
      field(own, { name: 'idleTime', label: t('Longest inactivity, in minutes'), ...minutes }),
    ]
    const unfit = wrongIn(own, 'breakGlass')
    const problem = unfit ? html`<span class="wrong" id="breakGlass-wrong">${unfit}</span>` : ''
    return html`<fieldset><legend>${t('Sign-in methods')}</legend>${signInMethods.map((way) => checkbox(own, `way-${way}`, t(wayNames[way] ?? way)))}</fieldset><fieldset${unfit ? raw(' aria-describedby="breakGlass-wrong"') : ''}><legend>${t('Emergency access')}</legend><p class="soft">${t('These administrators may use every sign-in method, in case the allowed ones fail. Choose one to five with a second factor if you turn off a method. Every administrator gets an email when one of them uses this.')}</p>${(found.ok ? found.value.users : []).map(({ _id, name }) => checkbox(own, `glass-${_id}`, name))}${problem}</fieldset><div>${newMembersFields}</div><div>${visitorFields}</div><div class="pair">${sessionFields}</div>`
  }
  return html`${await policyForm('door', now, filled, fields, context)}${await factorsForm(filled, context)}`
}
