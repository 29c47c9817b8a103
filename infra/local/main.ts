import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DemoLogin } from './demo.ts'
import { addressOfLink } from './http/sign-in-links.ts'
import { onEndOfNpm, surviveClosedOutput } from './lifetime.ts'
import { type Figures, figuresText } from './like-aws/figures.ts'
import { type Platform, startPlatform } from './platform.ts'
import { messageOf } from './problem.ts'
import { type LocalSettings, readLocalSettings } from './settings.ts'

const login = ({ tenant, email, password, about }: DemoLogin): string =>
  `    ${tenant.padEnd(6)} ${email.padEnd(34)} ${password.padEnd(20)} ${about}`

const loginsOf = (logins: readonly DemoLogin[]): string =>
  logins.length === 0
    ? '  Sign-in   no demo people here: register at POST /register'
    : `  Sign-in   tenant, e-mail, password\n${logins.map(login).join('\n')}`

const about: Readonly<Record<string, string>> = {
  student: 'Student',
  president: 'President',
  dean: 'Dean',
  'check-in': 'Check-in',
  platform: 'Platform',
}

/** One link for each role. A link signs a browser on this machine in, without a password. */
const linksOf = ({ links, port }: Platform): string =>
  links
    .map((link) => `  ${(about[link.role] ?? link.role).padEnd(9)} ${addressOfLink(link, port)}\n`)
    .join('')

const figuresOf = (figures: Figures): string =>
  figuresText(figures)
    .split(',')
    .map((figure, at) => (at % 7 === 0 ? `\n    ${figure}` : ` ${figure}`))
    .join('')
    .slice(1)

/** The terminal's text once the platform answers. */
export const welcome = (platform: Platform, settings: LocalSettings): string => {
  const { port, mediaPort, logins } = platform
  const { likeAws } = settings
  const address = (host: string): string => `http://${host}:${port}`
  const open = platform.links.length === 0 ? '' : `  Open a link to sign in as\n${linksOf(platform)}\n`
  return `Quad is ready.
${open}  Tenants   ${address('demo.localhost')}   ${address('rpi.localhost')}
            ${address('localhost')} is ${settings.defaultTenant}
  Mail      ${address('localhost')}/_local/outbox   (${join(settings.dataDir, 'outbox')})
  Media     http://localhost:${mediaPort}
  Data      ${settings.dataDir}
${likeAws ? `  Engine    behaves as DynamoDB does (docs/like-aws.md)\n${figuresOf(likeAws)}\n` : ''}${loginsOf(logins)}
  Stop      Ctrl-C. Everything stays in the data folder; delete it to start over.`
}

const root = join(import.meta.dirname, '..', '..')
const log = (line: string): void => console.error(line)

const fail = (error: unknown): never => {
  log(messageOf(error))
  process.exit(1)
}

const begin = (settings: LocalSettings): Promise<Platform> =>
  startPlatform({
    settings,
    env: process.env,
    functionsDir: join(root, 'functions'),
    watched: [join(root, 'functions'), join(root, 'lib')],
    log,
  })

const healthy = async (port: number): Promise<boolean> => {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/health`)
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

const untilHealthy = async (platform: Platform): Promise<void> => {
  for (let hasWarned = false; !(await healthy(platform.port)); await pause(250)) {
    if (!hasWarned) log('GET /health does not answer 200 yet: waiting for the code to be mended.')
    hasWarned = true
  }
}

const onSignal = (platform: Promise<Platform>): void => {
  let stopping = false
  const leave = (): void => {
    if (stopping) {
      void platform.then(({ kill }) => kill())
      setImmediate(() => process.exit(130))
      return
    }
    stopping = true
    log('\nStopping. Again to stop at once.')
    platform.then(({ stop }) => stop()).then(() => process.exit(0), fail)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, leave)
  onEndOfNpm(leave)
}

surviveClosedOutput()
try {
  const settings = readLocalSettings(process.env, process.argv.slice(2))
  const starting = begin(settings)
  onSignal(starting)
  const platform = await starting
  await untilHealthy(platform)
  console.log(welcome(platform, settings))
} catch (error) {
  fail(error)
}
