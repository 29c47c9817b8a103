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

/** The newest word comes first; what was refused stays beside what is said after it. */
const say = (tone, text, ...more) => {
  const line = document.createElement('p')
  line.className = `tell ${tone}`
  line.append(text, ...more.flatMap((one) => [' ', one]))
  told.replaceChildren(line, ...[...told.querySelectorAll('.bad')].slice(0, 4))
}

const made = (tag, text, more) => Object.assign(document.createElement(tag), { textContent: text, ...more })

const rowOf = (person) => (person ? door.querySelector(`[data-person="${CSS.escape(person)}"]`) : null)
const nameIn = (row) => row?.querySelector('h2, h3')?.textContent ?? ''
/** A ticket says whose it is before its last dot; whether it is genuine, the platform finds out. */
const holder = (code) => code.slice(0, Math.max(0, code.lastIndexOf('.')))

/** Shows somebody as in or out, before the platform has heard of it. */
const paint = (row, isIn, state) => {
  if (!row) return
  if (row.dataset.in !== (isIn ? 'yes' : 'no')) {
    const inside = door.querySelector('[data-inside]')
    inside.textContent = String(Math.max(0, Number(inside.textContent) + (isIn ? 1 : -1)))
  }
  row.dataset.in = isIn ? 'yes' : 'no'
  row.querySelector('[data-state]').textContent = state
  const button = row.querySelector('button')
  button.textContent = isIn ? t('Check out') : t('Check in')
  button.classList.toggle('plain', isIn)
  button.setAttribute('aria-label', `${button.textContent}: ${nameIn(row)}`)
  row.querySelector('[name=do]').value = isIn ? 'out' : 'in'
}

const judged = (results, sent) => {
  const refused = new Set()
  for (const { clientId, checkedIn, reason } of results) {
    const scan = sent.find((one) => one.clientId === clientId)
    const row = rowOf(scan?.person ?? holder(scan?.code ?? ''))
    const name = nameIn(row)
    if (reason) paint(row, scan.action !== 'in', reasons[reason] ?? t('Refused'))
    else if (checkedIn !== undefined) paint(row, checkedIn, checkedIn ? t('checked in') : '')
    if (reason) refused.add(`${name ? `${name}: ` : ''}${reasons[reason] ?? t('This did not work.')}`)
  }
  if (refused.size > 0) return say('bad', [...refused].join(' '))
  say('good', sent.length === 1 ? t('Done.') : t('All {count} scans are sent.', { count: sent.length }))
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
      told.replaceChildren()
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
  say('warn', text, ...buttons)
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
      return say('warn', text, made('a', t('Sign in again'), { href }))
    }
    const body = await reply.json()
    if (reply.status === 429 || reply.status >= 500)
      return say(
        'warn',
        waiting.length === 1
          ? t('1 scan waits: trying again soon.')
          : t('{count} scans wait: trying again soon.', { count: waiting.length }),
      )
    if (!reply.ok) return hold(batch, body.message)
    drop(batch)
    judged(body.data.results, batch)
  } catch {
    say(
      'warn',
      waiting.length === 1
        ? t('No connection. 1 scan waits and is sent later.')
        : t('No connection. {count} scans wait and are sent later.', { count: waiting.length }),
    )
  } finally {
    sending = false
  }
  if (waiting.length > 0 && !held) setTimeout(send, 0)
}

const scan = (what, action) => {
  held = false
  waiting.push({ clientId: crypto.randomUUID(), at: new Date().toISOString(), action, ...what })
  keep()
  const row = rowOf(what.person ?? holder(what.code))
  if (row) paint(row, action === 'in', t('just now'))
  const name = row ? nameIn(row) : t('Ticket')
  say('good', action === 'in' ? t('{name}: checked in.', { name }) : t('{name}: checked out.', { name }))
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
