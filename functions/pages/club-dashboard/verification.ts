import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, fieldFrame, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { type Html, html, listed, raw, type States, tagged } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { isKindOfClub, tierDescription, tierName } from '../school/tier-names.ts'
import type { Done, FormInput } from './change.ts'
import type { Desk, PartOf } from './dashboard.ts'

type Tiers = Answer<'organizations', 'getOrganizationByName'>['overview']['verificationTiers']
type Request = Answer<'verification', 'listVerificationRequests'>['data'][number]

const states: States = {
  pending: ['warn', msg('Waiting')],
  under_review: ['warn', msg('In review')],
  escalated: ['warn', msg('In review')],
  conditionally_approved: ['warn', msg('Approved with conditions')],
  approved: ['good', msg('Approved')],
  rejected: ['bad', msg('Rejected')],
}
const stateTag = tagged(states)

const tierItem = (tiers: Tiers, key: string): Html => {
  const tier = tiers[key] ?? { name: key, benefits: [] }
  const { benefits } = tier
  const description = tierDescription(key, tier)
  return html`<li><div class="stack-s"><h3><bdi>${tierName(tiers, key)}</bdi></h3>${description ? html`<p dir="auto">${description}</p>` : ''}${benefits.length === 0 ? '' : html`<ul class="soft">${benefits.map((benefit) => html`<li><bdi>${benefit}</bdi></li>`)}</ul>`}</div></li>`
}

const timesOf = ({ submittedAt, reviewedAt }: Request, zone: string): string => {
  const date = dayWords(submittedAt, zone)
  return reviewedAt
    ? t('Sent on {date}, reviewed on {reviewed}', { date, reviewed: dayWords(reviewedAt, zone) })
    : t('Sent on {date}', { date })
}

const requestItem = (request: Request, tiers: Tiers, zone: string): Html =>
  html`<li><div class="stack-s"><h3><bdi>${tierName(tiers, request.verificationType)}</bdi></h3><p class="soft">${timesOf(request, zone)}</p>${request.reviewNotes ? html`<p dir="auto">${request.reviewNotes}</p>` : ''}</div>${stateTag(request.status)}</li>`

/** Levels, then kinds of clubs; a group without any is left out. */
const groupsOf = (tiers: Tiers): readonly (readonly [title: string, keys: readonly string[]])[] => {
  const keys = Object.keys(tiers)
  return (
    [
      [t('Levels'), keys.filter((key) => !isKindOfClub(key))],
      [t('Kinds of clubs'), keys.filter(isKindOfClub)],
    ] as const
  ).filter(([, own]) => own.length > 0)
}

/** Each choice says what it stands for, so that nobody has to guess the order of the levels. */
const tierSelect = (own: Filled, tiers: Tiers): Html => {
  const name = 'verificationType'
  const option = (key: string): Html => {
    const [text, description] = [tierName(tiers, key), tierDescription(key, tiers[key] ?? { name: key })]
    return html`<option value="${key}"${own.values[name] === key ? raw(' selected') : ''}>${description ? t('{name}: {description}', { name: text, description }) : text}</option>`
  }
  const groups = groupsOf(tiers).map(
    ([title, keys]) => html`<optgroup label="${title}">${keys.map(option)}</optgroup>`,
  )
  return fieldFrame(
    own,
    { name, label: t('Level or kind of club') },
    (tied) => html`<select id="${name}" name="${name}"${tied}>${groups}</select>`,
  )
}

const askForm = ({ path }: Desk, tiers: Tiers, filled: Filled): Html => {
  const own: Filled = filled.values.do === 'verification-ask' ? filled : { values: {} }
  const descriptionField = textArea(own, {
    name: 'description',
    label: t('Why the school should verify the club'),
    longest: 2000,
    hint: t('For example, how long it exists, what it does, and who advises it.'),
  })
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('Request verification')}</h2>${hidden('do', 'verification-ask')}${refusedForm(own, ['verificationType', 'description'])}<div>${Object.keys(tiers).length > 0 ? tierSelect(own, tiers) : ''}${descriptionField}</div><button class="btn">${t('Send request')}</button></form>`
}

/** What verification gives, the club's requests with their decisions, and the form for a new request. */
export const verificationPart: PartOf = async (desk, _, filled, context) => {
  const { orgId, name, club } = desk
  const [found, requests] = await Promise.all([
    call(context, 'organizations', 'getOrganizationByName', { name }),
    call(context, 'verification', 'listVerificationRequests', {
      orgId,
      requestType: 'verification',
      limit: '20',
    }),
  ])
  if (!found.ok) return found
  if (!requests.ok) return requests
  const { verificationTiers: tiers } = found.value.overview
  const zone = pageScope(context).visit.timezone
  const { data } = requests.value
  const isOpen = data.some(({ status }) => status !== 'approved' && status !== 'rejected')
  const status = club?.verified
    ? html`<p class="tell good" role="status">${t('This club is verified: {level}.', { level: html`<bdi>${tierName(tiers, club.verificationType)}</bdi>` })}</p>`
    : html`<p class="tell" role="status">${t('This club is not verified. A verified club has a mark in the directory and on its page.')}</p>`
  const lists = groupsOf(tiers).map(
    ([title, keys]) =>
      html`<section class="stack"><h2>${title}</h2><ul class="list">${keys.map((key) => tierItem(tiers, key))}</ul></section>`,
  )
  const form = isOpen
    ? html`<p class="soft">${t('The school reviews your request. You can send another one after its decision.')}</p>`
    : askForm(desk, tiers, filled)
  return html`${status}${form}${lists}<section class="stack"><h2>${t('Your requests')}</h2>${listed(
    data.map((request) => requestItem(request, tiers, zone)),
    [t('No requests yet'), t('Requests of the club and the decisions of the school appear here.')],
  )}</section>`
}

/** Sends a request to verify the club. */
export const requestVerification = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, verificationType, description = '' } = input
  const result = await call(context, 'verification', 'submitVerificationRequest', {
    orgId,
    requestType: 'verification',
    verificationType: verificationType || undefined,
    requestData: { description },
  })
  return { part: 'verification', done: 'handed-in', result }
}
