import { type EventPage, textFactsOf } from '../event/event.ts'
import { clockWords, dayWords, momentWords, zoneWords } from '../layout/dates.ts'
import type { Choice, Filled } from '../layout/forms.ts'
import { cover, type FactOf, facts, type Html, html, typeTag, userText } from '../layout/page.ts'
import { sentenceCase, t } from '../locale.ts'
import { type Choices, registering, repeating, seen } from './fields.ts'

/** An event of the form, with what its ids stand for. */
export type PreviewOf = {
  readonly choices: Choices
  readonly roomNames: readonly Choice[]
  readonly event: EventPage | undefined
  /** The name of a reader who hosts the event without a club. */
  readonly readerName?: string | undefined
}

type Values = Filled['values']

const named = (choices: readonly Choice[], value: string | undefined): string =>
  choices.find(([name]) => name === value)?.[1] ?? ''

/** Entered times are on the clock of the place, so they are read and shown in one zone. */
const onClock = (entered: string): string => `${entered}Z`

const timeText = ({ start_time = '', end_time = '' }: Values, zone: string): Html | string => {
  if (start_time === '' || end_time === '') return ''
  const [start, end] = [onClock(start_time), onClock(end_time)]
  const isOneDay = start_time.slice(0, 10) === end_time.slice(0, 10)
  const text = t('{start} to {end}', {
    start: `${sentenceCase(dayWords(start, 'UTC'))}, ${clockWords(start, 'UTC')}`,
    end: isOneDay ? clockWords(end, 'UTC') : momentWords(end, 'UTC'),
  })
  return html`${text} <span class="soft">${zoneWords(zone)}</span>`
}

const repeatText = ({ frequency, count }: Values): string =>
  frequency
    ? t('{rule}, {count, plural, one {# event} other {# events}}', {
        rule: t(named(repeating, frequency)),
        count: Number(count),
      })
    : ''

const seatText = ({ maxAttendees = '', waitlist, registering: how }: Values): string => {
  if (how === 'none') return ''
  if (maxAttendees.trim() === '') return t('Any number of seats')
  const count = Number(maxAttendees)
  return waitlist === 'yes'
    ? t('{count, plural, one {# seat} other {# seats}}, with a waitlist', { count })
    : t('{count, plural, one {# seat} other {# seats}}, without a waitlist', { count })
}

/** Labels of facts are for screen readers, so each text says what it is. */
const expectedText = ({ expectedAttendance = '' }: Values): string =>
  expectedAttendance.trim() === ''
    ? ''
    : t('{count, plural, one {# person} other {# people}} expected', { count: Number(expectedAttendance) })

const deadlineText = ({ registrationDeadline = '' }: Values): string =>
  registrationDeadline === ''
    ? ''
    : t('Register until {time}', { time: momentWords(onClock(registrationDeadline), 'UTC') })

/** The event from what was entered: as a card, then its facts and its description. */
export const eventPreview = (values: Values, { choices, roomNames, event, readerName }: PreviewOf): Html => {
  const { name = '', type = '', start_time = '', location, classroom_id, visibility, description } = values
  const place = location || named(roomNames, classroom_id)
  const host = event ? event.hostingId._id : (values.host ?? '')
  const hostName = event ? event.host.name : (readerName ?? named(choices.hosts, host))
  const time = start_time === '' ? '' : momentWords(onClock(start_time), 'UTC')
  const picture = cover({ id: event?._id ?? name, type, host, picture: event?.image })
  const written = (text: string): Html | string => (text === '' ? '' : html`<bdi>${text}</bdi>`)
  const formText = (when: 'before' | 'after', id: string | undefined): Html | string => {
    const form = written(id ? named(choices.forms, id) : '')
    if (form === '') return ''
    return when === 'before'
      ? t('Questions when registering: {form}', { form })
      : t('Questions after the event: {form}', { form })
  }
  const known: FactOf[] = [
    ['clock', t('When'), timeText(values, choices.zone)],
    ['calendar', t('Repeats'), repeatText(values)],
    ['place', t('Where'), written(place)],
    ['host', t('Host'), written(hostName)],
    ...textFactsOf(values),
    ['people', t('Who can see it'), t(named(seen, visibility))],
    ['ticket', t('Registration'), t(named(registering, values.registering))],
    ['clock', t('Register until'), deadlineText(values)],
    ['people', t('Seats'), seatText(values)],
    ['people', t('Expected attendance'), expectedText(values)],
    ['note', t('Questions when registering'), formText('before', values.registrationFormId)],
    ['note', t('Questions after the event'), formText('after', values.feedbackFormId)],
  ]
  const about = description?.trim()
  return html`<ul><li class="tile wide">${picture}<div class="tile-text"><p class="when">${time}</p><h3><bdi>${name}</bdi></h3><p class="soft clip"><bdi>${[place, hostName].filter((text) => text !== '').join(' \u00b7 ')}</bdi></p><p class="tags">${typeTag(type)}</p></div></li></ul>${facts(known.filter(([, , text]) => text !== ''))}${about ? userText(about) : ''}`
}
