import { type AreaAction, adminPath, type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call, operation } from '../call.ts'
import { type Choice, checkbox, type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { type Html, html, listed, plural } from '../layout/page.ts'

type Domain = Answer<'stakeholders', 'getDomain'>
type Role = Answer<'stakeholders', 'listDomainRoles'>[number]

export const domainKinds = [
  ['department', 'Department'],
  ['facility', 'Facility'],
  ['service', 'Service'],
] as const

const deciding: readonly Choice[] = [
  ['yes', 'Its approvers decide'],
  ['notified', 'Its approvers are only notified'],
  ['no', 'Its approvers do not take part'],
]

const yes = (is: boolean): string => (is ? 'yes' : '')
const text = (value: number | null): string => (value === null ? '' : String(value))

const valuesOf = ({ name, type, description, domainSettings: settings }: Domain): Filled['values'] => ({
  name,
  type,
  description,
  capacity: text(settings.maxCapacity),
  ahead: text(settings.bookingRules.minAdvanceBooking),
  refused: settings.restrictedEventTypes.join(', '),
  deciding: !settings.approvalWorkflow.enabled
    ? 'no'
    : settings.approvalWorkflow.autoApprove
      ? 'notified'
      : 'yes',
  all: yes(settings.approvalWorkflow.requireAllApprovers),
  hours: text(settings.approvalWorkflow.escalationTimeout),
})

const roleItem = ({ stakeholderId: id, stakeholderName: name, members, isActive }: Role): Html =>
  html`<li><div class="stack-s"><strong><a href="${partPath('approvers', { id })}"><bdi>${name}</bdi></a></strong><span class="soft">${members.map((member) => member.name).join(', ') || 'Nobody appointed'}</span></div>${isActive ? '' : html`<span class="tag">Inactive</span>`}</li>`

const form = (domain: Domain, filled: Filled): Html => {
  const own: Filled = filled.values.do === 'domain-save' ? filled : { values: valuesOf(domain) }
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'domain-save')}${hidden('id', domain._id)}<h2>Settings</h2><div>${field(own, { name: 'name', label: 'Name', longest: 100 })}${select(own, 'type', 'Kind', domainKinds)}${textArea(own, { name: 'description', label: 'Description', optional: true, longest: 500 })}</div><h3>Approval</h3><div>${select(own, 'deciding', 'Events in its rooms', deciding)}${checkbox(own, 'all', 'All of its roles have to approve, not only one')}${field(own, { name: 'hours', label: 'Hours to decide', inputmode: 'numeric', longest: 3, hint: '1 to 168. Then administrators may decide.' })}</div><h3>Rules for events in its rooms</h3><div><div class="pair">${field(own, { name: 'capacity', label: 'Most people', optional: true, inputmode: 'numeric', longest: 6 })}${field(own, { name: 'ahead', label: 'Hours in advance', optional: true, inputmode: 'numeric', longest: 4 })}</div>${field(own, { name: 'refused', label: 'Event types that it does not allow', optional: true, longest: 1000, hint: 'Separated by commas.' })}</div><button class="btn">Save domain</button></form>`
}

/** One approval domain: its roles with their holders, and its rules. */
export const domainPart: PartOf = async ({ query, filled }, context) => {
  const domainId = query.id ?? ''
  const [domain, roles] = await Promise.all([
    call(context, 'stakeholders', 'getDomain', { domainId }),
    call(context, 'stakeholders', 'listDomainRoles', { domainId }),
  ])
  if (!domain.ok) return domain
  if (!roles.ok) return roles
  const { name, spaceGovernance } = domain.value
  const { kind, spaceIds } = spaceGovernance.governingScope
  const rooms =
    kind === 'scoped' ? plural(spaceIds.length, 'room') : kind === 'none' ? 'no rooms' : 'all rooms'
  return html`<p><a href="${partPath('approvers')}">All approver roles</a></p><div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft">Governs ${rooms}.</p></div>${listed(roles.value.map(roleItem), ['No roles yet', 'Create a role for this domain on the page of approvers.', { href: partPath('approvers'), text: 'Open approvers' }])}${form(domain.value, filled)}`
}

const number = (typed: string | undefined): number | null => (typed?.trim() ? Number(typed) : null)

export const domainActions: Readonly<Record<string, AreaAction>> = {
  'domain-save': {
    part: 'domain',
    done: 'saved',
    opens: 'item',
    run: operation('stakeholders', 'updateDomain', (input) => ({
      domainId: input.id ?? '',
      name: input.name,
      type: domainKinds.find(([value]) => value === input.type)?.[0],
      description: input.description ?? '',
      domainSettings: {
        maxCapacity: number(input.capacity),
        restrictedEventTypes: (input.refused ?? '')
          .split(',')
          .map((type) => type.trim())
          .filter((type) => type !== ''),
        bookingRules: { minAdvanceBooking: number(input.ahead) },
        approvalWorkflow: {
          enabled: input.deciding !== 'no',
          autoApprove: input.deciding === 'notified',
          requireAllApprovers: input.all === 'yes',
          escalationTimeout: number(input.hours) ?? 72,
        },
      },
    })),
  },
}
