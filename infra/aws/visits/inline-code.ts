import { join } from 'node:path'
import { Code, type InlineCode } from 'aws-cdk-lib/aws-lambda'
import { buildSync } from 'esbuild'
import { routes } from '../../../functions/routes.ts'
import type { Stage } from '../stage.ts'
import { sampleOf } from './samples.ts'
import type { VisitSettings } from './settings.ts'

const built = new Map<string, string>()

/** Code of this folder as text in the template, so that deployment and rollback include it. */
export const inlineCode = (file: 'probe' | 'release-check'): InlineCode => {
  const build = () =>
    buildSync({
      entryPoints: [join(import.meta.dirname, `${file}.ts`)],
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      mainFields: ['module', 'main'],
      legalComments: 'none',
      write: false,
      define: { SAMPLES: JSON.stringify(routes.map(sampleOf)) },
    }).outputFiles[0]?.text ?? ''
  const code = built.get(file) ?? build()
  built.set(file, code)
  return Code.fromInline(code)
}

/** Settings of the probe and of the release check. `address` is that of a stage without a domain. */
export const visitsOf = (
  { name, domain, values: { probeSchool = 'www' } }: Stage,
  address: string | undefined,
  key: string | undefined,
): string => {
  const settings: VisitSettings = {
    platform: address ?? `https://${domain}`,
    school: address ?? `https://${probeSchool}.${domain}`,
    email: `success+quad-${name}@simulator.amazonses.com`,
    ...(key === undefined ? {} : { key }),
  }
  return JSON.stringify(settings)
}
