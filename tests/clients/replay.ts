import { beforeAll, describe, expect, it } from 'vitest'
import { type contracts, routes } from '../../functions/routes.ts'
import { matcher, routesOf } from '../../lib/contract/route-match.ts'
import type { Overrides } from '../support/agent.ts'
import { missesOf, undeclared } from './reading.ts'
import type { Sent, SheetRow } from './row.ts'
import { type Scene, scene } from './scene.ts'

const match = matcher(routes)
const declared = new Map(routesOf(routes).map((route) => [`${route.row.method} ${route.path}`, route]))

/** What an operation, named by one of its paths, promises to answer. */
export const replyOf = (call: string) => declared.get(call)?.row.reply

const formOf = async (fields: Readonly<Record<string, string | Uint8Array>>): Promise<Overrides> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), `${name}.png`)
  const request = new Request('http://form.test', { method: 'POST', body: form })
  return {
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}

const contentOf = async ({ body, form }: Sent): Promise<Overrides> => {
  if (form) return formOf(form)
  return body === undefined ? {} : { raw: JSON.stringify(body) }
}

const send = async (place: Scene, { call, as, sends }: SheetRow) => {
  const sent = (await sends?.(place)) ?? {}
  const [method = '', template = ''] = call.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => sent.path?.[name] ?? 'absent')
  const found = match(method, path)
  if (found.found !== 'operation') throw new Error(`nobody answers ${method} ${path}`)
  const device = sent.from ?? (as ? place.people[as].device : place.w.device())
  const content = await contentOf(sent)
  if (method === 'GET') await place.w.caughtUp()
  const platform = found.route.row.host === 'platform' ? { host: 'www.localhost' } : {}
  return device.request(found.route.domain as keyof typeof contracts, method, path, {
    ...platform,
    ...content,
    ...(sent.query ? { query: sent.query } : {}),
    headers: { ...content.headers, ...sent.headers },
  })
}

const expectRow = async (place: Scene, row: SheetRow): Promise<void> => {
  const { call, reads = {}, refused, leadsWith } = row
  const route = declared.get(call)
  expect(route, 'the path of an operation').toBeDefined()
  const { status, body, headers } = await send(place, row)
  const answered = JSON.stringify(body)
  if (refused !== undefined) {
    expect([status, typeof body.message], answered).toEqual([refused, 'string'])
    return
  }
  if (leadsWith) {
    expect(status, answered).toBe(302)
    const { searchParams } = new URL(headers.location ?? '')
    expect(leadsWith.filter((name) => !searchParams.get(name))).toEqual([])
    return
  }
  expect(status, answered).toBeLessThan(300)
  if (route?.row.reply.kind === 'text') return
  if (route) expect(undeclared(route.row.reply, Object.keys(reads))).toEqual([])
  if (route?.row.reply.kind !== 'bare') expect(body.success).toBe(true)
  expect(missesOf(body, reads)).toEqual([])
}

/** Plays the rows of some domains, each through the front door and held against the schema of its reply. */
export const replay = (sheet: Readonly<Record<string, readonly SheetRow[]>>): void => {
  let place: Scene

  beforeAll(async () => {
    place = await scene()
  })

  describe.each(Object.entries(sheet))('the existing web client, in %s', (_, rows) => {
    it.each(rows.map((row) => [`${row.call}${row.when ? `, ${row.when}` : ''}`, row] as const))(
      '%s',
      async (_, row) => expectRow(place, row),
    )
  })
}
