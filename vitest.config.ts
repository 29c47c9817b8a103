import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { domainReporter } from './tests/support/setup/domain-reporter.ts'
import { testReporter } from './tests/support/setup/reporter.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  const found = `found ${process.versions.node} at ${process.execPath}`
  throw new Error(`The tests run on Node 24 (${found}). Start them with "npm test" after "npm ci".`)
}

const isLate = process.env.ENGINE === 'like-aws'

// Vitest leaves one core idle by default, which on two cores means one worker. Who waits for late copies needs no core.
const workers = Math.max(2, availableParallelism()) * (isLate ? 2 : 1)

/** Suites that take long even for one domain, or need files that are built first: `npm run test:<name>`. */
const special = {
  proofs: ['tests/**/*.proof.test.ts'],
  bundles: ['tests/infra/bundles/bundles*.test.ts'],
  fuzz: ['tests/fuzz/*.test.ts'],
  faults: ['tests/operations/faults.test.ts'],
  units: ['tests/load/sizes/units-at-size.test.ts'],
  search: ['tests/load/sizes/search-at-size.test.ts'],
  deployed: ['tests/deployed/*.test.ts'],
  runtime: ['tests/runtime/*.test.ts'],
}

/** Suites that CI runs with every change, and `npm test` leaves out. CONTRIBUTING.md says what each is for. */
const further = {
  platform: ['tests/{infra,client,documents,bench,load,runbook}/**/*.test.ts'],
  crash: ['tests/**/*.crash.test.ts'],
  cost: ['tests/**/*.cost.test.ts', 'tests/operations/units.test.ts'],
  inputs: [
    'tests/operations/{reserved-keys,half-characters,unknown-fields}.test.ts',
    'tests/security/tokens/{token-bodies,hollow-bearers}.test.ts',
  ],
}

/** Tables of crashes, races and states: `npm test` runs their boundary rows, `npm run test:crash` all of them. */
const crashTables = [
  'tests/attendance/seats/*-claims.test.ts',
  'tests/auth/invitations.test.ts',
  'tests/operations/lost-races.test.ts',
]

type Suite = keyof typeof special | keyof typeof further | ''

const suite = (process.env.SUITE ?? '') as Suite
const inSpecial = Object.values(special).flat()
/** Whether a whole suite runs, and not files or folders that somebody names. */
const isWholeSuite = !process.argv
  .slice(2)
  .some((word) => word.startsWith('tests/') && !word.endsWith('run.ts'))
/** Who names files gets them, whatever suite they belong to. */
const leavesOut = isWholeSuite || process.env.DOMAINS !== undefined ? Object.values(further).flat() : []
const files: Readonly<Record<string, { include: string[]; exclude: string[] }>> = {
  '': { include: ['tests/**/*.test.ts'], exclude: [...inSpecial, ...leavesOut] },
  platform: { include: further.platform, exclude: inSpecial },
  crash: { include: [...further.crash, ...crashTables], exclude: inSpecial },
  cost: { include: further.cost, exclude: inSpecial },
  inputs: { include: further.inputs, exclude: inSpecial },
}
const { include, exclude } = files[suite] ?? {
  include: { ...special }[suite as keyof typeof special],
  exclude: [],
}

export default defineConfig({
  test: {
    environment: 'node',
    include,
    exclude,
    globalSetup: [
      'tests/support/setup/engine.ts',
      'tests/support/setup/prepared-worlds.ts',
      ...(suite === '' ? ['tests/support/setup/refusals-check.ts'] : []),
      ...(suite === 'deployed' ? ['tests/deployed/synthesis.ts'] : []),
    ],
    setupFiles: [
      'tests/support/setup/cheap-passwords.ts',
      'tests/support/setup/own-table.ts',
      // Suites of thousands of worlds have more to compare than there is time for.
      ...(suite in special ? [] : ['tests/support/setup/log-check.ts']),
    ],
    reporters: [isWholeSuite ? domainReporter() : 'default', testReporter],
    // What a test that passed has logged helps nobody.
    silent: isWholeSuite ? 'passed-only' : false,
    pool: 'forks',
    // tests/support/setup/own-table.ts says why, and what keeps the files apart.
    isolate: false,
    maxWorkers: workers,
    // A loop over nothing, or a helper that no longer compares, would pass in silence.
    expect: { requireAssertions: true },
    // Only what hangs ends by these: a busy machine takes several times as long as an idle one.
    testTimeout: isLate ? 240_000 : 60_000,
    hookTimeout: isLate ? 300_000 : 120_000,
    // Where reads may be late, a test that looked too early looks again; what proofs find is never looked at twice.
    retry: isLate && suite !== 'proofs' ? 2 : 0,
  },
})
