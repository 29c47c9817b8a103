import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modulesOf, plugins } from '../../../infra/aws/bundle/bundle.ts'
import { changed } from '../../../infra/aws/bundle/client.ts'
import { mailGateway } from '../../../infra/aws/bundle/plugins.ts'
import { writeScripts } from '../../../infra/aws/bundle/script-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-lighter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bytes of the zipped start of a function that is bundled without one of the plugins. */
const startWithout = async (domain: string, name: string): Promise<number> => {
  const used = plugins.filter((plugin) => plugin.name !== name)
  const apart = { [mailGateway.module]: '' }
  const start = await writeScripts(folder, await modulesOf(domain, used), apart)
  return gzipSync(readFileSync(join(folder, start))).length
}

describe('beyond the options of esbuild', () => {
  const whole = new Map<string, number>()
  beforeAll(async () => {
    for (const domain of ['organizations', 'notices']) whole.set(domain, await startWithout(domain, ''))
  }, 120_000)

  // About two thirds of what each buys: what else a start loads moves that a little, a plugin that stopped working buys nothing.
  it.each([
    ['settled-client', 'organizations', 11_000],
    ['straight-imports', 'organizations', 3_300],
    ['environment-credentials', 'organizations', 7_800],
    ['lighter-client', 'organizations', 500],
    ['idle-modules', 'organizations', 290],
    ['mail-apart', 'notices', 3_500],
  ])(
    '%s makes the zipped start of %s smaller by at least %d bytes',
    async (name, domain, bytes) => {
      expect(plugins.map((plugin) => plugin.name)).toContain(name)
      const saved = (await startWithout(domain, name)) - (whole.get(domain) ?? 0)
      expect(saved).toBeGreaterThanOrEqual(bytes)
    },
    120_000,
  )

  it('every module of the SDK that is changed is still there', async () => {
    const { metafile } = await modulesOf('organizations', [])
    const paths = Object.keys(metafile.inputs)
    expect(changed.filter((end) => !paths.some((path) => path.endsWith(`/${end}`)))).toEqual([])
  }, 120_000)
})
