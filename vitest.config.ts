import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { testReporter } from './tests/support/setup/reporter.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  const found = `found ${process.versions.node} at ${process.execPath}`
  throw new Error(`The tests run on Node 24 (${found}). Start them with "npm test" after "npm ci".`)
}

const isLate = process.env.ENGINE === 'like-aws'

// Vitest leaves one core idle by default, which on two cores means one worker. Who waits for late copies needs no core.
const workers = Math.max(2, availableParallelism()) * (isLate ? 2 : 1)

// Suites that take too long for every change: `npm run test:<name>` runs one, CI runs all.
const alone = new Map([
  ['proofs', 'tests/**/*.proof.test.ts'],
  ['bundles', 'tests/infra/bundles/bundles*.test.ts'],
  ['fuzz', 'tests/fuzz/fuzz.test.ts'],
  ['isolation', 'tests/operations/isolation.test.ts'],
  ['faults', 'tests/operations/faults.test.ts'],
  ['units', 'tests/load/sizes/units-at-size.test.ts'],
  ['search', 'tests/load/sizes/search-at-size.test.ts'],
  ['deployed', 'tests/deployed/*.test.ts'],
  ['runtime', 'tests/runtime/*.test.ts'],
])
const suite = process.env.SUITE ?? ''

export default defineConfig({
  test: {
    environment: 'node',
    include: [alone.get(suite) ?? 'tests/**/*.test.ts'],
    exclude: suite === '' ? [...alone.values()] : [],
    globalSetup: [
      'tests/support/setup/engine.ts',
      ...(suite === '' ? ['tests/support/setup/refusals-check.ts'] : []),
      ...(suite === 'deployed' ? ['tests/deployed/synthesis.ts'] : []),
    ],
    setupFiles: [
      'tests/support/setup/cheap-passwords.ts',
      'tests/support/setup/own-table.ts',
      // Suites of thousands of worlds have more to compare than there is time for.
      ...(suite === '' ? ['tests/support/setup/log-check.ts'] : []),
    ],
    reporters: ['default', testReporter],
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
