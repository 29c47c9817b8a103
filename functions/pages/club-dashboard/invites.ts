import { type Answer, call } from '../call.ts'
import { agoWords, dayWords } from '../layout/dates.ts'
import { type Html, html, menu, menuAction, nextPageLink, type States, tagged } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { batchForm, batchPreview } from './batch.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { type Role, roleName, rolesFor } from './people.ts'

type Invite = Answer<'invites', 'listInvites'>['data'][number]

const states: States = {
  pending: ['warn', 'Open'],
  accepted: ['good', 'Accepted'],
  declined: ['bad', 'Declined'],
  expired: ['', 'Expired'],
  revoked: ['', 'Revoked'],
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
    caption: 'Invitations',
    rows: invites,
    empty: ['No invitations yet', 'Invitations of the last 30 days appear here, with their answers.'],
    columns: [
      {
        key: 'email',
        label: 'Person',
        cell: ({ email, user_id: user }) =>
          html`${user ? html`<bdi>${user.name}</bdi> ` : ''}<span class="soft"><bdi>${email}</bdi></span>`,
      },
      { key: 'role', label: 'Role', cell: ({ role }) => html`<bdi>${roleName(roles, role)}</bdi>` },
      { key: 'status', label: 'Status', cell: ({ status }) => stateTag(status) },
      {
        key: 'sent',
        label: 'Sent',
        cell: ({ created_at: at, invited_by: by }) =>
          html`<time datetime="${at}">${agoWords(at, now)}</time> by <bdi>${by.name}</bdi>`,
      },
      {
        key: 'expires',
        label: 'Expires',
        cell: ({ status, expires_at: at }) => (status === 'pending' ? dayWords(at, zone) : ''),
      },
      {
        key: 'more',
        label: 'More actions',
        isHidden: true,
        cell: ({ _id: id, status, email }) =>
          status === 'pending'
            ? menu(
                [
                  menuAction(
                    path,
                    'Revoke invitation',
                    { do: 'batch-revoke', id },
                    { danger: true, label: email },
                  ),
                ],
                `More actions for ${email}`,
              )
            : '',
      },
    ],
  })

/** Invites many people at once, and lists the invitations of the last 30 days. */
export const invitesPart: PartOf = async (desk, { cursor }, filled, context) => {
  const { orgId, path } = desk
  const roles = rolesFor(desk)
  if (filled.preview) return batchPreview(desk, filled, filled.preview, roles)
  const found = await call(context, 'invites', 'listInvites', { orgId, limit: '30', cursor })
  if (!found.ok) return found
  const { data, nextCursor } = found.value
  const zone = context.within?.visit.timezone ?? context.tenant.timezone
  return html`${batchForm(desk, filled, roles)}<section class="stack"><h2>Sent invitations</h2>${inviteTable(desk, data, roles, zone, context.now())}${nextPageLink(dashboardPath(path, 'invites'), nextCursor)}</section>`
}
