// Keeps the page of a door, and what it is made of, for when there is no connection. Nothing else goes through it.
const kept = 'door'
const parts = ['/scripts/door.js', '/scripts/read-qr.js']
const own = new URL(registration.scope).pathname

self.addEventListener('install', (event) => {
  self.skipWaiting()
  const all = caches.open(kept).then((cache) => cache.addAll([own, ...parts]))
  event.waitUntil(all)
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The network's answer while there is one; a page that is not for the reader any more is not kept either. */
const answer = async (request, path) => {
  const cache = await caches.open(kept)
  try {
    const reply = await fetch(request)
    if (reply.ok && !reply.redirected) await cache.put(path, reply.clone())
    else if (reply.type === 'opaqueredirect' || [401, 403, 404].includes(reply.status))
      await cache.delete(path)
    return reply
  } catch (error) {
    const before = await cache.match(path)
    if (before) return before
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  const page = event.request.mode === 'navigate' && pathname === own
  if (event.request.method === 'GET' && (page || parts.includes(pathname)))
    event.respondWith(answer(event.request, pathname))
})
