import type { Node } from 'constructs'
import { readSettings, settingTable } from '../../lib/settings.ts'
import { readStageValues, type StageValues, stageValues } from './stage-values.ts'

/** One deployment: the name of its stacks, its address, and the settings of its functions. */
export type Stage = {
  /** Names the stacks `quad-<name>-…`. */
  readonly name: string
  /** The domain whose subdomains are schools. Without one the stage is a trial at the address that AWS assigns. */
  readonly domain?: string
  /** The Route 53 zone of `domain`. Without it an operator maintains DNS by hand. */
  readonly zone?: { readonly hostedZoneId: string; readonly zoneName: string }
  /** Settings that do not depend on resources of the stacks. */
  readonly settings: Readonly<Record<string, string>>
  /** Sizes, alarms and other options of the stacks. */
  readonly values: StageValues
}

export type Watch = 'full' | 'slo' | 'none'

/** How much of the stage is monitored. */
export const watchOf = ({ domain, values: { watch } }: Stage): Watch =>
  watch ?? (domain === undefined ? 'none' : 'full')

/** Settings of local machines, or of resources that the stacks create. */
const ownSettings = [
  'STAGE',
  'TABLE_NAME',
  'DYNAMODB_ENDPOINT',
  'DATA_DIR',
  'BASE_DOMAIN',
  'PUBLIC_PORT',
  'PUBLIC_ADDRESS',
  'EDGE_KEYS',
  'VISIT_KEY',
  'COUNT_METRICS',
  'MEDIA_ORIGIN',
  'MEDIA_BUCKET',
  'EXPORTS_BUCKET',
  'SECRET_ID',
  'METRICS_STAGE',
  // A deployed stage cannot change this.
  'REQUIRE_VERIFIED_EMAIL',
  // Templates and consoles show settings; on AWS the secret itself holds these two.
  'GOOGLE_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
]

/** Settings that an operator may set for a stage, by `-c NAME=value` or under `settings` in `cdk.json`. */
export const operatorSettings = Object.keys(settingTable).filter((name) => !ownSettings.includes(name))

const textOf = (key: string, value: unknown): string | undefined => {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`The context value ${key} must be a text.`)
}

/** `settings` of `cdk.json` is `{"<stage>": {"NAME": "value"}}`, for values of the stage and for settings. */
const listedFor = (node: Node, stage: string): Readonly<Record<string, unknown>> => {
  const listed: Record<string, Record<string, unknown>> = node.tryGetContext('settings') ?? {}
  const known = [...operatorSettings, ...Object.keys(stageValues)]
  const strange = Object.keys(listed[stage] ?? {}).filter((name) => !known.includes(name))
  if (strange.length > 0) throw new Error(`No settings that a stage can be given: ${strange.join(', ')}.`)
  return listed[stage] ?? {}
}

/** The CDK ignores entries of `cdk.json` outside `context`. Throws a sentence about settings among them. */
export const refuseDroppedSettings = (cdkJson: string): void => {
  const { settings } = JSON.parse(cdkJson) as { readonly settings?: unknown }
  if (settings !== undefined)
    throw new Error(
      'The settings in cdk.json are outside its context and have no effect. Move them into the context.',
    )
}

const zoneOf = ({ domain, zoneId, zoneName = domain }: StageValues): Stage['zone'] => {
  if (zoneId === undefined || zoneName === undefined) return undefined
  if (domain !== zoneName && !domain?.endsWith(`.${zoneName}`)) {
    throw new Error(`The domain ${domain} is not in the zone ${zoneName} (zoneName).`)
  }
  return { hostedZoneId: zoneId, zoneName }
}

/**
 * Reads the stage from the context: `stage`, the values of `stageValues`, and settings. A stage with its own domain
 * runs as production. Throws one sentence that names the invalid values.
 */
export const readStage = (node: Node): Stage => {
  const name = textOf('stage', node.tryGetContext('stage')) ?? 'test'
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(name)) throw new Error(`Not a valid stage name: ${name}`)
  const listed = listedFor(node, name)
  const settingOf = (key: string): string | undefined =>
    textOf(key, node.tryGetContext(key)) ?? textOf(key, listed[key])
  const values = readStageValues((key) => (key === 'domain' ? settingOf(key)?.toLowerCase() : settingOf(key)))
  const { domain } = values
  if (values.edge !== 'none' && domain === undefined)
    throw new Error(`edge=${values.edge} needs a domain for CloudFront.`)
  if (values.backupCopies !== undefined && !values.weeklyBackups)
    throw new Error('backupCopies needs weeklyBackups=true.')
  const zone = zoneOf(values)
  const settings = {
    ...(domain === undefined
      ? { STAGE: 'test' }
      : { STAGE: 'production', BASE_DOMAIN: domain, COOKIE_DOMAIN: domain }),
    MAIL_FROM: `Quad <no-reply@${domain ?? 'quad.invalid'}>`,
    ...Object.fromEntries(
      operatorSettings.flatMap((key) => {
        const value = settingOf(key)
        return value === undefined ? [] : [[key, value]]
      }),
    ),
  }
  readSettings(settings)
  return {
    name,
    settings,
    values,
    ...(domain === undefined ? {} : { domain }),
    ...(zone === undefined ? {} : { zone }),
  }
}
