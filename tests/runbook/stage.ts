/** Which stage is walked, and where it is asked for. */
export type Walked = {
  readonly stage: string
  readonly domain: string
  /** What the AWS CLI is told: the stage's endpoint and keys of no account, or nothing of our own. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])
const isHere = (endpoint: string | undefined): endpoint is string =>
  endpoint !== undefined && URL.canParse(endpoint) && loopback.has(new URL(endpoint).hostname)

/**
 * What the AWS CLI is told for an endpoint on this machine: no profile, no key and no other address of the operator's own.
 * Without an endpoint the operator's account is meant, which `onAws` has to say. Throws a sentence.
 */
export const environmentFor = (
  { endpoint, onAws = false }: { readonly endpoint?: string | undefined; readonly onAws?: boolean },
  own: Readonly<Record<string, string | undefined>>,
): Walked['environment'] => {
  if (onAws) {
    if (endpoint !== undefined) throw new Error('Either --on-aws or --endpoint, not both.')
    return own
  }
  if (!isHere(endpoint))
    throw new Error(
      'A game day stops what people use: name an emulated stage on this machine (--endpoint http://127.0.0.1:4566), or say --on-aws.',
    )
  const others = Object.entries(own).filter(([name]) => !name.startsWith('AWS_'))
  const region = own.AWS_REGION ?? 'us-east-1'
  return {
    ...Object.fromEntries(others),
    AWS_ENDPOINT_URL: endpoint,
    // Programs of this project reach a table by this setting alone.
    DYNAMODB_ENDPOINT: isHere(own.DYNAMODB_ENDPOINT) ? own.DYNAMODB_ENDPOINT : endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_PAGER: '',
    // Old versions of the CLI ask AWS itself for queues, whatever they are told: nothing leaves this machine.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost,::1',
  }
}

/** What a shell has to be told before it asks the place that a walk asked, in one line; nothing for an account of one's own. */
export const exportsOf = (environment: Walked['environment']): string => {
  if (environment.AWS_CONFIG_FILE !== '/dev/null') return ''
  const names = ['AWS_ENDPOINT_URL', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  return `export ${names.map((name) => `${name}=${environment[name]}`).join(' ')}`
}

/** The commands for this stage and this day: names and moments of the page stand for others. `now` is a moment. */
export const commandsFor = (
  commands: string,
  { stage, domain }: Pick<Walked, 'stage' | 'domain'>,
  now: Date,
): string => {
  const before = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString()
  return commands
    .replace(/^stage=\S+ domain=\S+$/gm, `stage=${stage} domain=${domain}`)
    .replace(/2027-01-31T09 2027-01-31T10/g, `${before(60).slice(0, 13)} ${before(0).slice(0, 13)}`)
    .replace(/2027-01-31T09:00:00Z/g, `${before(10).slice(0, 19)}Z`)
    .replace(/2027-01-31T09:00$/gm, before(60).slice(0, 16))
}
