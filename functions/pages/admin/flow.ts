import type { FieldChoices } from '../approvals/condition-values.ts'
import type { Flow, Step } from '../approvals/condition-words.ts'
import { appliesFields, appliesIn, appliesValues, appliesWords } from '../approvals/conditions.ts'
import { roleTitle } from '../approvals/role-names.ts'
import { call, type FormAction, type FormInput, type Refusal, refusalOf } from '../call.ts'
import { typesWith } from '../event-form/fields.ts'
import { type Choice, type Filled, field, hidden, refusedForm, select } from '../layout/forms.ts'
import { type Html, html, typeWords } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { saveOnce } from '../versioned.ts'
import { type AreaAction, adminPath, type PartOf, partPath } from './admin.ts'
import { confirmation } from './confirmation.ts'

/** Tasks of a step. */
const kinds = [
  ['approver', msg('Approves or rejects events')],
  ['acknowledger', msg('Acknowledges events')],
  ['notifiee', msg('Is notified of events')],
] as const

const kindText = (kind: Step['kind']): string => kinds.find(([value]) => value === kind)?.[1] ?? kind

/** Begins the choice of a club, whose officers decide. */
const clubPrefix = 'club:'

type Names = { readonly roleOf: (step: Step) => string; readonly isVacant: (step: Step) => boolean }

const stepsTable = ({ steps, fieldDefinitions }: Flow, { roleOf, isVacant }: Names): Html =>
  dataTable({
    caption: t('Approval steps'),
    rows: [...steps].sort((a, b) => a.stage - b.stage),
    empty: [t('No steps yet'), t('Add steps to involve other roles than the event coordinator.')],
    columns: [
      { key: 'stage', label: t('Order'), isNumber: true, cell: ({ stage }) => stage + 1 },
      {
        key: 'role',
        label: t('Role'),
        isHeading: true,
        cell: (step) =>
          html`<a href="${step.orgId ? `/org/${step.orgId}` : partPath('approvers', { id: step.role })}"><bdi>${roleOf(step)}</bdi></a>${isVacant(step) ? html` <span class="tag warn">${t('Nobody appointed')}</span>` : ''}`,
      },
      { key: 'kind', label: t('Task'), cell: ({ kind }) => t(kindText(kind)) },
      { key: 'when', label: t('Applies to'), cell: (step) => appliesWords(step, fieldDefinitions) },
      {
        key: 'change',
        label: t('Change'),
        isHidden: true,
        cell: (step) =>
          html`<div class="row"><a class="btn plain small" href="${partPath('flow', { id: step._id })}#step" aria-label="${t('Edit step: {name}', { name: roleOf(step) })}">${t('Edit')}</a><a class="btn plain small" href="${partPath('flow', { id: step._id, confirm: 'remove' })}" aria-label="${t('Remove step: {name}', { name: roleOf(step) })}">${t('Remove')}</a></div>`,
      },
    ],
  })

const removal = (name: string, carried: Readonly<Record<string, string>>): Html =>
  confirmation({
    title: t('Remove the step of {name}?', { name: html`<bdi>${name}</bdi>` }),
    consequence: t('New events no longer wait for {name} in this step. Approvals that have begun keep it.', {
      name: html`<bdi>${name}</bdi>`,
    }),
    button: t('Remove step'),
    carried: { do: 'step-remove', named: name, ...carried },
    back: partPath('flow'),
  })

const stepFields = [
  'order',
  ...[1, 2, 3].flatMap((row) => ['field', 'operator', 'value', 'until'].map((name) => `${name}${row}`)),
]

/** Values to choose from in conditions: types of events, and rooms. */
const choicesOf = (rooms: readonly { readonly name: string }[]): FieldChoices => ({
  type: typesWith().map((name): Choice => [name, typeWords(name)]),
  ...(rooms.length > 0 ? { classroom_id: rooms.map(({ name }): Choice => [name, name]) } : {}),
})

/** The steps of the approval flow in their order. Steps with the same number decide in parallel. */
export const flowPart: PartOf = async ({ query, filled }, context) => {
  const [flow, roles, groups, rooms] = await Promise.all([
    call(context, 'stakeholders', 'getApprovalFlow', {}),
    call(context, 'stakeholders', 'listStakeholderRoles', {}),
    call(context, 'stakeholders', 'listApprovalGroups', {}),
    call(context, 'rooms', 'listRooms', { limit: '100' }),
  ])
  if (!flow.ok) return flow
  if (!roles.ok) return roles
  const { steps, version } = flow.value
  const byId = new Map(roles.value.map((role) => [role.stakeholderId, role]))
  const clubs = new Map(groups.ok ? groups.value.map(({ _id, org_name: name }) => [_id, name]) : [])
  const names: Names = {
    roleOf: ({ role, orgId }) => {
      if (orgId) return clubs.get(orgId) ?? t('A deleted club')
      return roleTitle(byId.get(role)?.stakeholderName ?? role)
    },
    isVacant: ({ role, orgId, kind }) => kind === 'approver' && !orgId && byId.get(role)?.activeMembers === 0,
  }
  const isOwn = filled.values.do === 'step-add' || filled.values.do === 'step-edit'
  const id = isOwn ? filled.values.id : query.id
  const chosen = steps.find(({ _id }) => _id === id)
  const edited = query.confirm === 'remove' ? undefined : chosen
  const offered = choicesOf(rooms.ok ? rooms.value.rooms : [])
  const values = edited
    ? { kind: edited.kind, order: String(edited.stage + 1), ...appliesValues(edited, flow.value, offered) }
    : { kind: 'approver' }
  const own: Filled = isOwn ? filled : { values }
  // A form that is shown again keeps what its reader saw of the flow: it overwrites no change made meanwhile. After a 409
  // its reader knows of the change.
  const isKept = isOwn && filled.refusal?.status !== 409
  const seen = isKept ? filled.values.version : String(version)
  const known = (isKept ? filled.values.known : undefined) ?? steps.map(({ _id }) => _id).join(' ')
  const active = roles.value.filter(({ isActive }) => isActive)
  const choices: Choice[] = [
    ...active.map(
      ({ stakeholderId, stakeholderName }): Choice => [stakeholderId, roleTitle(stakeholderName)],
    ),
    ...[...clubs].map(([club, name]): Choice => [`${clubPrefix}${club}`, t('Club: {name}', { name })]),
  ]
  const who = edited
    ? html`${hidden('do', 'step-edit')}${hidden('id', edited._id)}`
    : html`${hidden('do', 'step-add')}${hidden('known', known)}${select(own, 'role', t('Who decides'), choices)}`
  const order = field(own, {
    name: 'order',
    label: t('Order'),
    inputmode: 'numeric',
    longest: 2,
    optional: true,
    hint: edited
      ? t('Steps with the same number decide at the same time.')
      : t('Empty: after all other steps.'),
  })
  const save = edited ? t('Save step') : t('Add step')
  // The return key presses the first button of a form: it saves the step, or says what is missing.
  const atEnter = html`<button class="vh" tabindex="-1" aria-hidden="true">${save}</button>`
  const title = edited
    ? t('Edit the step of {name}', { name: html`<bdi>${names.roleOf(edited)}</bdi>` })
    : t('Add a step')
  const ends = edited
    ? html`<div class="row"><button class="btn">${save}</button><a class="btn plain" href="${partPath('flow')}">${t('Cancel')}</a></div>`
    : html`<button class="btn">${save}</button>`
  const applies = appliesFields(own, flow.value, offered, edited)
  const form = html`<form class="card stack" id="step" method="post" action="${adminPath}">${atEnter}<h2>${title}</h2>${hidden('version', seen ?? '')}${refusedForm(own, stepFields)}${who}<div class="pair">${select(own, 'kind', t('Task'), translateChoices(kinds))}${order}</div>${applies}${ends}</form>`
  const asking =
    query.confirm === 'remove' && chosen
      ? removal(names.roleOf(chosen), { id: chosen._id, version: String(version) })
      : ''
  return html`<p class="soft">${t('Steps with the same order decide at the same time. Changes apply to events submitted from now on.')} <a href="${partPath('simulate')}">${t('Test an event')}</a></p>${asking}${stepsTable(flow.value, names)}<p class="soft">${t('If an event requests approval and none of these steps approves it, the event coordinator decides.')}</p>${asking ? '' : form}`
}

const lastOrder = 50

/** The form counts from 1, and stored stages from 0: a wrong order is refused in the numbers of the form. */
const orderMistake = (order: number): string =>
  order > lastOrder
    ? t('Enter {limit} or less', { limit: String(lastOrder) })
    : t('Enter {limit} or more', { limit: '1' })

type Entered = Pick<Step, 'kind' | 'always' | 'conditionGroups' | 'groupLogicalOperators'> & Partial<Step>

/** What the form says of a step. Without an order it has no stage. `step` is the one that it changes. */
const stepIn = (input: FormInput, flow: Flow, step?: Step): Entered | { readonly refusal: Refusal } => {
  const { role = '', order = '', kind } = input
  const number = Number(order.trim() || 1)
  if (!Number.isInteger(number) || number < 1 || number > lastOrder)
    return { refusal: refusalOf(400, { field: 'order', message: orderMistake(number) }) }
  const applies = appliesIn(input, flow, step)
  if ('refusal' in applies) return applies
  const who = role.startsWith(clubPrefix) ? { orgId: role.slice(clubPrefix.length) } : { role }
  return {
    ...(step ? {} : who),
    ...(order.trim() === '' ? {} : { stage: number - 1 }),
    kind: kinds.find(([value]) => value === kind)?.[0] ?? 'approver',
    ...applies,
  }
}

/** Numbers the stages without gaps. */
const numbered = (steps: readonly Partial<Step>[]): readonly Partial<Step>[] => {
  const stages = [...new Set(steps.map(({ stage = 0 }) => stage))].sort((a, b) => a - b)
  return steps.map((step) => ({ ...step, stage: stages.indexOf(step.stage ?? 0) }))
}

/** The steps after a change, and whether the flow has it already. */
type Change =
  | { readonly steps: readonly Partial<Step>[]; readonly isSaved: boolean }
  | { readonly refusal: Refusal }

/** Saves the steps that a change makes from the current ones. The version in the form rejects an outdated change. */
const saving =
  (changeOf: (flow: Flow, input: FormInput) => Change): FormAction =>
  (input, context) =>
    saveOnce(input, {
      read: () => call(context, 'stakeholders', 'getApprovalFlow', {}),
      isSaved: (flow) => {
        const change = changeOf(flow, input)
        return 'steps' in change && change.isSaved
      },
      save: async (flow, version) => {
        const change = changeOf(flow, input)
        if ('refusal' in change) return { ok: false, refusal: change.refusal }
        const steps = numbered(change.steps) as Step[]
        return call(context, 'stakeholders', 'saveApprovalFlow', { steps, version })
      },
    })

/** Whether a step is as it was entered. Its stage may have got another number. */
const isAs = (step: Step, { stage: _, ...entered }: Entered): boolean =>
  Object.entries(entered).every(
    ([name, value]) => JSON.stringify(step[name as keyof Step]) === JSON.stringify(value),
  )

const addStep = saving((flow, input) => {
  const entered = stepIn(input, flow)
  if ('refusal' in entered) return entered
  // An equal step that the form knew is another one.
  const known = new Set(input.known?.split(' '))
  const last = Math.max(-1, ...flow.steps.map(({ stage }) => stage))
  return {
    steps: [...flow.steps, { stage: last + 1, ...entered }],
    isSaved: flow.steps.some((step) => !known.has(step._id) && isAs(step, entered)),
  }
})

const editStep = saving((flow, input) => {
  const step = flow.steps.find(({ _id }) => _id === input.id)
  const entered = stepIn(input, flow, step)
  if ('refusal' in entered) return entered
  const steps = numbered(flow.steps.map((one) => (one === step ? { ...one, ...entered } : one)))
  return { steps, isSaved: step !== undefined && JSON.stringify(steps) === JSON.stringify(flow.steps) }
})

const removeStep = saving(({ steps }, { id }) => ({
  steps: steps.filter(({ _id }) => _id !== id),
  isSaved: steps.every(({ _id }) => _id !== id),
}))

export const stepActions: Readonly<Record<string, AreaAction>> = {
  'step-add': { part: 'flow', done: 'step-saved', run: addStep },
  'step-edit': { part: 'flow', done: 'step-saved', run: editStep },
  'step-remove': { part: 'flow', done: 'step-removed', run: removeStep },
}
