import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheOf, openBundle } from '../../aws/bundle/loader.ts'

// A program of its own: one bundle answers the invocations of a file, and what V8 has compiled by then is kept.
const [folder = '', start = '', invocations = ''] = process.argv.slice(2)

type Handler = (invocation: unknown, lambda: object) => Promise<unknown>

const { load, names, scripts } = openBundle(folder, start)
const { handler } = load('start') as { readonly handler: Handler }
for (const invocation of JSON.parse(readFileSync(invocations, 'utf8'))) {
  // One that fails was carried out as far as it goes, and that is what is wanted of it.
  await handler(invocation, {}).catch(() => undefined)
}
for (const name of names()) load(name)
for (const [name, script] of scripts) writeFileSync(join(folder, cacheOf(name)), script.createCachedData())
// Connections and timers of the invocations would keep the process.
process.exit(0)
