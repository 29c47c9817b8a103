import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

const never = (why: string): string => `throw new Error('Left out of the bundle: ${why}.')`

/** Errors of the operations that `lib/table` asks for. Any other is the client's general one, under its own name. */
const thrown = [
  'ConditionalCheckFailedException',
  'IdempotentParameterMismatchException',
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ResourceNotFoundException',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]

const registering = /^n0_registry\.registerError\((\w+)\$, .*$/gm

const passOn = (name: string): string => `export const ${name} = () => (next) => (args) => next(args)`

/** Takes the place of one constant of a module; the rest of it stays. */
const withConstant = (name: string, value: string) => (source: string) => {
  const start = source.indexOf(`export const ${name} = `)
  const end = source.indexOf('\n};\n', start)
  if (start < 0 || end < 0) throw new Error(`The SDK has no ${name} any more.`)
  return `${source.slice(0, start)}${value}${source.slice(end + 4)}`
}

type Change = string | ((source: string) => string)

/** Modules of the SDK by the end of their path, and what the settings of `lib/table/client.ts` leave of them. */
const changes: Readonly<Record<string, Change>> = {
  // Node has the hash itself; this one stands in for it where it is missing.
  'checksum/sha256/Sha256Js.js': `export class Sha256Js { constructor() { ${never('Node hashes')} } }`,
  // `retryMode` is standard.
  'util-retry/AdaptiveRetryStrategy.js': `export class AdaptiveRetryStrategy { constructor() { ${never('retryMode is standard')} } }`,
  // The environment names the region. Nobody asks a machine, as with AWS_EC2_METADATA_DISABLED.
  'regionConfig/getInstanceMetadataRegion.js':
    'export const getInstanceMetadataRegion = async () => undefined',
  // A function has no home directory: the files are as good as empty.
  'shared-ini-file-loader/loadSharedConfigFiles.js': `
    export { CONFIG_PREFIX_SEPARATOR } from './constants'
    export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })`,
  // `defaultsMode` is standard, which needs no look at where the process runs.
  'defaults-mode/resolveDefaultsModeConfig.js': `
    export const resolveDefaultsModeConfig = ({ defaultsMode }) => {
      if (defaultsMode !== 'standard') ${never('defaultsMode is standard')}
      return async () => defaultsMode
    }`,
  // `ignoreConfiguredEndpointUrls` is set: the address comes from the settings or the region.
  'adaptors/getEndpointFromConfig.js': 'export const getEndpointFromConfig = async () => undefined',
  // The rules of all partitions of AWS come to this, since no endpoints of other kinds are asked for.
  'client-dynamodb/dist-es/endpoint/endpointResolver.js': `
    const domains = [
      ['cn-', 'amazonaws.com.cn'], ['eusc-', 'amazonaws.eu'], ['us-iso-', 'c2s.ic.gov'],
      ['us-isob-', 'sc2s.sgov.gov'], ['eu-isoe-', 'cloud.adc-e.uk'], ['us-isof-', 'csp.hci.ic.gov'],
    ]
    export const defaultEndpointResolver = ({ Region, Endpoint, UseFIPS, UseDualStack, AccountId }) => {
      if (UseFIPS || UseDualStack || AccountId) ${never('endpoints of other kinds are off')}
      const [, domain] = domains.find(([prefix]) => Region.startsWith(prefix)) ?? [, 'amazonaws.com']
      const url = new URL(Endpoint ?? 'https://dynamodb.' + Region + '.' + domain)
      return { url, properties: {}, headers: {} }
    }`,
  // The name of a partition is part of a caller's name, which nobody is told.
  'util-endpoints/lib/aws/partition.js': `
    export const partition = () => { ${never('addresses are known without partitions')} }
    export const setPartitionInfo = partition
    export const useDefaultPartitionInfo = partition
    export const getUserAgentPrefix = () => ''`,
  // No bucket is called through a client of the SDK.
  'service-customizations/index.js': `export const resolveParamsForS3 = () => { ${never('no client of S3')} }`,
  // No operation of the table streams.
  'event-streams/index.js': `export class EventStreamSerde { constructor() { ${never('no operation streams')} } }`,
  // Operations of the table say nothing of paths, hosts and headers: they are all one POST.
  'protocols/HttpBindingNormalizedSchema.js': `
    export class HttpBindingNormalizedSchema { static of() { ${never('no operation has a path')} } }
    export const getHttpOperationBindings = ({ traits }) => {
      if (traits) ${never('no operation has a host')}
      return []
    }`,
  // `endpointDiscoveryEnabled` is false, and only operations of Timestream ever asked for it.
  'middleware-endpoint-discovery/dist-es/resolveEndpointDiscoveryConfig.js':
    'export const resolveEndpointDiscoveryConfig = (input) => input',
  // No `extensions` are given: what they could change is handed back as it came.
  'client-dynamodb/dist-es/runtimeExtensions.js': `
    export const resolveRuntimeExtensions = (config, extensions) => {
      if (extensions.length > 0) ${never('extensions are not given')}
      return config
    }`,
  // These steps are taken off the client; what stays of them would let every call pass.
  'middleware-user-agent/user-agent-middleware.js': withConstant(
    'userAgentMiddleware',
    `${passOn('userAgentMiddleware')}\n`,
  ),
  'middleware-recursion-detection/recursionDetectionMiddleware.js': passOn('recursionDetectionMiddleware'),
  'middleware-logger/loggerMiddleware.js': withConstant(
    'loggerMiddleware',
    `${passOn('loggerMiddleware')}\n`,
  ),
  // Only the steps above ask for these two: the caller's name, and what of a call a log may show (nothing).
  'util-user-agent-node/defaultUserAgent.js': `
    export { crtAvailability } from './crt-availability'
    export const createDefaultUserAgentProvider = () => async () => []
    export const defaultUserAgent = createDefaultUserAgentProvider`,
  'smithy-client/schemaLogFilter.js': "export const schemaLogFilter = () => '***SensitiveInformation***'",
  // The version of Node is that of the functions' runtime.
  'client/emitWarningIfUnsupportedVersion.js': `
    export const state = { warningEmitted: true }
    export const emitWarningIfUnsupportedVersion = () => {}`,
  'client-dynamodb/dist-es/schemas/schemas_0.js': (source) => {
    if (source.search(registering) < 0) throw new Error('The SDK registers its errors in another way.')
    return source.replace(registering, (line, name) => (thrown.includes(name) ? line : ''))
  },
}

/** The modules that are changed, by the end of their path. */
export const changed: readonly string[] = Object.keys(changes)

/** Every other module is read without asking, which takes half as long. */
const ends = changed.map((end) => end.replaceAll('.', '[.]')).join('|')
const endings = new RegExp(`node_modules/@(smithy|aws-sdk)/(?:.*/)?(?:${ends})$`)

/** The change of a module. Its key begins at a slash of the path. */
const changeOf = (path: string): Change | undefined =>
  Object.entries(changes).find(([end]) => path.endsWith(`/${end}`))?.[1]

/**
 * The client of the table is set up in one way only. What of the SDK runs with other settings stays out, or throws. That
 * takes 16.7 KB off every zipped start of some 115 KB, and nothing measurable off its time (decision 065).
 */
export const settledClient: Plugin = {
  name: 'settled-client',
  setup({ onLoad }) {
    onLoad({ filter: endings }, ({ path }) => {
      const change = changeOf(path)
      if (change === undefined) return undefined
      return { contents: typeof change === 'string' ? change : change(readFileSync(path, 'utf8')) }
    })
  },
}
