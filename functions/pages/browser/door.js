// The check-in desk, where scripts run: tickets by the camera, and check-ins that wait while there is no connection.
import { offerCamera } from './camera.js'
import { keepCurrent, wasAimedElsewhere } from './desk-refresh.js'
import { keyOf, perBatch, scansAt, sendScans } from './scans.js'
import { t } from './translate.js'

const door = document.getElementById('door')
const { event, reader: who } = door.dataset
const messages = document.getElementById('messages')
// Scans belong to the person who made them. They wait under that account and are sent only as that person.
const stored = keyOf(event, who)
const reasons = JSON.parse(door.dataset.reasons)

let waiting = scansAt(stored)
const keep = () => localStorage.setItem(stored, JSON.stringify(waiting))

const lineOf = (tone, text, more) => {
  const line = document.createElement('p')
  line.className = `tell ${tone}`
  line.append(text, ...more.flatMap((one) => [' ', one]))
  return line
}

let newest
let unsent
const show = () => {
  const refused = [...messages.querySelectorAll('.bad')].filter((line) => line !== newest)
  messages.replaceChildren(...[newest, unsent, ...refused.slice(0, 4)].filter(Boolean))
}

/** The newest message comes first; refusals stay below it. */
const say = (tone, text, ...more) => {
  newest = lineOf(tone, text, more)
  show()
}

/** Says that scans wait, beside the newest message. Without a text, none do. */
const sayUnsent = (text, ...more) => {
  unsent = text === undefined ? undefined : lineOf('warn', text, more)
  show()
}

const made = (tag, text, more) => Object.assign(document.createElement(tag), { textContent: text, ...more })

const rowOf = (person) => (person ? door.querySelector(`[data-person="${CSS.escape(person)}"]`) : null)
const nameIn = (row) => row?.querySelector('h2, h3')?.textContent ?? ''
/** A ticket says whose it is before its last dot; whether it is genuine, the platform finds out. */
const holder = (code = '') => code.slice(0, Math.max(0, code.lastIndexOf('.')))

const add = (name, change) => {
  const element = door.querySelector(name)
  element.textContent = String(Math.max(0, Number(element.textContent) + change))
}

const seatsOf = (row) => Math.max(1, Number(row?.dataset.seats ?? 1))

const personOf = ({ person, code }) => person ?? holder(code)

/** Counts registrations and people: of a registration for several, `came` people are in; only registered people count as such. */
const count = ({ dataset }, isIn, came) => {
  const wasIn = dataset.in === 'yes'
  if ('registered' in dataset && isIn !== wasIn) add('[data-inside]', isIn ? 1 : -1)
  if (came !== Number(dataset.came)) add('[data-heads]', came - Number(dataset.came))
}

/**
 * Shows a person as in or out, before the platform has confirmed it. No button takes the place of "Check in": a second
 * press there must change nothing, and rows must not move under the finger.
 */
const paint = (row, isIn, state = '', heads = seatsOf(row)) => {
  if (!row) return
  const came = isIn ? heads : 0
  count(row, isIn, came)
  Object.assign(row.dataset, { in: isIn ? 'yes' : 'no', came })
  if (state !== '') row.querySelector('[data-state]').textContent = state
  row.querySelector('.in-mark')?.remove()
  const form = row.querySelector(':scope > form')
  if (!form) return
  form.hidden = isIn
  // After "Undo check-in" the whole group is offered again, and no choice holds up the refresh.
  form.reset()
  if (isIn) form.after(made('span', t('Checked in'), { className: 'tag good in-mark' }))
}

/** Milliseconds within which a second press belongs to the first. */
const doublePress = 1000

/** The newest scan that was announced here; the platform's result may add that it was a repeated one. */
let announced = { clientId: '' }

const announce = ({ clientId, at, action, person, code, headsCheckedIn }, { wasIn, isMore }, checkedInAt) => {
  announced = { clientId, wasIn, isMore }
  const name = nameIn(rowOf(personOf({ person, code }))) || t('Ticket')
  if (action !== 'in') return say('good', t('{name}: check-in undone.', { name }))
  if (wasIn || (!isMore && checkedInAt && checkedInAt < at))
    return say('warn', t('{name} is already checked in.', { name }))
  const onclick = () => scan(person ? { person } : { code }, 'out')
  const undo = made('button', t('Undo check-in'), { className: 'btn plain small', type: 'button', onclick })
  // The message may appear under the finger: a double press must not undo what its first press did.
  undo.disabled = true
  setTimeout(() => {
    undo.disabled = false
  }, doublePress)
  const seats = seatsOf(rowOf(personOf({ person, code })))
  const inside = headsCheckedIn ?? seats
  if (inside < seats)
    return say(
      'good',
      t('{name}: {inside} of {count} people checked in.', { name, inside, count: seats }),
      undo,
    )
  const text =
    seats > 1
      ? t('{name}: checked in, with all {count} seats.', { name, count: seats })
      : t('{name}: checked in.', { name })
  say('good', text, undo)
}

/** Refusals of people who cannot be in. After another refusal, the row shows its confirmed state. */
const absent = new Set(['no_such_person', 'bad_code', 'not_registered', 'registration_required'])

/** The state that the platform last confirmed, of people whose scans wait. */
const confirmed = new Map()

const stateOf = ({ dataset }) => ({ isIn: dataset.in === 'yes', came: Number(dataset.came) })

/** Keeps the state of a row before the first of its scans. */
const keepConfirmed = (person, row) => {
  const isPending = confirmed.has(person) && waiting.some((one) => personOf(one) === person)
  if (row && !isPending) confirmed.set(person, stateOf(row))
}

const restore = (row, person, reason) => {
  if (!row) return
  const { isIn, came } = confirmed.get(person) ?? stateOf(row)
  paint(row, isIn && !absent.has(reason), reasons[reason] ?? t('Refused'), came)
}

const judged = (results, sent) => {
  const refused = new Set()
  for (const { clientId, checkedIn, headsCheckedIn, reason } of results) {
    const scan = sent.find((one) => one.clientId === clientId)
    const person = personOf(scan ?? {})
    const row = waiting.some((one) => personOf(one) === person) ? null : rowOf(person)
    const name = nameIn(rowOf(person))
    if (reason) restore(row, person, reason)
    else if (checkedIn !== undefined) {
      confirmed.set(person, { isIn: checkedIn, came: headsCheckedIn ?? 0 })
      paint(row, checkedIn, '', headsCheckedIn)
    }
    if (reason) refused.add(`${name ? `${name}: ` : ''}${reasons[reason] ?? t('This did not work.')}`)
  }
  if (refused.size > 0) return say('bad', [...refused].join(' '))
  const [only] = sent
  const onward = pagesAfter.get(only.clientId)
  if (onward && sent.length === 1) {
    // As the redirect of a form does, so that the page shows its message.
    document.cookie = `confirmation=${new URL(onward, location.href).searchParams.get('done')}; Path=/; SameSite=Lax; Max-Age=600`
    return location.assign(onward)
  }
  if (sent.length > 1) return say('good', t('{count} waiting check-ins are saved.', { count: sent.length }))
  if (announced.clientId === only.clientId) return announce(only, announced, results[0]?.checkedInAt)
  if (announced.clientId === '') say('good', t('1 waiting check-in is saved.'))
}

/** The page to open once a scan was accepted, by the id of the scan. */
const pagesAfter = new Map()

/** Takes back what was shown before the platform confirmed it: signed out, nothing is saved. */
const showUnsaved = () => {
  for (const scan of waiting) {
    const row = rowOf(personOf(scan))
    const mark = row?.querySelector('.in-mark')
    if (mark) Object.assign(mark, { textContent: t('Not saved yet'), className: 'tag warn in-mark' })
    if (scan.clientId !== announced.clientId || !newest) continue
    newest.className = 'tell warn'
    newest.firstChild.data = t('{name}: not saved yet.', { name: nameIn(row) || t('Ticket') })
    show()
  }
}

let held = false
const drop = (batch) => {
  waiting = waiting.filter(({ clientId }) => !batch.some((one) => one.clientId === clientId))
  keep()
}

/** What is refused as a whole is kept until somebody decides about it. */
const hold = (batch, message) => {
  held = true
  const decide = (text, act) => {
    const onclick = () => {
      held = false
      sayUnsent()
      act()
    }
    return made('button', text, { className: 'btn plain small', type: 'button', onclick })
  }
  const buttons = [decide(t('Try again'), send), decide(t('Discard'), () => drop(batch))]
  const values = { count: waiting.length, reason: message }
  const text =
    waiting.length === 1
      ? t('1 check-in waits and cannot be sent: {reason}.', values)
      : t('{count} check-ins wait and cannot be sent: {reason}.', values)
  showUnsaved()
  sayUnsent(text, ...buttons)
}

let sending = false
const send = async () => {
  if (sending || held || waiting.length === 0) return
  sending = true
  const batch = waiting.slice(0, perBatch)
  try {
    const reply = await sendScans(event, who, batch)
    if (reply.status === 401) {
      await globalThis.caches?.delete('door')
      showUnsaved()
      const href = `/login?next=${encodeURIComponent(location.pathname)}`
      const text =
        waiting.length === 1
          ? t('1 check-in is not saved yet. You are signed out.')
          : t('{count} check-ins are not saved yet. You are signed out.', { count: waiting.length })
      return sayUnsent(text, made('a', t('Sign in again'), { href }))
    }
    const body = await reply.json()
    if (reply.status === 429 || reply.status >= 500)
      return sayUnsent(
        waiting.length === 1
          ? t('1 check-in waits: trying again soon.')
          : t('{count} check-ins wait: trying again soon.', { count: waiting.length }),
      )
    if (!reply.ok) return hold(batch, body.message)
    drop(batch)
    sayUnsent()
    judged(body.data.results, batch)
    // After a failure the next try waits for the connection, or for the clock.
    setTimeout(send, 0)
  } catch {
    sayUnsent(
      waiting.length === 1
        ? t('No connection. 1 check-in waits and will be sent when you are back online.')
        : t('No connection. {count} check-ins wait and will be sent when you are back online.', {
            count: waiting.length,
          }),
    )
  } finally {
    sending = false
  }
}

/** The later of two scans of a person decides, so no two have the same time. */
let lastAt = 0
const nextAt = () => {
  lastAt = Math.max(Date.now(), lastAt + 1)
  return new Date(lastAt).toISOString()
}

const scan = (what, action) => {
  held = false
  const fresh = { clientId: crypto.randomUUID(), at: nextAt(), action, ...what }
  const row = rowOf(personOf(what))
  keepConfirmed(personOf(what), row)
  waiting.push(fresh)
  keep()
  const heads = what.headsCheckedIn ?? seatsOf(row)
  const isPresent = action === 'in' && row?.dataset.in === 'yes'
  const wasIn = isPresent && heads <= Number(row.dataset.came)
  if (!wasIn) paint(row, action === 'in', '', heads)
  announce(fresh, { wasIn, isMore: isPresent && !wasIn })
  void send()
  return fresh.clientId
}

const search = document.getElementById('search')
const unlisted = document.getElementById('unlisted')

/**
 * Shows the rows with the typed text, and opens the folded lists that have one. A page of search results shows all of
 * them for its own text: the platform searched, and advises what to do if it found nobody.
 */
const filter = () => {
  const typed = search.value.trim().toLowerCase()
  const isSearched = typed === search.defaultValue.trim().toLowerCase()
  const rows = [...door.querySelectorAll('.door > li')]
  for (const row of rows) row.hidden = !isSearched && !row.textContent.toLowerCase().includes(typed)
  for (const list of door.querySelectorAll('details:has(> .stack > .door)'))
    list.open = typed !== '' && list.querySelector('.door > li:not([hidden])') !== null
  unlisted.hidden = typed === '' || isSearched || rows.some((row) => !row.hidden)
}
search.addEventListener('input', filter)

/** Empties the search for the next person, after a possible second press on the row. */
const clearSearch = () => {
  const { value } = search
  setTimeout(() => {
    if (value === '' || search.value !== value) return
    search.value = ''
    filter()
  }, doublePress)
}

/** The desk with all people, and the message about this one. */
const pageAfter = (row, done) => {
  const query = new URLSearchParams({ person: row.dataset.person, name: nameIn(row).slice(0, 100), done })
  return `${location.pathname}?${query}`
}

const submitRow = (row, { elements }) => {
  const action = elements.do.value
  const came = elements.heads ? { headsCheckedIn: Number(elements.heads.value) } : {}
  const isLater = row.dataset.in === 'yes'
  const id = scan({ person: row.dataset.person, ...came }, action)
  if (action === 'out') pagesAfter.set(id, pageAfter(row, 'let-out'))
  else if (isLater || 'searched' in door.dataset) pagesAfter.set(id, pageAfter(row, 'let-in'))
  else clearSearch()
}

door.addEventListener('submit', (submitted) => {
  const form = submitted.target
  const row = form.closest('[data-person]')
  if (row) {
    submitted.preventDefault()
    if (!wasAimedElsewhere()) submitRow(row, form)
  } else if (form.elements.do?.value === 'code') {
    submitted.preventDefault()
    scan({ code: form.elements.code.value.trim() }, 'in')
    // The next ticket overwrites it, and a mistyped one can be corrected.
    form.elements.code.select()
  } else if (!navigator.onLine) submitted.preventDefault()
})

/** Shows the buttons once check-in opens. */
const early = document.getElementById('early')
const openLater = () => {
  if (!early) return
  const wait = Date.parse(early.dataset.opens) - Date.now()
  if (wait > 0) return setTimeout(openLater, Math.min(wait, 60_000))
  early.hidden = true
  door.classList.remove('read-only')
}
openLater()

addEventListener('online', send)
setInterval(send, 10_000)
void send()
keepCurrent(
  () => waiting.length === 0 && !sending,
  () => search.value.trim() && filter(),
)

offerCamera(
  (code) => scan({ code }, 'in'),
  () => say('warn', t('The camera cannot be used here. Search for names instead.')),
)

// From now on this page opens without a connection too.
await navigator.serviceWorker?.register('/scripts/door-worker.js', { scope: location.pathname })
