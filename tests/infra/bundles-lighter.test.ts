import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modulesOf, plugins } from '../../infra/aws/bundle/bundle.ts'
import { changed } from '../../infra/aws/bundle/client.ts'
import { mailGateway } from '../../infra/aws/bundle/plugins.ts'
import { writeScripts } from '../../infra/aws/bundle/script-files.ts'

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

  // The figures are what each bought when it was last looked at, less a tenth: what falls below has stopped working.
  it.each([
    ['settled-client', 'organizations', 10_300],
    ['straight-imports', 'organizations', 5_400],
    ['environment-credentials', 'organizations', 12_400],
    ['lighter-client', 'organizations', 850],
    ['idle-modules', 'organizations', 440],
    ['mail-apart', 'notices', 5_300],
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
