import { describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { backgroundDomains, keyed, minting } from '../../infra/aws/lambda/rights.ts'
import { importsOf, resolved } from '../house/code.ts'
import { exists, read, sources } from '../house/files.ts'
import { actionsOf, functionsOf, statementsOf, templatesWith } from './stack-templates.ts'

const trial = templatesWith()

const all = [...functionsOf(trial.functions)].flatMap(([domain, one]) =>
  statementsOf(trial.functions, one).map((statement) => ({
    domain,
    statement,
    actions: actionsOf(statement),
  })),
)

describe('the roles', () => {
  it('name every action, and every resource that has a name', () => {
    expect(all.filter(({ actions }) => actions.some((action) => action.includes('*')))).toEqual([])
    const wide = all.filter(({ statement }) => statement.Resource === '*')
    const traces = (action: string) => /^xray:Put(?:TraceSegments|TelemetryRecords)$/.test(action)
    expect(wide.filter(({ actions }) => !actions.every(traces))).toMatchObject([
      { domain: 'stream', actions: ['dynamodb:ListStreams'] },
    ])
    expect(wide).toHaveLength(functionsOf(trial.functions).size + 1)
  })

  it('touch items below given keys, and never scan', () => {
    const items =
      /^dynamodb:(?:GetItem|BatchGetItem|Query|PutItem|BatchWriteItem|UpdateItem|DeleteItem|ConditionCheckItem)$/
    const streams = /^dynamodb:(?:DescribeStream|GetRecords|GetShardIterator|ListStreams)$/
    const onTable = all.filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
    for (const { domain, statement, actions } of onTable) {
      if (actions.every((action) => streams.test(action))) {
        expect(domain).toBe('stream')
        continue
      }
      expect(actions.filter((action) => !items.test(action))).toEqual([])
      const keys = statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? ['*']
      expect(keys.filter((key) => !/^(?:T#\*|G#[A-Z]+(?:#\*)?)$/.test(key))).toEqual([])
    }
  })

  it('write nothing where a domain only reads', () => {
    const reading = Object.values(contracts).filter(({ rows }) =>
      Object.values(rows).every(
        (row) => row.method === 'GET' && row.access === 'anyone' && !('limits' in row),
      ),
    )
    const writing = all
      .filter(({ actions }) => actions.includes('dynamodb:PutItem'))
      .map(({ domain }) => domain)
    expect(reading.map(({ domain }) => domain).filter((domain) => writing.includes(domain))).toEqual([])
  })

  it('give the signing secret to functions that mint, and to no other', () => {
    const minted = all.filter(({ actions }) => actions.includes('secretsmanager:GetSecretValue'))
    expect(minted.map(({ domain }) => domain).sort()).toEqual([...minting, ...keyed].sort())
    const handingOut = Object.values(contracts).filter(({ rows }) =>
      Object.values(rows).some(({ reply }) => 'tokens' in reply && reply.tokens !== undefined),
    )
    expect(handingOut.map(({ domain }) => domain).filter((domain) => !minting.includes(domain))).toEqual([])
  })

  it('let only functions that mint publish a key', () => {
    const publishing = all.filter(
      ({ actions, statement }) =>
        actions.includes('dynamodb:PutItem') && JSON.stringify(statement.Condition).includes('"G#KEYS"'),
    )
    expect(publishing.map(({ domain }) => domain).filter((domain) => !minting.includes(domain))).toEqual([])
  })
})

/** Every file that a function's code is made of. */
const filesOf = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  const near = importsOf(read(file)).filter((specifier) => specifier.startsWith('.'))
  for (const next of near.map((specifier) => resolved(file, specifier)).filter(exists)) filesOf(next, seen)
  return seen
}

type Global = { readonly name: string; readonly file: string; readonly key: string }

/** Entities that belong to no school, with the pattern of their partition key. */
const globalsIn = (file: string): Global[] =>
  [
    ...read(file).matchAll(
      /export const (\w+) = entity\(\s*'\w+',\s*\w+,\s*\{\s*scope: 'global',\s*pk: '([^'{]*)(\{?)/g,
    ),
  ].map(([, name = '', key, hole]) => ({ name, file, key: `G#${key}${hole ? '*' : ''}` }))

/** Names that a file takes from another one, types left out. */
const takenFrom = (file: string, other: string): string[] =>
  [...read(file).matchAll(/import (?!type)\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', from = '']) =>
      resolved(file, from) === other ? names.split(',').map((name) => name.trim()) : [],
  )

/** A file that declares entities and nothing else touches none of them; any other one touches what it declares. */
const touchedBy = (files: readonly string[], { name, file, key }: Global): string[] =>
  files.some((path) => (path === file ? !file.endsWith('records.ts') : takenFrom(path, file).includes(name)))
    ? [key]
    : []

describe('the keys of a role', () => {
  const everyones = ['G#U#*', 'G#RL#*', 'G#KEYS', 'G#TENANTS']
  const globals = sources('lib', 'functions').flatMap(globalsIn)
  const built = [...Object.keys(contracts), ...backgroundDomains].filter((domain) =>
    exists(`functions/${domain}/handler.ts`),
  )

  it('are found in the sources', () => {
    expect(globals.map(({ key }) => key)).toEqual(
      expect.arrayContaining([...everyones, 'G#CRED#*', 'G#ADMINS']),
    )
  })

  // Whoever fails here names the domain in `guardedKeys` of infra/aws/lambda/rights.ts, or no longer.
  it.each(built)('of %s are those of the rows that its code touches', (domain) => {
    const files = [...filesOf(`functions/${domain}/handler.ts`)]
    const touched = globals.flatMap((each) => touchedBy(files, each))
    const granted = all.flatMap((one) =>
      one.domain === domain && one.actions.includes('dynamodb:GetItem')
        ? (one.statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [])
        : [],
    )
    const expected = new Set(['T#*', ...everyones, ...touched])
    expect([...new Set(granted)].sort()).toEqual([...expected].sort())
  })

  // Signing out leads on to the school's identity provider (rules/saml 61), which takes the school's own rows: its
  // configuration, its key and what is known of the session. No credential, factor or provider link is among them.
  it('grow by no global key for signing out at the identity provider', () => {
    const files = [...filesOf('functions/saml/index/provider-logout.ts')]
    expect(files).toContain('functions/saml/own-keys.ts')
    const touched = new Set(globals.flatMap((each) => touchedBy(files, each)))
    expect([...touched].filter((key) => !everyones.includes(key))).toEqual([])
  })

  it('are those of signing out at the identity provider in the functions that sign people out alone', () => {
    const carrying = built.filter((domain) =>
      filesOf(`functions/${domain}/handler.ts`).has('functions/saml/index/provider-logout.ts'),
    )
    expect(carrying.sort()).toEqual(['auth', 'pages', 'saml'])
  })

  it.each([
    [
      'mints, or makes and checks codes',
      'secretsmanager:GetSecretValue',
      /\b(?:signIn|trySignIn|tokensFor|newSession|codeProver|proveCode)\(|\bissuer\.\w+\(/,
    ],
    ['sends mail', 'ses:SendEmail', /\bmail\.send\(/],
    ['keeps media', 's3:PutObject', /\bmedia\.(?:put|read|remove|uploadAddress)\(/],
  ])('let code that %s do so', (_, action, use) => {
    const using = built.filter((domain) =>
      [...filesOf(`functions/${domain}/handler.ts`)].some(
        (file) => file.startsWith(`functions/${domain}/`) && use.test(read(file)),
      ),
    )
    const granted = all.filter(({ actions }) => actions.includes(action)).map(({ domain }) => domain)
    expect(using.filter((domain) => !granted.includes(domain))).toEqual([])
  })
})
