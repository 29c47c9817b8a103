// The door of an event, where scripts run: tickets by the camera, and scans that wait while there is no connection.
import { keyOf, perBatch, scansAt, sendScans } from './scans.js'
import { t } from './translate.js'

const door = document.getElementById('door')
const { event, reader: who } = door.dataset
const told = document.getElementById('told')
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
  const refused = [...told.querySelectorAll('.bad')].filter((line) => line !== newest)
  told.replaceChildren(...[newest, unsent, ...refused.slice(0, 4)].filter(Boolean))
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

const inside = door.querySelector('[data-inside]')
const heads = door.querySelector('[data-heads]')

const add = (element, change) => {
  element.textContent = String(Math.max(0, Number(element.textContent) + change))
}

const personOf = ({ person, code }) => person ?? holder(code)

/** Counts registrations and people: a registration may be for several, and only registered people count as such. */
const count = ({ dataset }, change) => {
  if (!inside) return
  if ('registered' in dataset) add(inside, change)
  add(heads, change * Math.max(1, Number(dataset.seats)))
  heads.closest('.heads').hidden = Number(heads.textContent) <= Number(inside.textContent)
}

/** Shows somebody as in or out, before the platform has heard of it. */
const paint = (row, isIn, state) => {
  if (!row) return
  if (row.dataset.in !== (isIn ? 'yes' : 'no')) count(row, isIn ? 1 : -1)
  row.dataset.in = isIn ? 'yes' : 'no'
  row.querySelector('[data-state]').textContent = state
  const button = row.querySelector('button')
  button.textContent = isIn ? t('Undo') : t('Check in')
  button.classList.toggle('plain', isIn)
  button.setAttribute('aria-label', `${button.textContent}: ${nameIn(row)}`)
  row.querySelector('[name=do]').value = isIn ? 'out' : 'in'
}

/** The newest scan that was announced here; the platform's result may add that it was a repeated one. */
let announced = { clientId: '' }

const announce = ({ clientId, at, action, person, code }, wasIn, checkedInAt) => {
  announced = { clientId, wasIn }
  const name = nameIn(rowOf(personOf({ person, code }))) || t('Ticket')
  if (action !== 'in') return say('good', t('{name}: check-in undone.', { name }))
  if (wasIn || (checkedInAt && checkedInAt < at))
    return say('warn', t('{name} was checked in before.', { name }))
  const onclick = () => scan(person ? { person } : { code }, 'out')
  const undo = made('button', t('Undo check-in'), { className: 'btn plain small', type: 'button', onclick })
  say('good', t('{name}: checked in.', { name }), undo)
}

/** Refusals of people who cannot be in. Of other refused scans, the state before remains. */
const absent = new Set(['no_such_person', 'bad_code', 'not_registered', 'registration_required'])

const judged = (results, sent) => {
  const refused = new Set()
  for (const { clientId, checkedIn, reason } of results) {
    const scan = sent.find((one) => one.clientId === clientId)
    const person = personOf(scan ?? {})
    const row = waiting.some((one) => personOf(one) === person) ? null : rowOf(person)
    const name = nameIn(rowOf(person))
    if (reason) paint(row, scan.action !== 'in' && !absent.has(reason), reasons[reason] ?? t('Refused'))
    else if (checkedIn !== undefined) paint(row, checkedIn, checkedIn ? t('checked in') : '')
    if (reason) refused.add(`${name ? `${name}: ` : ''}${reasons[reason] ?? t('This did not work.')}`)
  }
  if (refused.size > 0) return say('bad', [...refused].join(' '))
  const [only] = sent
  if (sent.length > 1) return say('good', t('All {count} scans are sent.', { count: sent.length }))
  if (announced.clientId === only.clientId) return announce(only, announced.wasIn, results[0]?.checkedInAt)
  if (announced.clientId === '') say('good', t('Done.'))
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
      ? t('1 scan waits and cannot be sent: {reason}.', values)
      : t('{count} scans wait and cannot be sent: {reason}.', values)
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
      const href = `/login?next=${encodeURIComponent(location.pathname)}`
      const text =
        waiting.length === 1
          ? t('1 scan waits. You are signed out.')
          : t('{count} scans wait. You are signed out.', { count: waiting.length })
      return sayUnsent(text, made('a', t('Sign in again'), { href }))
    }
    const body = await reply.json()
    if (reply.status === 429 || reply.status >= 500)
      return sayUnsent(
        waiting.length === 1
          ? t('1 scan waits: trying again soon.')
          : t('{count} scans wait: trying again soon.', { count: waiting.length }),
      )
    if (!reply.ok) return hold(batch, body.message)
    drop(batch)
    sayUnsent()
    judged(body.data.results, batch)
  } catch {
    sayUnsent(
      waiting.length === 1
        ? t('No connection. 1 scan waits and is sent later.')
        : t('No connection. {count} scans wait and are sent later.', { count: waiting.length }),
    )
  } finally {
    sending = false
  }
  if (waiting.length > 0 && !held) setTimeout(send, 0)
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
  waiting.push(fresh)
  keep()
  const row = rowOf(personOf(what))
  const wasIn = action === 'in' && row?.dataset.in === 'yes'
  if (!wasIn) paint(row, action === 'in', action === 'in' ? t('just now') : '')
  announce(fresh, wasIn)
  void send()
}

door.addEventListener('submit', (submitted) => {
  const form = submitted.target
  const row = form.closest('[data-person]')
  if (row) {
    submitted.preventDefault()
    scan({ person: row.dataset.person }, form.elements.do.value)
  } else if (form.elements.do?.value === 'code') {
    submitted.preventDefault()
    scan({ code: form.elements.code.value.trim() }, 'in')
    form.reset()
  } else if (!navigator.onLine) submitted.preventDefault()
})

const search = document.getElementById('search')
search.addEventListener('input', () => {
  const typed = search.value.trim().toLowerCase()
  for (const row of door.querySelectorAll('.door > li'))
    row.hidden = !row.textContent.toLowerCase().includes(typed)
})

addEventListener('online', send)
setInterval(send, 10_000)
void send()

/** What reads a code in a picture: the browser itself where it can, else a small library. */
const reader = async () => {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats?.()) ?? []
  if (formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { readCode } = await import('/scripts/read-qr.js')
  const canvas = document.createElement('canvas')
  const picture = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, 640 / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = video.videoWidth * scale
    canvas.height = video.videoHeight * scale
    picture.drawImage(video, 0, 0, canvas.width, canvas.height)
    return readCode(picture.getImageData(0, 0, canvas.width, canvas.height))
  }
}

const video = document.getElementById('seen')
const camera = document.getElementById('camera')
let stream

const look = async (readFrom) => {
  let last = ''
  let since = 0
  while (stream) {
    const code = video.readyState >= 2 ? await readFrom(video).catch(() => undefined) : undefined
    const now = Date.now()
    if (code && (code !== last || now - since > 4000)) {
      scan({ code }, 'in')
      navigator.vibrate?.(60)
      last = code
    }
    if (code) since = now
    await new Promise((done) => setTimeout(done, 150))
  }
}

const close = () => {
  for (const track of stream?.getTracks() ?? []) track.stop()
  stream = undefined
  video.hidden = true
  camera.textContent = t('Scan tickets')
}

camera.hidden = !navigator.mediaDevices
camera.addEventListener('click', async () => {
  if (stream) return close()
  try {
    const readFrom = await reader()
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    video.srcObject = stream
    video.hidden = false
    camera.textContent = t('Close the camera')
    await video.play()
    void look(readFrom)
  } catch {
    close()
    say('warn', t('The camera cannot be used here. Search for names, or type the code of a ticket.'))
  }
})

// From now on this page opens without a connection too.
await navigator.serviceWorker?.register('/scripts/door-worker.js', { scope: location.pathname })
