import { moneyWords, statusTag } from '../budget/labels.ts'
import { type Answer, call, type PageContext } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { type Filled, hidden, nothingFilled, wrongIn } from '../layout/forms.ts'
import { actionButton, face, type Html, html, listed, nextPageLink } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, sentenceCase, t, translateChoices } from '../locale.ts'
import { isKindOfClub, tierName } from '../school/tier-names.ts'
import { adminPath, type PartOf, partPath } from './admin.ts'

type VerificationRequest = Answer<'verification', 'listVerificationRequests'>['data'][number]

/** Kinds of requests in words. */
const requestNames: Readonly<Record<string, string>> = {
  verification: msg('Wants to be verified'),
  status_upgrade: msg('Wants a higher level'),
  funding: msg('Asks for funding'),
  space_reservation: msg('Asks for a room'),
  feature_access: msg('Asks for more features'),
  event_approval: msg('Asks for approval of an event'),
}

/** What clubs write into a request. */
const replyNames: Readonly<Record<string, string>> = {
  description: msg('Description'),
  amount: msg('Amount'),
  purpose: msg('Purpose'),
  reason: msg('Reason'),
}

/** A key such as `event_space` as "Event space". */
const wordsOfKey = (key: string): string => {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]/g, ' ')
    .toLowerCase()
  return sentenceCase(words)
}

const inWords = (names: Readonly<Record<string, string>>, key: string): string => {
  const name = names[key]
  return name === undefined ? wordsOfKey(key) : t(name)
}

/** What an organization has written into its request. */
const dataOf = (data: Readonly<Record<string, unknown>>): Html | string => {
  const reply = Object.entries(data).filter(
    ([, value]) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  )
  if (reply.length === 0) return html`<p class="soft">${t('The club sent no text with it.')}</p>`
  return html`<dl class="answers">${reply.map(([name, value]) => html`<div><dt><bdi>${inWords(replyNames, name)}</bdi></dt><dd dir="auto">${String(value)}</dd></div>`)}</dl>`
}

/** A form that refuses a new club with a reason, which its owner reads. */
const refusalForm = (id: string, name: string, filled: Filled): Html => {
  const own: Filled = filled.values.do === 'refuse-club' && filled.values.id === id ? filled : nothingFilled
  const wrong = wrongIn(own, 'reason')
  const tied = wrong ? html` aria-invalid="true" aria-describedby="reason-${id}-wrong"` : ''
  const words = wrong ? html`<span class="wrong" id="reason-${id}-wrong">${wrong}</span>` : ''
  return html`<form class="stack-s" method="post" action="${adminPath}">${hidden('id', id)}${hidden('named', name)}<div class="field"><label for="reason-${id}">${t('Reason for a refusal')}<span class="vh">: ${name}</span></label><input id="reason-${id}" name="note" value="${own.values.note ?? ''}" maxlength="1000" required dir="auto"${tied}>${words}</div><button class="btn bad small" name="do" value="refuse-club" aria-label="${t('Refuse: {name}', { name })}">${t('Refuse')}</button></form>`
}

/** Deleted clubs that can still be restored. */
const deletedPart = async (context: PageContext): Promise<Html | string> => {
  const found = await call(context, 'management', 'listDeletedOrganizations', { limit: '20' })
  if (!found.ok || found.value.data.length === 0) return ''
  const rows = found.value.data.map(
    ({ _id: id, org_name: name, deletedAt }) =>
      html`<li><div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">${t('Deleted {time}', { time: agoWords(deletedAt, context.now()) })}</p></div>${actionButton(adminPath, t('Restore'), { do: 'restore-club', id, named: name }, { css: 'small', label: name })}</li>`,
  )
  return html`<section class="stack"><h2>${t('Deleted clubs')}</h2><p class="soft">${t('You can restore a club within 30 days.')}</p><ul class="list">${rows}</ul></section>`
}

type Tiers = Readonly<Record<string, { readonly name: string }>>

const requestItem = (request: VerificationRequest, tiers: Tiers, filled: Filled, now: Date): Html => {
  const { _id: id, orgId: org, requestType, verificationType: tier } = request
  const { requestData, submittedAt, approvals } = request
  const name = org.org_name
  const note = filled.values.id === id ? (filled.values.note ?? '') : ''
  const tierText = html`<bdi>${tiers[tier] ? tierName(tiers, tier) : wordsOfKey(tier)}</bdi>`
  const level = isKindOfClub(tier)
    ? t('Kind of club: {kind}', { kind: tierText })
    : t('Level: {level}', { level: tierText })
  const soFar =
    approvals > 0
      ? html`<span class="tag warn">${t('{count, plural, one {# approval} other {# approvals}} so far', { count: approvals })}</span>`
      : ''
  const buttons = html`<div class="row"><button class="btn small" name="do" value="verify" aria-label="${t('Approve: {name}', { name })}">${t('Approve')}</button><button class="btn bad small" name="do" value="refuse" aria-label="${t('Reject: {name}', { name })}">${t('Reject')}</button></div>`
  return html`<li class="card stack"><div class="title">${face(name, org.org_profile_image)}<div class="stack-s"><h3><a href="/org/${org._id}"><bdi>${name}</bdi></a></h3><p class="soft">${inWords(requestNames, requestType)} &middot; ${level} &middot; ${agoWords(submittedAt, now)}</p></div>${soFar}</div>${dataOf(requestData)}<form class="stack" method="post" action="${adminPath}">${hidden('id', id)}${hidden('named', name)}<div class="field"><label for="note-${id}">${t('Comment for the club (optional)')}<span class="vh">: ${name}</span></label><input id="note-${id}" name="note" value="${note}" maxlength="1000" dir="auto"></div>${buttons}</form></li>`
}

/** Clubs that wait: to be approved, and to be verified. */
export const clubsPart: PartOf = async ({ query, filled }, context) => {
  const [founded, started, requests, deleted, settings] = await Promise.all([
    call(context, 'management', 'listPendingOrganizations', { limit: '20' }),
    call(context, 'verification', 'listVerificationRequests', { status: 'under_review', limit: '20' }),
    call(context, 'verification', 'listVerificationRequests', {
      status: 'pending',
      limit: '20',
      cursor: query.cursor,
    }),
    deletedPart(context),
    call(context, 'management', 'getManagementConfig', {}),
  ])
  if (!founded.ok) return founded
  if (!started.ok) return started
  if (!requests.ok) return requests
  const { data: clubs } = founded.value
  const { data: pending, nextCursor } = requests.value
  // Requests with some of several approvals come first.
  const open = query.cursor ? pending : [...started.value.data, ...pending]
  const tiers = settings.ok ? settings.value.verificationTiers : {}
  return html`<section class="stack"><h2>${t('New clubs')}</h2>${listed(
    clubs.map(
      (club) =>
        html`<li>${face(club.org_name, club.org_profile_image)}<div class="stack-s"><h3><a href="/org/${club._id}"><bdi>${club.org_name}</bdi></a></h3><p dir="auto">${club.org_description}</p><p class="soft"><bdi>${club.owner.name}</bdi>, ${t('{count, plural, one {# member} other {# members}}', { count: club.memberCount })}, ${agoWords(club.createdAt, context.now())}</p></div>${actionButton(adminPath, t('Approve'), { do: 'let-club', id: club._id, named: club.org_name }, { css: 'small', label: club.org_name })}${refusalForm(club._id, club.org_name, filled)}</li>`,
    ),
    [
      t('No clubs waiting for approval'),
      t('New clubs appear here if your settings require approval.'),
      { href: partPath('settings'), text: t('Open settings') },
    ],
  )}</section><section class="stack"><h2>${t('Verification requests')}</h2>${listed(
    open.map((request) => requestItem(request, tiers, filled, context.now())),
    [t('No verification requests'), t('Verification requests from clubs appear here.')],
    'stack',
  )}${nextPageLink(`${adminPath}?part=clubs`, nextCursor)}</section>${deleted}`
}

const budgetFilters = [
  ['', msg('In review')],
  ['approved', msg('Approved')],
  ['revision_requested', msg('Changes requested')],
  ['rejected', msg('Rejected')],
] as const

type Budget = Answer<'budgets', 'listFinanceBudgets'>['data'][number]

/** Budgets of all clubs, in review or decided; each is decided at the desk of its club. */
export const financePart: PartOf = async ({ query }, context) => {
  const [status] = budgetFilters.find(([name]) => name === query.filter) ?? ['']
  const result = await call(context, 'budgets', 'listFinanceBudgets', {
    status: status === '' ? 'in_review' : status,
    limit: '20',
    cursor: query.cursor,
  })
  if (!result.ok) return result
  const { data, pagination } = result.value
  const stageOf = ({ workflow }: Budget) => workflow.stagesSnapshot[workflow.currentStageIndex]?.label ?? ''
  return html`${dataTable<Budget>({
    caption: t('Budgets'),
    address: partPath('budgets'),
    values: { filter: status },
    filters: [{ name: 'filter', label: t('Status'), choices: translateChoices(budgetFilters) }],
    rows: data,
    empty:
      status === ''
        ? [
            t('No budget is in review'),
            t('Submitted budgets appear here. Clubs start them from your templates.'),
            { href: partPath('templates'), text: t('Open budget templates') },
          ]
        : [t('No budgets found'), t('Budgets that were decided appear here.')],
    columns: [
      {
        key: 'title',
        label: t('Budget'),
        cell: ({ _id: id, orgId, title, fiscalYear }) =>
          html`<a href="/club-dashboard/${orgId}?part=budgets&amp;id=${id}"><bdi>${title}</bdi></a>${title.includes(fiscalYear) ? '' : html` <bdi>${fiscalYear}</bdi>`}`,
      },
      { key: 'club', label: t('Club'), cell: ({ org }) => html`<bdi>${org.org_name}</bdi>` },
      {
        key: 'amount',
        label: t('Amount'),
        isNumber: true,
        cell: ({ totalAmount, currency }) => moneyWords(totalAmount, { currency }),
      },
      {
        key: 'status',
        label: t('Status'),
        cell: (budget) =>
          html`${statusTag(budget.status)}${budget.status === 'in_review' ? html` <span class="soft">${t('waiting for {stage}', { stage: html`<bdi>${stageOf(budget)}</bdi>` })}</span>` : ''}`,
      },
    ],
  })}${nextPageLink(partPath('budgets', { filter: status }), pagination.nextCursor)}`
}
