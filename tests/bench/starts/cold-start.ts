import { spawnSync } from 'node:child_process'

/** Milliseconds from the import to the first answer, by the clock and of processors. */
export type Start = {
  readonly status: number
  readonly ms: number
  readonly cpu: number
}

/** As Lambda starts Node for a function of 1024 MB. */
const options = [
  '--expose-gc',
  '--max-http-header-size',
  '81920',
  '--max-semi-space-size=51',
  '--max-old-space-size=921',
]

// Node itself has started by then, as it has on AWS: what is measured is the import and the first answer.
const program = (bundle: string, invocation: unknown): string => `
  const used = process.cpuUsage()
  const from = performance.now()
  try {
    const { handler } = await import(${JSON.stringify(bundle)})
    const { statusCode: status } = await handler(${JSON.stringify(invocation)}, {})
    const ms = performance.now() - from
    const { user, system } = process.cpuUsage(used)
    process.stdout.write('\\n' + JSON.stringify({ status, ms, cpu: (user + system) / 1000 }))
  } catch ({ message }) {
    process.stdout.write(message)
  }`

/** Starts a bundle in a process of its own, with the settings that AWS would give, and lets it answer one invocation. */
export const coldStart = (
  bundle: string,
  invocation: unknown,
  env: Readonly<Record<string, string>>,
): Start => {
  const argv = [...options, '--input-type=module', '--eval', program(bundle, invocation)]
  const { stdout: printed } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' })
  const last = printed.slice(printed.lastIndexOf('\n') + 1)
  if (!last.startsWith('{"status"')) throw new Error(`${bundle} ended: ${printed.slice(0, 600)}`)
  return JSON.parse(last)
}
