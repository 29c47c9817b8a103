import { type AreaAction, adminPath, type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call, operation } from '../call.ts'
import { type Choice, checkbox, type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { type Html, html, listed } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'

type Domain = Answer<'stakeholders', 'getDomain'>
type Role = Answer<'stakeholders', 'listDomainRoles'>[number]

export const domainKinds = [
  ['department', msg('Department')],
  ['facility', msg('Facility')],
  ['service', msg('Campus service')],
] as const

const deciding: readonly Choice[] = [
  ['yes', msg('Its approvers decide')],
  ['notified', msg('Its approvers are only notified')],
  ['no', msg('Its approvers do not take part')],
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
  html`<li><div class="stack-s"><strong><a href="${partPath('approvers', { id })}"><bdi>${name}</bdi></a></strong><span class="soft">${members.map((member) => member.name).join(', ') || t('Nobody appointed')}</span></div>${isActive ? '' : html`<span class="tag">${t('Inactive')}</span>`}</li>`

const form = (domain: Domain, filled: Filled): Html => {
  const own: Filled = filled.values.do === 'domain-save' ? filled : { values: valuesOf(domain) }
  const nameFields = [
    field(own, { name: 'name', label: t('Name'), longest: 100 }),
    select(own, 'type', t('Kind'), translateChoices(domainKinds)),
    textArea(own, { name: 'description', label: t('Description'), optional: true, longest: 500 }),
  ]
  const decidingFields = [
    select(own, 'deciding', t('Events in its rooms'), translateChoices(deciding)),
    checkbox(own, 'all', t('All of its roles have to approve, not only one')),
    field(own, {
      name: 'hours',
      label: t('Hours to decide'),
      inputmode: 'numeric',
      longest: 3,
      hint: t('1 to 168. Then administrators may decide.'),
    }),
  ]
  const capacityFields = [
    field(own, {
      name: 'capacity',
      label: t('Most people'),
      optional: true,
      inputmode: 'numeric',
      longest: 6,
    }),
    field(own, {
      name: 'ahead',
      label: t('Hours in advance'),
      optional: true,
      inputmode: 'numeric',
      longest: 4,
    }),
  ]
  const refusedField = field(own, {
    name: 'refused',
    label: t('Event types that it does not allow'),
    optional: true,
    longest: 1000,
    hint: t('Separated by commas.'),
  })
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'domain-save')}${hidden('id', domain._id)}<h2>${t('Settings')}</h2><div>${nameFields}</div><h3>${t('Approval')}</h3><div>${decidingFields}</div><h3>${t('Rules for events in its rooms')}</h3><div><div class="pair">${capacityFields}</div>${refusedField}</div><button class="btn">${t('Save changes')}</button></form>`
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
  const scope =
    kind === 'scoped'
      ? t('Governs {count, plural, one {# room} other {# rooms}}.', { count: spaceIds.length })
      : kind === 'none'
        ? t('Governs no rooms.')
        : t('Governs all rooms.')
  return html`<p><a href="${partPath('approvers')}">${t('All approver roles')}</a></p><div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft">${scope}</p></div>${listed(roles.value.map(roleItem), [t('No roles yet'), t('Create a role for it on the page of approvers.'), { href: partPath('approvers'), text: t('Open approvers') }])}${form(domain.value, filled)}`
}

const number = (typed: string | undefined): number | null => (typed?.trim() ? Number(typed) : null)

export const domainActions: Readonly<Record<string, AreaAction>> = {
  'domain-save': {
    part: 'domain',
    done: 'department-saved',
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
