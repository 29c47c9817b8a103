// Leaving empties the browser. Scans of a door that wait in it are sent before, and what cannot be sent is asked about.
import { allWaiting, perBatch, sendScans } from './scans.js'
import { t } from './translate.js'

/** Sends what it can; answers how many scans were refused when they came. */
const sendAll = async () => {
  let refused = 0
  for (const { key, event, who, scans } of allWaiting())
    for (let rest = scans; rest.length > 0; ) {
      const reply = await sendScans(event, who, rest.slice(0, perBatch)).catch(() => undefined)
      if (!reply?.ok) break
      const { data } = await reply.json()
      refused += data.results.filter(({ reason }) => reason).length
      rest = rest.slice(perBatch)
      localStorage.setItem(key, JSON.stringify(rest))
    }
  return refused
}

const lostText = (count) =>
  count === 1
    ? t('1 check-in scan could not be sent and will be lost if you continue.')
    : t('{count} check-in scans could not be sent and will be lost if you continue.', { count })

const refusedText = (count) =>
  count === 1
    ? t('1 check-in scan was sent just now and refused.')
    : t('{count} check-in scans were sent just now and refused.', { count })

const asking = (form, left, refused) => {
  const told = document.createElement('div')
  told.className = 'tell warn stack'
  told.setAttribute('role', 'alert')
  const words = [left > 0 ? lostText(left) : '', refused > 0 ? refusedText(refused) : '']
  const go = document.createElement('button')
  Object.assign(go, { type: 'button', className: 'btn plain small', textContent: t('Continue anyway') })
  go.addEventListener('click', () => form.submit())
  told.append(words.join(' ').trim(), go)
  form.querySelector('[role=alert]')?.remove()
  form.append(told)
  go.focus()
}

for (const form of document.querySelectorAll('[data-leaves]'))
  form.addEventListener('submit', async (submitted) => {
    if (allWaiting().length === 0) return
    submitted.preventDefault()
    const refused = await sendAll()
    const left = allWaiting().reduce((sum, { scans }) => sum + scans.length, 0)
    if (left + refused === 0) form.submit()
    else asking(form, left, refused)
  })
