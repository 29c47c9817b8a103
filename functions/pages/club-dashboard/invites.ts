import { type Answer, call } from '../call.ts'
import { agoWords, dayWords } from '../layout/dates.ts'
import {
  confirmedMenuAction,
  type Html,
  html,
  menu,
  nextPageLink,
  type States,
  tagged,
} from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t } from '../locale.ts'
import { batchForm, batchPreview } from './batch.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { type Role, roleName, rolesFor } from './people.ts'

type Invite = Answer<'invites', 'listInvites'>['data'][number]

const states: States = {
  pending: ['warn', msg('Pending')],
  accepted: ['good', msg('Accepted')],
  declined: ['bad', msg('Not accepted')],
  expired: ['', msg('Expired')],
  revoked: ['', msg('Revoked')],
}
const stateTag = tagged(states)

const inviteTable = (
  { path }: Desk,
  invites: readonly Invite[],
  roles: readonly Role[],
  zone: string,
  now: Date,
): Html =>
  dataTable({
    caption: t('Invitations'),
    rows: invites,
    empty: [t('No invitations yet'), t('Invitations of the last 30 days appear here, with their answers.')],
    columns: [
      {
        key: 'email',
        label: t('Person'),
        cell: ({ email, user_id: user }) =>
          html`${user ? html`<bdi>${user.name}</bdi> ` : ''}<span class="soft"><bdi>${email}</bdi></span>`,
      },
      { key: 'role', label: t('Role'), cell: ({ role }) => html`<bdi>${roleName(roles, role)}</bdi>` },
      { key: 'status', label: t('Status'), cell: ({ status }) => stateTag(status) },
      {
        key: 'sent',
        label: t('Sent'),
        cell: ({ created_at: at, invited_by: by }) =>
          t('{when} by {name}', {
            when: html`<time datetime="${at}">${agoWords(at, now)}</time>`,
            name: html`<bdi>${by.name}</bdi>`,
          }),
      },
      {
        key: 'expires',
        label: t('Expires'),
        cell: ({ status, expires_at: at }) => (status === 'pending' ? dayWords(at, zone) : ''),
      },
      {
        key: 'more',
        label: t('More actions'),
        isHidden: true,
        cell: ({ _id: id, status, email }) =>
          status === 'pending'
            ? menu(
                [
                  confirmedMenuAction(path, {
                    text: t('Revoke invitation'),
                    consequence: t(
                      'The link in the email to {email} stops working at once. You can invite them again.',
                      { email: html`<bdi>${email}</bdi>` },
                    ),
                    carried: { do: 'batch-revoke', id },
                    label: email,
                  }),
                ],
                t('More actions for {name}', { name: email }),
              )
            : '',
      },
    ],
  })

/** Invites many people at once, and lists the invitations of the last 30 days. */
export const invitesPart: PartOf = async (desk, { cursor }, filled, context) => {
  const { orgId, path } = desk
  const roles = rolesFor(desk)
  if (filled.preview) return batchPreview(desk, filled, filled.preview, roles, context)
  const found = await call(context, 'invites', 'listInvites', { orgId, limit: '30', cursor })
  if (!found.ok) return found
  const { data, nextCursor } = found.value
  const zone = context.within?.visit.timezone ?? context.tenant.timezone
  return html`${batchForm(desk, filled, roles)}<section class="stack"><h2>${t('Sent invitations')}</h2>${inviteTable(desk, data, roles, zone, context.now())}${nextPageLink(dashboardPath(path, 'invites'), nextCursor)}</section>`
}
