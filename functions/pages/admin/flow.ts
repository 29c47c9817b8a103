import { roleTitle } from '../approvals/role-names.ts'
import { type Answer, call, type FormAction, type FormInput, refusalOf } from '../call.ts'
import { type Choice, checkbox, type Filled, field, hidden, select } from '../layout/forms.ts'
import { actionButton, html } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { saveOnce } from '../versioned.ts'
import { type AreaAction, adminPath, type PartOf, partPath } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Flow = Answer<'stakeholders', 'getApprovalFlow'>
type Step = Flow['steps'][number]

/** Tasks of a step. */
const kinds = [
  ['approver', msg('Approves or rejects events')],
  ['acknowledger', msg('Acknowledges events')],
  ['notifiee', msg('Is notified of events')],
] as const

const kindText = (kind: Step['kind']): string => kinds.find(([value]) => value === kind)?.[1] ?? kind

/** Begins the choice of a club, whose officers decide. */
const clubPrefix = 'club:'

const whenWords = ({ always, conditionGroups }: Step): string =>
  always
    ? t('Every event')
    : conditionGroups.length > 0
      ? t('{count, plural, one {# condition} other {# conditions}}', {
          count: conditionGroups.reduce((sum, group) => sum + group.conditions.length, 0),
        })
      : t('By the conditions of its role')

/** The steps of the approval flow in their order. Steps with the same number decide in parallel. */
export const flowPart: PartOf = async ({ query, filled }, context) => {
  const [flow, roles, groups] = await Promise.all([
    call(context, 'stakeholders', 'getApprovalFlow', {}),
    call(context, 'stakeholders', 'listStakeholderRoles', {}),
    call(context, 'stakeholders', 'listApprovalGroups', {}),
  ])
  if (!flow.ok) return flow
  if (!roles.ok) return roles
  const { steps, version } = flow.value
  const names = new Map(
    roles.value.map(({ stakeholderId, stakeholderName }) => [stakeholderId, roleTitle(stakeholderName)]),
  )
  const clubs = new Map(groups.ok ? groups.value.map(({ _id, org_name: name }) => [_id, name]) : [])
  const nameOf = ({ role, orgId }: Step): string =>
    names.get(role) ?? (orgId ? (clubs.get(orgId) ?? t('A deleted club')) : role)
  const ordered = [...steps].sort((a, b) => a.stage - b.stage)
  const carried = (id: string) => ({ id, version: String(version) })
  const leaving = query.confirm === 'remove' ? steps.find(({ _id }) => _id === query.id) : undefined
  const asking = leaving
    ? confirmation({
        title: t('Remove the step of {name}?', { name: html`<bdi>${nameOf(leaving)}</bdi>` }),
        consequence: t(
          'New events no longer wait for {name} in this step. Approvals that have begun keep it.',
          { name: html`<bdi>${nameOf(leaving)}</bdi>` },
        ),
        button: t('Remove step'),
        carried: { do: 'step-remove', ...carried(leaving._id) },
        back: partPath('flow'),
      })
    : ''
  const table = dataTable({
    caption: t('Approval steps'),
    rows: ordered,
    empty: [
      t('No steps yet'),
      t('An event that requires approval waits for the event coordinator. Add steps to involve other roles.'),
    ],
    columns: [
      { key: 'stage', label: t('Order'), isNumber: true, cell: ({ stage }) => stage + 1 },
      {
        key: 'role',
        label: t('Role'),
        isHeading: true,
        cell: (step) =>
          html`<a href="${step.orgId ? `/org/${step.orgId}` : partPath('approvers', { id: step.role })}"><bdi>${nameOf(step)}</bdi></a>`,
      },
      { key: 'kind', label: t('Task'), cell: ({ kind }) => t(kindText(kind)) },
      { key: 'when', label: t('Applies to'), cell: whenWords },
      {
        key: 'change',
        label: t('Change'),
        isHidden: true,
        cell: (step) =>
          html`<div class="row">${step.stage === 0 ? '' : actionButton(adminPath, t('Move up'), { do: 'step-up', ...carried(step._id) }, { label: nameOf(step) })}${actionButton(adminPath, t('Move down'), { do: 'step-down', ...carried(step._id) }, { label: nameOf(step) })}<a class="btn plain small" href="${partPath('flow', { id: step._id, confirm: 'remove' })}" aria-label="${t('Remove step: {name}', { name: nameOf(step) })}">${t('Remove')}</a></div>`,
      },
    ],
  })
  const own: Filled = filled.values.do === 'step-add' ? filled : { values: {} }
  const active = roles.value.filter(({ isActive }) => isActive)
  const choices: Choice[] = [
    ...active.map(
      ({ stakeholderId, stakeholderName }): Choice => [stakeholderId, roleTitle(stakeholderName)],
    ),
    ...[...clubs].map(([id, name]): Choice => [`${clubPrefix}${id}`, t('Club: {name}', { name })]),
  ]
  const orderFields = [
    field(own, {
      name: 'order',
      label: t('Order'),
      inputmode: 'numeric',
      longest: 2,
      optional: true,
      hint: t('Empty: after all other steps.'),
    }),
    checkbox(own, 'always', t('For every event, whether it requires approval or not')),
  ]
  return html`<p class="soft">${t('Steps with the same order decide at the same time. Changes apply to events submitted from now on.')}</p>${asking}${table}<form class="card stack" method="post" action="${adminPath}"><h2>${t('Add a step')}</h2>${hidden('do', 'step-add')}${hidden('version', String(version))}${hidden('known', steps.map(({ _id }) => _id).join(' '))}<div class="pair">${select(own, 'role', t('Who decides'), choices)}${select(own, 'kind', t('Task'), translateChoices(kinds))}</div>${orderFields}<button class="btn">${t('Add step')}</button></form>`
}

/** Saves the steps that a change makes from the current ones. The version in the form rejects an outdated change. */
const saving =
  (
    change: (steps: readonly Step[], input: FormInput) => readonly Partial<Step>[],
    isSaved: (steps: readonly Step[], input: FormInput) => boolean = () => false,
  ): FormAction =>
  (input, context) =>
    saveOnce(input, {
      read: () => call(context, 'stakeholders', 'getApprovalFlow', {}),
      isSaved: ({ steps }) => isSaved(steps, input),
      save: ({ steps }, version) =>
        call(context, 'stakeholders', 'saveApprovalFlow', {
          steps: change(steps, input) as Step[],
          version,
        }),
    })

const moved = (by: number) =>
  saving((steps, { id }) =>
    steps.map((step) => (step._id === id ? { ...step, stage: Math.max(0, step.stage + by) } : step)),
  )

/** A step as it is entered; without an order it has no stage. */
const stepIn = ({ role = '', order, always, kind }: FormInput): Partial<Step> => ({
  ...(role.startsWith(clubPrefix) ? { orgId: role.slice(clubPrefix.length) } : { role }),
  ...(order?.trim() ? { stage: Number(order) - 1 } : {}),
  kind: kinds.find(([value]) => value === kind)?.[0] ?? 'approver',
  always: always === 'yes',
})

const added = (steps: readonly Step[], input: FormInput): readonly Partial<Step>[] => {
  const last = Math.max(-1, ...steps.map(({ stage }) => stage))
  return [...steps, { stage: last + 1, ...stepIn(input) }]
}

/** Whether the step was added since the form was shown. An equal step that the form knew is another one. */
const hasNewStep = (steps: readonly Step[], input: FormInput): boolean => {
  const known = new Set(input.known?.split(' '))
  const entered = Object.entries(stepIn(input)) as [keyof Step, unknown][]
  return steps.some((step) => !known.has(step._id) && entered.every(([name, value]) => step[name] === value))
}

const lastOrder = 50

/** The form counts from 1, and stored stages from 0: a wrong order is refused in the numbers of the form. */
const addStep: FormAction = async (input, context) => {
  const order = Number(input.order?.trim() || 1)
  const message =
    order > lastOrder
      ? t('Enter {limit} or less', { limit: String(lastOrder) })
      : t('Enter {limit} or more', { limit: '1' })
  if (!Number.isInteger(order) || order < 1 || order > lastOrder)
    return { ok: false, refusal: refusalOf(400, { field: 'order', message }) }
  return saving(added, hasNewStep)(input, context)
}

export const stepActions: Readonly<Record<string, AreaAction>> = {
  'step-add': { part: 'flow', done: 'saved', run: addStep },
  'step-remove': {
    part: 'flow',
    done: 'removed',
    run: saving(
      (steps, { id }) => steps.filter(({ _id }) => _id !== id),
      (steps, { id }) => steps.every(({ _id }) => _id !== id),
    ),
  },
  'step-up': { part: 'flow', done: 'saved', run: moved(-1) },
  'step-down': { part: 'flow', done: 'saved', run: moved(1) },
}
