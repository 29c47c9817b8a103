import type { PartOf } from '../admin/admin.ts'
import { type Answer, call } from '../call.ts'
import { html, plural } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'

type Group = Answer<'stakeholders', 'listApprovalGroups'>[number]

const timeWords = ({ approvalSettings: settings }: Group): string =>
  settings === null
    ? 'As its step says'
    : `${plural(settings.escalationTimeout, 'hour')}${settings.autoEscalate ? ', then administrators' : ''}`

/** Clubs whose officers decide on events: in the approval steps, or as an approval group. */
export const groupsPart: PartOf = async (_, context) => {
  const result = await call(context, 'stakeholders', 'listApprovalGroups', {})
  if (!result.ok) return result
  const table = dataTable<Group>({
    caption: 'Clubs that decide',
    rows: result.value,
    empty: [
      'No club decides on events',
      'A club decides when an approval step names it, such as a student government.',
      { href: '/admin?part=flow', text: 'Open approval steps' },
    ],
    columns: [
      {
        key: 'name',
        label: 'Club',
        cell: ({ _id: id, org_name: name }) => html`<a href="/club-dashboard/${id}"><bdi>${name}</bdi></a>`,
      },
      {
        key: 'roles',
        label: 'Roles that decide',
        cell: ({ positions }) =>
          html`<bdi>${
            positions
              .filter(({ permissions }) =>
                permissions.some((one) => one === 'approve_events' || one === 'all'),
              )
              .map(({ displayName }) => displayName)
              .join(', ') || 'Owner'
          }</bdi>`,
      },
      { key: 'time', label: 'Time to decide', cell: timeWords },
    ],
  })
  return html`<p class="soft">Officers of these clubs decide on events, besides the approver roles.</p>${table}`
}
