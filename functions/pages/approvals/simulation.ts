import { adminPath, type PartOf } from '../admin/admin.ts'
import { type Answer, call, type FormInput, type PageContext, refusalOf } from '../call.ts'
import { typesWith } from '../event-form/fields.ts'
import {
  atControls,
  type Choice,
  checkbox,
  type Filled,
  field,
  hidden,
  refusedForm,
  select,
  suggestions,
} from '../layout/forms.ts'
import { empty, type Html, html, typeWords } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { conditionWords } from './condition-words.ts'
import { roleTitle } from './role-names.ts'

type Preview = Answer<'approvals', 'simulateApprovals'>
type Step = Preview['approvals'][number]

const visibilities: readonly Choice[] = [
  ['public', msg('Everyone')],
  ['members_only', msg('Members of the club')],
  ['unlisted', msg('People with the link')],
]

const reasons: Readonly<Record<Step['because'], string>> = {
  always: msg('For every event'),
  conditions: msg('The conditions of the step apply'),
  role: msg('The conditions of the role apply'),
  domain: msg('Its department or facility governs the room'),
  concern: msg('Its department or facility is notified about the room'),
  requiresApproval: msg('The event requires approval'),
}

const conditionsOf = ({ conditions }: Step): Html | string =>
  conditions.length === 0
    ? ''
    : html`${conditions.map((condition) => html`<span class="soft"><span>${conditionWords(condition)}</span></span>`)}`

const stepWords = (step: Step): Html =>
  html`<strong><bdi>${roleTitle(step.stakeholderName)}</bdi></strong><span class="soft">${t(reasons[step.because])}${step.requiredApprovals > 1 ? `; ${t('{count, plural, one {# person has to approve} other {# people have to approve}}', { count: step.requiredApprovals })}` : ''}</span>${conditionsOf(step)}`

const list = (title: string, steps: readonly Step[]): Html | string =>
  steps.length === 0
    ? ''
    : html`<section class="stack-s"><h3>${title}</h3><ul class="talk">${steps.map((step) => html`<li>${stepWords(step)}</li>`)}</ul></section>`

const outcome = ({ approvals, acknowledgements, notifications }: Preview): Html => {
  const stages = [...new Set(approvals.map(({ stage }) => stage))].sort((a, b) => a - b)
  const steps = stages.map((stage) => approvals.filter((step) => step.stage === stage))
  const none = empty(t('No approval needed'), t('Such an event is published at once.'))
  const inOrder = html`<ol class="steps">${steps.map((own) => html`<li class="next">${own.map(stepWords)}</li>`)}</ol>`
  return html`<section class="card stack" aria-labelledby="outcome"><h2 id="outcome">${t('Who decides')}</h2>${steps.length === 0 ? none : inOrder}${list(t('Acknowledges'), acknowledgements)}${list(t('Is notified'), notifications)}</section>`
}

const factsIn = (input: FormInput) => ({
  type: input.type?.trim() || undefined,
  expectedAttendance: input.people?.trim() ? Number(input.people) : undefined,
  location: input.location?.trim() || undefined,
  classroom_id: input.room || undefined,
  visibility: input.visibility,
  requiresApproval: input.requires === 'yes',
})

/** Facts of an event by the names of the controls. */
const controls = {
  'event.type': 'type',
  'event.expectedAttendance': 'people',
  'event.location': 'location',
  'event.classroom_id': 'room',
  'event.visibility': 'visibility',
}

const present = (facts: ReturnType<typeof factsIn>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

const simulated = async ({ values }: Filled, context: PageContext) => {
  if (/\D/.test(values.people?.trim() ?? ''))
    return {
      ok: false as const,
      refusal: refusalOf(400, { field: 'people', message: t('Enter a whole number') }),
    }
  return call(context, 'approvals', 'simulateApprovals', { event: present(factsIn(values as FormInput)) })
}

/** Shows who would decide on an event with these facts, and why. Nothing is saved. */
export const simulationPart: PartOf = async ({ filled }, context) => {
  const isSent = filled.values.do === 'simulate-ask'
  const [rooms, result] = await Promise.all([
    call(context, 'rooms', 'listRooms', {}),
    isSent ? simulated(filled, context) : undefined,
  ])
  const refusal = result && !result.ok ? atControls(result.refusal, controls) : undefined
  const own: Filled = { values: isSent ? filled.values : { requires: 'yes' }, refusal }
  const places: Choice[] = [
    ['', t('No school room')],
    ...(rooms.ok ? rooms.value.rooms.map(({ _id, name }): Choice => [_id, name]) : []),
  ]
  const typeFields = [
    field(own, { name: 'type', label: t('Event type'), optional: true, longest: 60, list: 'types' }),
    field(own, {
      name: 'people',
      label: t('Expected people'),
      optional: true,
      inputmode: 'numeric',
      longest: 6,
    }),
  ]
  const types = suggestions(
    'types',
    typesWith().map((name) => [name, typeWords(name)]),
  )
  const roomFields = [
    select(own, 'room', t('Room'), places),
    field(own, { name: 'location', label: t('Other place'), optional: true, longest: 200 }),
  ]
  const visibilityFields = [
    select(own, 'visibility', t('Who can see it'), translateChoices(visibilities)),
    checkbox(own, 'requires', t('The organizer requests approval')),
  ]
  const form = html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'simulate-ask')}${refusedForm(own, Object.values(controls))}<div class="pair">${typeFields}</div>${types}<div class="pair">${roomFields}</div>${visibilityFields}<button class="btn">${t('Show who decides')}</button></form>`
  return html`<p class="soft">${t('Describe an event to see who would decide on it. Nothing is saved and nobody is notified.')}</p>${result?.ok ? outcome(result.value) : ''}${form}`
}
