// Check-in scans wait in the browser by event and by the account that made them.
const kind = 'door '
export const keyOf = (event, who) => `${kind}${event} ${who}`

/** As many as are taken at once. */
export const perBatch = 200

export const scansAt = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}

export const sendScans = (event, who, scans) =>
  fetch(`/events/${event}/check-in/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scannedBy: who, scans }),
  })

/** All scans that wait in this browser, of every account. */
export const allWaiting = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(kind))
    .map((key) => ({ key, event: key.split(' ')[1], who: key.split(' ')[2], scans: scansAt(key) }))
    .filter(({ scans }) => scans.length > 0)
