import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { dayWords, moment } from '../layout/dates.ts'
import { checkbox, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { empty, face, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { type Member, type Role, rolesFor, roleTags } from './people.ts'

type Campaign = NonNullable<Answer<'management', 'getOrgRenewal'>>
type OwnAnswer = Answer<'organizations', 'getOrganizationByName'>['overview']['renewal']

const stateOf = (campaign: Campaign, own: OwnAnswer, zone: string): Html => {
  if (own?.campaign !== campaign._id)
    return html`<p class="tell warn" role="status">${t('Not confirmed yet. Confirm until {date}.', { date: moment(campaign.dueAt, zone) })}</p>`
  if (own.state === 'lapsed')
    return html`<p class="tell bad" role="status">${t('The date has passed without a confirmation. You can still confirm.')}</p>`
  return html`<p class="tell good" role="status">${t('Confirmed on {date}. Confirm again if officers or charter change.', { date: dayWords(own.at, zone) })}</p>`
}

const officerItem = (
  { user_id: { name, username, picture }, roles: names }: Member,
  roles: readonly Role[],
) =>
  html`<li>${face(name, picture)}<div class="stack-s"><strong><bdi>${name}</bdi></strong><p class="soft">@<bdi>${username}</bdi></p></div>${roleTags(roles, names)}</li>`

/** Everybody with a role above the plain member's, once each. */
const officersOf = async (desk: Desk, context: PageContext): Promise<readonly Member[]> => {
  const names = rolesFor(desk).flatMap(({ name }) => (name === 'member' ? [] : [name]))
  const found = await Promise.all(
    names.map((role) => call(context, 'members', 'listOrgMembers', { orgId: desk.orgId, role, limit: '20' })),
  )
  const all = found.flatMap((result) => (result.ok ? result.value.members : []))
  return [...new Map(all.map((member) => [member._id, member])).values()]
}

const confirming = ({ path }: Desk, { requiresCharter }: Campaign, own: OwnAnswer, filled: Filled): Html => {
  const values = { charterUrl: own?.charterUrl ?? '' }
  const form: Filled = filled.values.do === 'renewal-confirm' ? filled : { values }
  const charterUrlField = field(form, {
    name: 'charterUrl',
    label: t('Web address of the charter'),
    type: 'url',
    longest: 500,
    optional: !requiresCharter,
    hint: t('A link to the current charter or constitution of the club.'),
  })
  const officersConfirmedField = checkbox(
    form,
    'officersConfirmed',
    t('The people above are the current officers'),
  )
  return html`<form class="card stack" method="post" action="${path}"><h3>${t('Confirm for this year')}</h3>${hidden('do', 'renewal-confirm')}${refusedForm(form, ['charterUrl', 'officersConfirmed'])}${charterUrlField}${officersConfirmedField}<button class="btn">${t('Confirm renewal')}</button></form>`
}

/** The yearly renewal of the school: the officers to check, and the form that confirms them and the charter. */
export const renewalPart: PartOf = async (desk, _, filled, context) => {
  const { path, name } = desk
  const [open, found, officers] = await Promise.all([
    call(context, 'management', 'getOrgRenewal', {}),
    call(context, 'organizations', 'getOrganizationByName', { name }),
    officersOf(desk, context),
  ])
  if (!open.ok) return open
  if (!found.ok) return found
  const campaign = open.value
  if (!campaign)
    return empty(
      t('No renewal is open'),
      t('When the school starts one, you confirm officers and charter here.'),
    )
  const zone = pageScope(context).visit.timezone
  const own = found.value.overview.renewal
  const edit = desk.may('manage_members')
    ? html`<p class="soft">${t('Somebody is missing or has left? Change their roles under {members} first.', { members: html`<a href="${dashboardPath(path, 'members')}">${t('All members')}</a>` })}</p>`
    : ''
  return html`<header class="stack-s"><h2><bdi>${campaign.title}</bdi></h2><p class="soft">${t('Once a year the school asks every club who leads it.')}</p></header>${stateOf(campaign, own, zone)}<section class="stack"><h3>${t('Officers')}</h3><ul class="list">${officers.map((member) => officerItem(member, rolesFor(desk)))}</ul>${edit}</section>${confirming(desk, campaign, own, filled)}`
}

/** Confirms officers and charter. Without the tick, nothing is sent. */
export const confirmRenewal = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, charterUrl, officersConfirmed } = input
  const result = await call(context, 'management', 'confirmOrgRenewal', {
    orgId,
    officersConfirmed: (officersConfirmed === 'yes') as true,
    charterUrl: charterUrl?.trim() || undefined,
  })
  if (result.ok) return { part: 'renewal', done: 'renewal-confirmed', result }
  const { refusal } = result
  const isUnticked = officersConfirmed !== 'yes' && refusal.status === 400
  const message = t('Tick the box to confirm that the officers are current.')
  return {
    part: 'renewal',
    done: '',
    result: isUnticked
      ? { ok: false, refusal: { ...refusal, details: [], field: undefined, message } }
      : result,
  }
}
