import type { PartOf } from '../admin/admin.ts'
import { type Answer, call } from '../call.ts'
import { html } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'

type Group = Answer<'stakeholders', 'listApprovalGroups'>[number]

const timeWords = ({ approvalSettings: settings }: Group): string =>
  settings === null
    ? t('As the approval step says')
    : settings.autoEscalate
      ? t('{hours, plural, one {# hour} other {# hours}}, then administrators', {
          hours: settings.escalationTimeout,
        })
      : t('{hours, plural, one {# hour} other {# hours}}', { hours: settings.escalationTimeout })

/** Clubs whose officers decide on events: in the approval steps, or as an approval group. */
export const groupsPart: PartOf = async (_, context) => {
  const result = await call(context, 'stakeholders', 'listApprovalGroups', {})
  if (!result.ok) return result
  const table = dataTable<Group>({
    caption: t('Clubs that decide'),
    rows: result.value,
    empty: [
      t('No club decides on events'),
      t(
        'To let a club such as the student government decide, make it an approval group in its menu. Then add it to the approval steps.',
      ),
      { href: '/admin?part=orgs', text: t('Open clubs') },
    ],
    columns: [
      {
        key: 'name',
        label: t('Club'),
        cell: ({ _id: id, org_name: name }) => html`<a href="/club-dashboard/${id}"><bdi>${name}</bdi></a>`,
      },
      {
        key: 'roles',
        label: t('Roles that decide'),
        cell: ({ positions }) =>
          html`<bdi>${
            positions
              .filter(({ permissions }) =>
                permissions.some((one) => one === 'approve_events' || one === 'all'),
              )
              .map(({ displayName }) => displayName)
              .join(', ') || t('Owner')
          }</bdi>`,
      },
      { key: 'time', label: t('Time to decide'), cell: timeWords },
    ],
  })
  return html`<p class="soft">${t('Members of these clubs with the role Approver decide on events, besides the approver roles of the school.')}</p>${table}`
}
