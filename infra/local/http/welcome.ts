import { join } from 'node:path'
import type { DemoLogin } from '../demo/demo.ts'
import type { Platform } from '../platform.ts'
import type { LocalSettings } from '../settings.ts'

const login = ({ tenant, email, password, about }: DemoLogin): string =>
  `    ${tenant.padEnd(6)} ${email.padEnd(34)} ${password.padEnd(20)} ${about}`

const loginsOf = (logins: readonly DemoLogin[]): string =>
  logins.length === 0
    ? '  Sign-in   no demo people here: register at POST /register'
    : `  Sign-in   tenant, e-mail, password\n${logins.map(login).join('\n')}`

/** What the terminal shows once the platform answers. */
export const welcome = (platform: Platform, settings: LocalSettings): string => {
  const { port, mediaPort, logins } = platform
  const address = (host: string): string => `http://${host}:${port}`
  return `Quad is ready.
  Tenants   ${address('demo.localhost')}   ${address('rpi.localhost')}
            ${address('localhost')} is ${settings.defaultTenant}
  Mail      ${address('localhost')}/_local/outbox   (${join(settings.dataDir, 'outbox')})
  Media     http://localhost:${mediaPort}
  Data      ${settings.dataDir}
${loginsOf(logins)}
  Stop      Ctrl-C. Everything stays in the data folder; delete it to begin anew.`
}
