import { hourMs } from '../../../lib/contract/time.ts'
import { momentOf } from '../../../lib/zones.ts'
import { type Answer, type CallResult, call, type PageContext, type Refusal, refusalOf } from '../call.ts'
import { momentWords, spanOf, wallOf } from '../layout/dates.ts'
import {
  checkbox,
  type Filled,
  field,
  hidden,
  refusedForm,
  select,
  textArea,
  versionOf,
} from '../layout/forms.ts'
import { confirmedMenuAction, menu, menuAction } from '../layout/menu.ts'
import { actionButton, collapsible, empty, type Html, html, listed } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import type { EventPart, ManagedEvent, PartForm, SendForm, ShowPart } from './parts.ts'
import { outsideTag } from './states.ts'

type Agenda = Answer<'agendas', 'getAgenda'>['agenda']
type Item = Agenda['items'][number]

const typeChoices = [
  ['Activity', msg('Activity')],
  ['Speaker', msg('Talk or speaker')],
  ['Break', msg('Break')],
  ['Setup', msg('Set-up')],
  ['Breakdown', msg('Clean-up')],
  ['Transition', msg('Transition')],
  ['Custom', msg('Other')],
] as const

const typeName = (type: string): string => t(typeChoices.find(([value]) => value === type)?.[1] ?? type)

const itemFields = ['title', 'start', 'end', 'location', 'description'] as const

const valuesOf = (item: Item, zone: string): Filled['values'] => ({
  title: item.title,
  start: wallOf(item.startTime, zone),
  end: wallOf(item.endTime, zone),
  location: item.location,
  description: item.description,
  type: item.type,
  ...(item.isPublic ? {} : { internal: 'yes' }),
})

/** A new item begins where the agenda ends, for an hour at most. */
const newValues = ({ items }: Agenda, { event }: ManagedEvent): Filled['values'] => {
  const start = items.reduce((latest, { endTime }) => (endTime > latest ? endTime : latest), event.start_time)
  const latest = Date.parse(event.end_time)
  const after = Date.parse(start) + hourMs
  const end = new Date(Date.parse(start) < latest ? Math.min(after, latest) : after).toISOString()
  return { start: wallOf(start, event.timezone), end: wallOf(end, event.timezone), type: 'Activity' }
}

const itemForm = (
  managed: ManagedEvent,
  filled: Filled,
  { item, isSecond = false }: { readonly item?: Item; readonly isSecond?: boolean } = {},
): Html => {
  const timeFields = [
    field(filled, { name: 'start', label: t('Starts'), type: 'datetime-local' }),
    field(filled, { name: 'end', label: t('Ends'), type: 'datetime-local' }),
  ]
  const placeFields = [
    field(filled, { name: 'location', label: t('Place'), longest: 300, optional: true }),
    select(filled, 'type', t('Kind'), translateChoices(typeChoices)),
  ]
  const detailFields = [
    textArea(filled, { name: 'description', label: t('Speaker and details'), longest: 5000, optional: true }),
    checkbox(filled, 'internal', t('Only for organizers and helpers')),
  ]
  return html`<form class="card stack" method="post" action="${managed.path}"><h2>${item ? t('Edit item') : t('Add an item')}</h2>${hidden('do', item ? 'agenda-edit' : 'agenda-add')}${item ? hidden('id', item.id) : ''}${refusedForm(filled, itemFields)}${field(filled, { name: 'title', label: t('Title'), longest: 200 })}<div class="pair">${timeFields}</div><div class="pair">${placeFields}</div>${detailFields}<div class="row"><button class="btn${isSecond ? ' plain' : ''}">${item ? t('Save item') : t('Add item')}</button>${item ? html`<a class="btn plain" href="${managed.path}?part=agenda">${t('Cancel')}</a>` : ''}</div></form>`
}

const itemRow = (item: Item, at: number, agenda: Agenda, { event, path }: ManagedEvent): Html => {
  const { id, title, startTime, endTime, location, type, isPublic } = item
  const move = (text: string, by: string): Html =>
    menuAction(path, text, { do: 'agenda-move', id, by, version: String(agenda.version) }, { label: title })
  const kind = type === 'Activity' ? '' : html`<span class="tag">${typeName(type)}</span>`
  const place = location ? html` &middot; <bdi>${location}</bdi>` : ''
  const isOutside = !event.undated && (startTime < event.start_time || endTime > event.end_time)
  return html`<li><div class="stack-s"><h3><bdi>${title}</bdi></h3><p class="soft">${spanOf(startTime, endTime, event.timezone)}${place}</p><p class="tags">${kind}${isPublic ? '' : html`<span class="tag warn">${t('Not public')}</span>`}${isOutside ? outsideTag() : ''}</p></div><div class="row"><a class="btn plain small" href="${path}?part=agenda&amp;id=${encodeURIComponent(id)}" aria-label="${t('Edit: {title}', { title })}">${t('Edit')}</a>${menu(
    [
      at > 0 ? move(t('Move up'), '-1') : '',
      at < agenda.items.length - 1 ? move(t('Move down'), '1') : '',
      confirmedMenuAction(path, {
        text: t('Delete item'),
        consequence: t('{name} will be deleted. This cannot be undone.', { name: html`<bdi>${title}</bdi>` }),
        carried: { do: 'agenda-delete', id },
        label: title,
      }),
    ],
    t('More actions for {title}', { title }),
  )}</div></li>`
}

/** Whether the items stand in another order than their times. */
const isUnsorted = ({ items }: Agenda): boolean =>
  items.some(({ startTime }, at) => at > 0 && startTime < (items[at - 1]?.startTime ?? ''))

const publication = (agenda: Agenda, { event, path }: ManagedEvent): Html | string => {
  const { items, isPublished } = agenda
  if (items.length === 0) return ''
  if (isPublished)
    return html`<p class="tell good"><span>${t('Attendees see this agenda.')}</span><a href="/event/${event._id}">${t('Event page')}</a></p>`
  const last = items.reduce((latest, { endTime }) => (endTime > latest ? endTime : latest), '')
  const moves =
    last > event.end_time
      ? checkbox(
          { values: {} },
          'move-end',
          t('Move the end of the event to {end}, where the agenda ends', {
            end: momentWords(last, event.timezone),
          }),
        )
      : ''
  return html`<form class="card stack" method="post" action="${path}">${hidden('do', 'agenda-publish')}${hidden('last', last)}<p><span class="tag warn">${t('Not published')}</span> ${t('Attendees do not see this agenda, or its last changes.')}</p>${moves}<button class="btn">${t('Publish agenda')}</button></form>`
}

const notes = (agenda: Agenda, { path }: ManagedEvent, filled: Filled): Html => {
  const isOwn = filled.values.do === 'agenda-notes'
  const own: Filled = isOwn
    ? filled
    : { values: { publicNotes: agenda.publicNotes, internalNotes: agenda.internalNotes } }
  const noteFields = [
    textArea(own, { name: 'publicNotes', label: t('Notes for attendees'), longest: 5000, optional: true }),
    textArea(own, { name: 'internalNotes', label: t('Notes for organizers'), longest: 5000, optional: true }),
  ]
  return collapsible(
    t('Notes'),
    html`<form class="stack" method="post" action="${path}">${hidden('do', 'agenda-notes')}${noteFields}<button class="btn plain">${t('Save notes')}</button></form>`,
    isOwn,
  )
}

const readAgenda = (context: PageContext, eventId: string, orgId: string) =>
  call(context, 'agendas', 'getAgenda', { orgId, eventId })

const show: ShowPart = async (managed, { id }, filled, context) => {
  const { event, orgId, path } = managed
  const found = await readAgenda(context, event._id, orgId)
  if (!found.ok) return found
  const { agenda } = found.value
  const edited = agenda.items.find((item) => item.id === id)
  const isRefused = filled.values.do === (edited ? 'agenda-edit' : 'agenda-add')
  const own: Filled = isRefused
    ? filled
    : { values: edited ? valuesOf(edited, event.timezone) : newValues(agenda, managed) }
  const other = isRefused || filled.values.do === 'agenda-notes' ? '' : refusedForm(filled, [])
  if (edited) return html`${other}${itemForm(managed, own, { item: edited })}`
  const sort = isUnsorted(agenda)
    ? actionButton(
        path,
        t('Sort by time'),
        { do: 'agenda-sort', version: String(agenda.version) },
        { css: 'plain small' },
      )
    : ''
  const items = agenda.items.map((item, at) => itemRow(item, at, agenda, managed))
  return html`${other}${publication(agenda, managed)}<div class="two list-first"><section class="rest stack"><div class="row between"><h2>${t('Agenda')}</h2>${sort}</div>${
    items.length === 0
      ? empty(
          t('No agenda yet'),
          t(
            'Add what happens when, such as talks and breaks. Attendees see it on the event page after you publish it.',
          ),
        )
      : listed(items, ['', ''])
  }${notes(agenda, managed, filled)}</section><aside>${itemForm(managed, own, { isSecond: agenda.items.length > 0 && !agenda.isPublished })}</aside></div>`
}

/** What operations say about an item, at the fields of the form. */
const atItemFields = (refusal: Refusal): Refusal => {
  const text = refusal.message.replace(/^Agenda item \d+: /, '')
  if (text.startsWith('endTime must'))
    return { ...refusal, field: 'end', message: t('The end must be after the start.') }
  if (text.startsWith('title')) return { ...refusal, field: 'title', message: t('Enter a title.') }
  return { ...refusal, message: text }
}

const refused = (field: string, message: string): CallResult<never> => ({
  ok: false,
  refusal: refusalOf(400, { field, message }),
})

/** The fields of the form with times in the zone of the event; the field whose time does not exist, if any. */
const itemIn = (form: PartForm, { event }: ManagedEvent) => {
  const at = (wall: string | undefined) => (wall ? momentOf(wall, event.timezone) : undefined)
  const [startTime, endTime] = [at(form.start), at(form.end)]
  const wrong = startTime === undefined ? 'start' : endTime === undefined ? 'end' : undefined
  const item = {
    title: form.title ?? '',
    startTime,
    endTime,
    location: form.location || null,
    description: form.description || null,
    type: typeChoices.find(([value]) => value === form.type)?.[0] ?? ('Activity' as const),
    isPublic: form.internal !== 'yes',
  }
  return { item, wrong }
}

const save: SendForm = async (form, managed, context) => {
  const { eventId, id } = form
  const { orgId } = managed
  const { item, wrong } = itemIn(form, managed)
  const answer = wrong
    ? refused(wrong, t('Enter a date and a time that exist.'))
    : form.do === 'agenda-edit'
      ? await call(context, 'agendas', 'updateAgendaItem', { orgId, eventId, itemId: id ?? '', ...item })
      : await call(context, 'agendas', 'createAgendaItem', { orgId, eventId, ...item })
  const result = answer.ok ? answer : { ok: false as const, refusal: atItemFields(answer.refusal) }
  return { result, done: 'agenda-saved' }
}

const inPageWords = (refusal: Refusal): Refusal =>
  refusal.code === 'CONCURRENT_CHANGE'
    ? { ...refusal, message: t('The agenda was changed by someone else. Look at it, then try again.') }
    : refusal

/** Saves the items in another order. The version in the form rejects an outdated change. */
const reorder =
  (order: (items: readonly Item[], form: PartForm) => readonly Item[]): SendForm =>
  async (form, { orgId }, context) => {
    const { eventId } = form
    const found = await readAgenda(context, eventId, orgId)
    if (!found.ok) return { result: found, done: '' }
    const { agenda } = found.value
    const items = order(agenda.items, form).map((item, at) => ({ ...item, order: at }))
    const version = versionOf(form, agenda)
    const answer = await call(context, 'agendas', 'saveAgenda', { orgId, eventId, items, version })
    if (answer.ok) return { result: answer, done: 'agenda-saved' }
    // Without an id the page shows the current list, not the form of the item.
    return { result: { ok: false, refusal: inPageWords(answer.refusal) }, done: '', id: '' }
  }

const moved = (items: readonly Item[], { id, by }: PartForm): readonly Item[] => {
  const from = items.findIndex((item) => item.id === id)
  const to = from + (by === '-1' ? -1 : 1)
  const [item, other] = [items[from], items[to]]
  if (!item || !other) return items
  return items.map((one, at) => (at === from ? other : at === to ? item : one))
}

/** What happens when at an event: items in their order, notes, and when attendees see them. */
export const agendaPart: EventPart = {
  show,
  forms: {
    add: save,
    edit: save,
    move: reorder(moved),
    sort: reorder((items) => [...items].sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))),
    delete: async ({ eventId, id = '' }, { orgId }, context) => ({
      result: await call(context, 'agendas', 'deleteAgendaItem', { orgId, eventId, itemId: id }),
      done: 'removed',
    }),
    notes: async ({ eventId, publicNotes = '', internalNotes = '' }, { orgId }, context) => ({
      result: await call(context, 'agendas', 'saveAgenda', { orgId, eventId, publicNotes, internalNotes }),
      done: 'agenda-saved',
    }),
    publish: async ({ eventId, last, ...form }, { orgId }, context) => ({
      result: await call(context, 'agendas', 'publishAgenda', {
        orgId,
        eventId,
        ...(form['move-end'] === 'yes' && last ? { newEndTime: last } : {}),
      }),
      done: 'published',
    }),
  },
}
