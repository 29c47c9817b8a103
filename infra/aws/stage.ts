import type { Node } from 'constructs'
import { readSettings, settingTable } from '../../lib/settings.ts'

/** One deployment: what its stacks are named after, where it answers, and what its functions are told. */
export type Stage = {
  /** Names the stacks `quad-<name>-…`. */
  readonly name: string
  /** Whose subdomains are schools. Without one the stage is a trial on the address that AWS gives it. */
  readonly domain?: string
  /** The Route 53 zone that `domain` lies in; without it DNS is kept elsewhere, by hand. */
  readonly zone?: { readonly hostedZoneId: string; readonly zoneName: string }
  /** Settings that do not depend on what the stacks create. */
  readonly settings: Readonly<Record<string, string>>
}

/** Settings of machines, or of what the stacks themselves create. */
const ownSettings = [
  'STAGE',
  'TABLE_NAME',
  'DYNAMODB_ENDPOINT',
  'DATA_DIR',
  'BASE_DOMAIN',
  'PUBLIC_PORT',
  'MEDIA_ORIGIN',
  'MEDIA_BUCKET',
  'SECRET_ID',
  // Templates and consoles show settings; on AWS these two stand in the secret itself.
  'GOOGLE_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
]

/** Settings that an operator may give to a stage, by `-c NAME=value` or under `settings` in `cdk.json`. */
export const operatorSettings = Object.keys(settingTable).filter((name) => !ownSettings.includes(name))

const textAt = (node: Node, key: string): string | undefined => {
  const value: unknown = node.tryGetContext(key)
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  throw new Error(`The context value ${key} must be a text.`)
}

const zoneAt = (node: Node, domain: string | undefined): Stage['zone'] => {
  const hostedZoneId = textAt(node, 'zoneId')
  const zoneName = textAt(node, 'zoneName') ?? domain
  if (hostedZoneId === undefined || zoneName === undefined) return undefined
  if (domain !== zoneName && !domain?.endsWith(`.${zoneName}`)) {
    throw new Error(`The domain ${domain} does not lie in the zone ${zoneName} that zoneName names.`)
  }
  return { hostedZoneId, zoneName }
}

/** `settings` of `cdk.json` is `{"<stage>": {"NAME": "value"}}`. */
const listedSettings = (node: Node, stage: string): Readonly<Record<string, unknown>> => {
  const listed: Record<string, Record<string, unknown>> = node.tryGetContext('settings') ?? {}
  const strange = Object.keys(listed[stage] ?? {}).filter((name) => !operatorSettings.includes(name))
  if (strange.length > 0) throw new Error(`No settings that a stage can be given: ${strange.join(', ')}.`)
  return listed[stage] ?? {}
}

const givenSettings = (node: Node, stage: string): Record<string, string> => {
  const listed = listedSettings(node, stage)
  const given = operatorSettings.map((name) => [name, textAt(node, name) ?? listed[name]])
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/**
 * Reads the stage from the context: `stage`, `domain`, `zoneId`, `zoneName` and settings. A stage with a domain of its
 * own runs as production. Throws one sentence that says what cannot be used.
 */
export const readStage = (node: Node): Stage => {
  const name = textAt(node, 'stage') ?? 'test'
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(name)) throw new Error(`No name for a stage: ${name}`)
  const domain = textAt(node, 'domain')?.toLowerCase()
  const zone = zoneAt(node, domain)
  const host = domain ?? 'localhost'
  const settings = {
    ...(domain === undefined
      ? { STAGE: 'test' }
      : { STAGE: 'production', BASE_DOMAIN: domain, COOKIE_DOMAIN: domain }),
    MAIL_FROM: `Quad <no-reply@${host === 'localhost' ? 'quad.invalid' : host}>`,
    ...givenSettings(node, name),
  }
  readSettings(settings)
  return {
    name,
    settings,
    ...(domain === undefined ? {} : { domain }),
    ...(zone === undefined ? {} : { zone }),
  }
}
