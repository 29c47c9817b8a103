// Keeps the page of a door, and what it is made of, for when there is no connection. Nothing else goes through it.
const kept = 'door'
const parts = ['/scripts/door.js', '/scripts/read-qr.js']
const own = new URL(registration.scope).pathname

/** What seals the page: the mark of the session, which goes when that ends. None where a worker reads no cookies. */
const sealOf = async () => {
  const { value } = (await self.cookieStore?.get('sessionMark')) ?? {}
  if (!value) return undefined
  const key = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const keepPage = async (cache, reply) => {
  const seal = await sealOf()
  if (!seal) return cache.delete(own)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, seal, await reply.arrayBuffer())
  await cache.put(own, new Response(new Blob([iv, sealed]), { headers: reply.headers }))
}

/** The page as its session saw it; for another one, or none, it is thrown away. */
const pageFrom = async (cache) => {
  const found = await cache.match(own)
  if (!found) return undefined
  try {
    const bytes = new Uint8Array(await found.arrayBuffer())
    const how = { name: 'AES-GCM', iv: bytes.slice(0, 12) }
    const page = await crypto.subtle.decrypt(how, await sealOf(), bytes.slice(12))
    return new Response(page, { headers: found.headers })
  } catch {
    await cache.delete(own)
  }
}

/** The network's answer while there is one; a page that is not for the reader any more is not kept either. */
const answer = async (request, path) => {
  const cache = await caches.open(kept)
  const isPage = path === own
  try {
    const reply = await fetch(request)
    if (reply.ok && !reply.redirected)
      await (isPage ? keepPage(cache, reply.clone()) : cache.put(path, reply.clone()))
    else if (reply.type === 'opaqueredirect' || [401, 403, 404].includes(reply.status))
      await cache.delete(path)
    return reply
  } catch (error) {
    const before = await (isPage ? pageFrom(cache) : cache.match(path))
    if (before) return before
    throw error
  }
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(Promise.all([own, ...parts].map((path) => answer(path, path))))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  const page = event.request.mode === 'navigate' && pathname === own
  if (event.request.method === 'GET' && (page || parts.includes(pathname)))
    event.respondWith(answer(event.request, pathname))
})
