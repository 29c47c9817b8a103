import { createHmac, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'

// The app that somebody would write instead, in the shape of tutorials: Express, PostgreSQL, a signed token, one query
// or two for each request. It has no schools, approvals, waitlist, sessions or notifications.

type Values = readonly (string | number)[]
type Pool = { query(text: string, values?: Values): Promise<{ rows: readonly Record<string, string>[] }> }
type Incoming = {
  readonly headers: Record<string, string | undefined>
  readonly params: { readonly id: string }
}
type Outgoing = {
  status(code: number): Outgoing
  json(body: unknown): void
  send(body: string): void
  locals: Record<string, string>
}
type Step = (request: Incoming, response: Outgoing, next: () => void) => unknown
type App = Record<'get' | 'post' | 'delete', (path: string, ...steps: Step[]) => void> & {
  listen(port: number, host: string): void
}

const [packages = '', port = '0', socket = ''] = process.argv.slice(2)
const require = createRequire(`${packages}/package.json`)
const express: () => App = require('express')
const { Pool } = require('pg') as { Pool: new (options: object) => Pool }

const pool = new Pool({ host: socket, user: 'postgres', database: 'postgres', max: 10 })
const secret = 'a secret of this benchmark'
const sign = (id: string): string => createHmac('sha256', secret).update(id).digest('base64url')

/** A token of the benchmark: the person and a signature. */
export const tokenFor = (id: string): string => `${id}.${sign(id)}`

const signedIn: Step = ({ headers }, response, next) => {
  const [id = '', signature = ''] = (headers.authorization ?? '').replace('Bearer ', '').split('.')
  const expected = Buffer.from(sign(id))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return response.status(401).json({})
  response.locals.person = id
  return next()
}

const escaped = (text = ''): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body>${body}</body></html>`

const eventById = (id: string) =>
  pool.query(
    `SELECT e.*, o.name AS host, (SELECT count(*) FROM registrations r WHERE r.event = e.id) AS taken
     FROM events e JOIN organizations o ON o.id = e.organization WHERE e.id = $1`,
    [id],
  )
const mine = (person: string) =>
  pool.query(
    `SELECT e.* FROM registrations r JOIN events e ON e.id = r.event WHERE r.person = $1 ORDER BY e.starts LIMIT 50`,
    [person],
  )

const app = express()
app.get('/health', (_, response) => response.json({}))
app.get('/validate-token', signedIn, async (_, response) => {
  const { rows } = await pool.query('SELECT * FROM people WHERE id = $1', [response.locals.person ?? ''])
  response.json({ user: rows[0] })
})
app.get('/event/:id', signedIn, async ({ params }, response) => {
  const { rows } = await eventById(params.id)
  response.json({ event: rows[0] })
})
app.get('/events', signedIn, async (_, response) => {
  const { rows } = await pool.query('SELECT * FROM events WHERE starts > now() ORDER BY starts LIMIT 20')
  response.json({ events: rows })
})
app.get('/pages/event/:id', signedIn, async ({ params }, response) => {
  const { rows } = await eventById(params.id)
  const { name = '', host, location, description, taken } = rows[0] ?? {}
  const text = `<h1>${escaped(name)}</h1><p>${escaped(host)}, ${escaped(location)}, ${taken} going</p><p>${escaped(description)}</p>`
  response.send(page(name, text))
})
app.get('/pages/mine', signedIn, async (_, response) => {
  const { rows } = await mine(response.locals.person ?? '')
  const items = rows.map(({ name, starts }) => `<li>${escaped(name)}, ${escaped(String(starts))}</li>`)
  response.send(page('My events', `<ul>${items.join('')}</ul>`))
})
app.post('/event/:id/registration', signedIn, async ({ params }, response) => {
  const { rows } = await pool.query(
    `INSERT INTO registrations (event, person)
     SELECT id, $2 FROM events WHERE id = $1 AND seats > (SELECT count(*) FROM registrations WHERE event = $1)
     ON CONFLICT DO NOTHING RETURNING event`,
    [params.id, response.locals.person ?? ''],
  )
  response.status(rows.length > 0 ? 200 : 409).json({})
})
app.delete('/event/:id/registration', signedIn, async ({ params }, response) => {
  const values = [params.id, response.locals.person ?? '']
  await pool.query('DELETE FROM registrations WHERE event = $1 AND person = $2', values)
  response.json({})
})
app.listen(Number(port), '127.0.0.1')
