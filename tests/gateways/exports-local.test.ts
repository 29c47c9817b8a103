import { statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { mediaServer } from '../../infra/local/http/media.ts'
import { chainOfParts, partHash } from '../../lib/gateways/export-parts.ts'
import { localExports } from '../../lib/gateways/local.ts'
import { fileFolder } from '../exports/school-files.ts'

const folder = fileFolder()
const dataDir = folder.path('data')
const door = mediaServer(dataDir)
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
})

afterAll(() => {
  door.closeAllConnections()
  door.close()
  folder.drop()
})

const parts = ['first ', 'second ', 'third'].map((text) => Buffer.from(text))
const chain = chainOfParts(parts.map(partHash))

describe('exports of the local platform', () => {
  it('are joined from their parts, whichever was written twice', async () => {
    const store = localExports(dataDir, origin)
    const file = { key: 'demo/1/school.jsonl', id: await store.begin('demo/1/school.jsonl') }
    for (const [at, bytes] of parts.entries()) await store.part(file, at + 1, bytes)
    await store.part(file, 2, Buffer.from('second '))
    await store.end(file, chain)
    await store.end(file, chain)
    expect(String(await store.read(file.key))).toBe('first second third')
    expect(statSync(join(dataDir, 'exports', file.key)).mode & 0o777).toBe(0o600)
  })

  it('are not joined where a part was replaced, and are gone when they are given up', async () => {
    const store = localExports(dataDir, origin)
    const file = { key: 'demo/2/school.jsonl', id: await store.begin('demo/2/school.jsonl') }
    for (const [at, bytes] of parts.entries()) await store.part(file, at + 1, bytes)
    await store.part(file, 2, Buffer.from('forged'))
    await expect(store.end(file, chain)).rejects.toThrow('differ from those')
    await store.abort(file)
    await expect(store.end(file, chain)).rejects.toThrow('before it was started')
    expect(await store.read(file.key)).toBeUndefined()
  })

  it('are handed out to a signed address until it ends, and to no other', async () => {
    const [now, soon] = [new Date('2026-03-02T12:00:00.000Z'), new Date('2026-03-02T12:01:00.000Z')]
    vi.useFakeTimers({ toFake: ['Date'], now })
    onTestFinished(() => void vi.useRealTimers())
    const store = localExports(dataDir, origin)
    await store.put('demo/3/organizations.csv', Buffer.from('Name'))
    const address = await store.address('demo/3/organizations.csv', soon)
    const reply = await fetch(address)
    expect([reply.status, await reply.text()]).toEqual([200, 'Name'])
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="organizations.csv"')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const ended = await store.address('demo/3/organizations.csv', now)
    const longer = ended.replace(/expires=\d+/, `expires=${soon.getTime() / 1000}`)
    const other = address.replace('demo/3/organizations.csv', 'demo/1/school.jsonl')
    const bare = `${origin}/.exports/demo/3/organizations.csv`
    const asMedia = `${origin}/exports/demo/3/organizations.csv`
    for (const wrong of [ended, longer, other, bare]) expect((await fetch(wrong)).status).toBe(403)
    for (const wrong of [asMedia, `${origin}/..%2fexports/demo/3/organizations.csv`])
      expect((await fetch(wrong)).status).toBe(404)
  })
})
