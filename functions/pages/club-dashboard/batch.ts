import { type CallResult, call, operation, type PageContext, refusalOf } from '../call.ts'
import { type Filled, hidden, refusedForm, select, textArea } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import { type Desk, dashboardPath, type InvitePreview } from './dashboard.ts'
import { type Role, roleChoices, roleName } from './people.ts'

/** Addresses of one text. A line with one address may also have a name, as mail programs write it. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .flatMap((line) =>
      (line.match(/@/g) ?? []).length > 1 ? line.split(/[,\s]+/) : [line.replace(/,\s*$/, '')],
    )
    .map((line) => line.trim())
    .filter((line) => line !== '')

const fields = ['emails', 'inviteRole']

/** Up to 30 addresses. Nothing is sent before the preview. */
export const batchForm = ({ path }: Desk, filled: Filled, roles: readonly Role[]): Html => {
  const own: Filled = filled.values.do?.startsWith('batch-') ? filled : { values: {} }
  const emailsField = textArea(own, {
    name: 'emails',
    label: t('Email addresses'),
    longest: 12_000,
    hint: t('One address in each line, at most 30. You can paste a column of a spreadsheet.'),
  })
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('Invite people')}</h2>${hidden('do', 'batch-check')}${refusedForm(own, fields)}<div>${emailsField}${select(own, 'inviteRole', t('Role'), roleChoices(roles))}</div><button class="btn">${t('Check addresses')}</button></form>`
}

const group = (title: string, tone: string, rows: readonly (Html | string)[]): Html | string =>
  rows.length === 0
    ? ''
    : html`<section class="stack-s"><h3>${title} <span class="tag ${tone}">${rows.length}</span></h3><ul class="list">${rows.map((row) => html`<li><bdi>${row}</bdi></li>`)}</ul></section>`

/** The addresses among them that have an open application: accepting it makes these people members at once. */
const applicantsIn = async (
  { orgId }: Desk,
  { toInvite }: InvitePreview,
  context: PageContext,
): Promise<ReadonlySet<string>> => {
  if (toInvite.length === 0) return new Set()
  const query = { orgId, status: 'pending' as const, limit: '100' }
  const found = await call(context, 'members', 'listApplications', query)
  const applications = found.ok ? found.value.applications : []
  return new Set(applications.flatMap(({ user_id: { email } }) => email?.toLowerCase() ?? []))
}

/** What will happen to each address, with the button that sends the invitations. */
export const batchPreview = async (
  desk: Desk,
  { values }: Filled,
  preview: InvitePreview,
  roles: readonly Role[],
  context: PageContext,
): Promise<Html> => {
  const { path } = desk
  const { members, invited, invalid } = preview
  const applicants = await applicantsIn(desk, preview, context)
  const hasApplied = ({ email }: { readonly email: string }): boolean => applicants.has(email.toLowerCase())
  const applied = preview.toInvite.filter(hasApplied)
  const toInvite = preview.toInvite.filter((one) => !hasApplied(one))
  const role = values.inviteRole ?? ''
  const count = toInvite.length
  const back = html`<a class="btn plain" href="${dashboardPath(path, 'invites')}">${t('Cancel')}</a>`
  const send = html`<form class="row" method="post" action="${path}">${hidden('do', 'batch-send')}${hidden('inviteRole', role)}${hidden('emails', toInvite.map(({ email }) => email).join('\n'))}<button class="btn">${t('Send {count, plural, one {# invitation} other {# invitations}}', { count })}</button>${back}</form>`
  const emailsField = textArea(
    { values },
    { name: 'emails', label: t('Correct the addresses'), longest: 12_000 },
  )
  const again = html`<form class="stack" method="post" action="${path}">${hidden('do', 'batch-check')}${hidden('inviteRole', role)}<div>${emailsField}</div><div class="row"><button class="btn${count > 0 ? ' plain' : ''}">${t('Check again')}</button>${count > 0 ? '' : back}</div></form>`
  const heading =
    count > 0
      ? t('Invite {count, plural, one {# person} other {# people}} with the role {role}?', {
          count,
          role: html`<bdi>${roleName(roles, role)}</bdi>`,
        })
      : t('Nobody to invite')
  return html`<section class="card stack" aria-labelledby="preview"><h2 id="preview">${heading}</h2>${count > 0 ? html`<p>${t('Each gets an email with a link that is valid for seven days. People without an account here need one to accept; the school decides which addresses can have one.')}</p>` : ''}${group(
    t('Will be invited'),
    'good',
    toInvite.map(({ email, user }) => (user ? `${user.name}, ${email}` : email)),
  )}${group(
    t('Have applied'),
    'warn',
    applied.map(({ email }) => email),
  )}${
    applied.length > 0
      ? html`<p><a href="${dashboardPath(path, 'applications')}">${t('Accept their applications instead')}</a></p>`
      : ''
  }${group(t('Already members'), '', members)}${group(t('Already invited'), '', invited)}${group(t('Not a valid email address'), 'bad', invalid)}${count > 0 ? send : ''}${invalid.length > 0 || count === 0 ? again : ''}</section>`
}

const check = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, emails = '' } = input
  const result = await call(context, 'invites', 'previewInvites', { orgId, emails: addressesIn(emails) })
  return { part: 'invites', done: '', result, ...(result.ok ? { preview: result.value } : {}) }
}

/** Sends the invitations. Where some of them failed, the form comes back with these addresses. */
const send = async (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { orgId, emails = '', inviteRole } = input
  const invites = addressesIn(emails).map((email) => ({ email, role: inviteRole || undefined }))
  const result = await call(context, 'invites', 'inviteBatch', { orgId, invites })
  if (!result.ok) return result
  const { sent: count, results } = result.value
  const failed = results.filter(({ status }) => status !== 'sent')
  if (failed.length === 0) return result
  const why = failed.map(({ email, message }) => `${email}: ${t(message ?? msg('not sent'))}`).join('; ')
  const message = t(
    '{sent, plural, one {# invitation was} other {# invitations were}} sent, {failed, number} not. {reasons}',
    { sent: count, failed: failed.length, reasons: why },
  )
  return { ok: false, refusal: refusalOf(409, { message }) }
}

/** Checks a list of addresses, invites them, or revokes one invitation. */
export const changeBatch = async (input: FormInput, context: PageContext): Promise<Done> => {
  if (input.do === 'batch-check') return check(input, context)
  if (input.do === 'batch-send')
    return { part: 'invites', done: 'invited-batch', result: await send(input, context) }
  const revoke = operation('invites', 'revokeInvite', ({ orgId, id = '' }: FormInput) => ({
    orgId,
    inviteId: id,
  }))
  return { part: 'invites', done: 'revoked', result: await revoke(input, context) }
}
