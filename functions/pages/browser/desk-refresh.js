// Shows what other desks did: fetches the page again and replaces its list and counts, while nobody works here.
const everyMs = 15_000
const longestMs = 240_000

/** The list stays as it is this long after a press, a key or a scroll: rows must not move under the finger. */
const quietMs = 5_000

/** A press this soon after the list was replaced was meant for another row. */
const aimedMs = 400

let lastActive = -quietMs
let lastReplaced = -aimedMs

for (const name of ['pointerdown', 'keydown', 'input', 'scroll'])
  addEventListener(name, () => (lastActive = performance.now()), { capture: true, passive: true })

/** Whether somebody chose how many of a group came, and has not checked them in yet. */
const isGroupChosen = () =>
  [...document.querySelectorAll('#list form:not([hidden]) select')].some(
    ({ selectedIndex }) => selectedIndex > 0,
  )

const isQuiet = () =>
  document.visibilityState === 'visible' &&
  performance.now() - lastActive > quietMs &&
  !document.querySelector('#list li details[open]') &&
  !isGroupChosen()

export const wasAimedElsewhere = () => performance.now() - lastReplaced < aimedMs

/** The row and the kind of element that have the focus, to find them in the new list. */
const focusIn = (list) => {
  const { activeElement: focused } = document
  const person = list.contains(focused) ? focused.closest('[data-person]')?.dataset.person : undefined
  return person && `[data-person="${CSS.escape(person)}"] ${focused.localName}`
}

const replace = (id, page) => {
  const before = document.getElementById(id)
  const after = page.getElementById(id)
  if (!after || before.innerHTML === after.innerHTML) return
  const focus = focusIn(before)
  const open = [...before.querySelectorAll('details[open] .door')].map(({ id }) => id)
  before.replaceChildren(...after.childNodes)
  for (const part of open) document.getElementById(part)?.closest('details').setAttribute('open', '')
  if (focus) before.querySelector(focus)?.focus({ preventScroll: true })
  lastReplaced = performance.now()
}

/**
 * Keeps the list and the counts current. `isIdle`: nothing waits to be sent, which the platform does not know yet;
 * `refilter` applies the typed search to the new rows. Stops once the desk no longer opens: a reload says why.
 */
export const keepCurrent = (isIdle, refilter) => {
  let failures = 0
  let timer
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, Math.min(everyMs * 2 ** failures, longestMs))
  }
  const refresh = async () => {
    if (!isQuiet() || !isIdle()) return later()
    try {
      const reply = await fetch(document.getElementById('refresh').href, { headers: { accept: 'text/html' } })
      if (reply.redirected || (reply.status >= 400 && reply.status < 500 && reply.status !== 429)) return
      if (!reply.ok) throw new Error(reply.statusText)
      const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
      if (!page.getElementById('door')) return
      failures = 0
      // Somebody may have begun to work meanwhile.
      if (isQuiet() && isIdle()) {
        for (const id of ['count', 'list']) replace(id, page)
        refilter()
      }
    } catch {
      failures += 1
    }
    later()
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') void refresh()
  })
  later()
}
