import { describe, expect, it } from 'vitest'
import { shippedPackages } from '../../infra/derive/third-party.ts'
import { settingTable } from '../../lib/settings.ts'
import { bareCode } from './code.ts'
import { exists, read, sources, trackedFiles } from './files.ts'
import { importedPackages, isUsed, lock, manifest, moduleOf, required } from './packages.ts'
import { sizesOf } from './sizes.ts'
import { banned } from './words.ts'

const live = ['lib', 'functions', 'infra']
const holding = (pattern: RegExp, files: string[]): string[] =>
  files.flatMap((path) => {
    const found = bareCode(read(path)).match(pattern)
    return found === null ? [] : [`${path}: ${found[0].trim()}`]
  })

describe('packages', () => {
  const card = [
    '@aws-sdk/client-dynamodb',
    '@aws-sdk/lib-dynamodb',
    '@middy/core',
    '@middy/http-json-body-parser',
    '@types/aws-lambda',
    'aws-cdk-lib',
    'aws-sdk-client-mock',
    'constructs',
    'jose',
    'samlify',
    'vitest',
    'zod',
  ]

  it.each(card)('%s is required and imported', (name) => {
    expect(Object.keys(required)).toContain(name)
    expect([...importedPackages()]).toContain(moduleOf(name))
  })

  it('are all used', () => {
    const imported = importedPackages()
    expect(Object.keys(required).filter((name) => !isUsed(name, imported))).toEqual([])
  })

  it('are pinned to exact versions', () => {
    expect(Object.values(required).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('are locked as required, without naming where they came from', () => {
    const { dependencies, devDependencies, optionalDependencies } = lock.packages[''] ?? {}
    const { dependencies: run, devDependencies: dev, optionalDependencies: optional } = manifest
    expect([dependencies, devDependencies, optionalDependencies]).toEqual([run, dev, optional])
    const drifted = Object.entries(required).filter(
      ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
    )
    expect(drifted).toEqual([])
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  // What asks for more than to be named: a change of it is a decision of people, not of an update.
  it('that run for users may be given away with the platform', () => {
    const free = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT License']
    const others = shippedPackages().filter(({ licence }) => {
      const choices = licence.replace(/[()]/g, '').split(' OR ')
      return !choices.some((choice) => free.includes(choice))
    })
    expect(others).toEqual([])
  })

  it('run on Node 24', () => {
    expect(process.versions.node).toMatch(/^24\./)
  })
})

describe('the tree', () => {
  const files = trackedFiles()

  it('has only the rooms of the design', () => {
    const rooms = ['docs', 'events', 'functions', 'infra', 'lib', 'tests']
    const pages = ['CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md']
    const settings = ['biome.json', 'cdk.json', 'package-lock.json', 'package.json', 'tsconfig.json']
    const known = new Set([...rooms, ...pages, ...settings, 'vitest.config.ts'])
    const entries = new Set(files.map((path) => path.split('/')[0] ?? ''))
    expect([...entries].filter((entry) => !known.has(entry) && !entry.startsWith('.'))).toEqual([])
  })

  it('has no room for leftovers', () => {
    const leftovers = /(?:^|\/)(?:utils?|common|helpers?|types|middlewares?|scripts|shared|misc)(?:\/|\.ts$)/
    expect(files.filter((path) => leftovers.test(path))).toEqual([])
  })

  it('is named in kebab-case', () => {
    const kebab =
      /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+[a-z0-9]+(?:-[a-z0-9]+)*(?:(?:\.(?:proof|crash|cost))?\.test|\.d)?\.ts$/
    const inRooms = sources().filter((path) => path.includes('/'))
    expect(inRooms.filter((path) => !kebab.test(path))).toEqual([])
  })

  it('gives every domain a folder with rooms of one level, and every contract with rows its operations and a handler', () => {
    const inside = files.filter((path) => path.startsWith('functions/'))
    // Besides TypeScript: scripts for browsers, and the message catalogue.
    const rooms =
      /^functions\/(?:(?:[a-z-]+\/){0,2}[a-z0-9-]+\.ts|pages\/browser\/[a-z-]+\.js|pages\/es\/catalogue\.json)$/
    expect(inside.filter((path) => !rooms.test(path))).toEqual([])
    const vague =
      /\/(?:service|repository|contract|handler)-|(?:[/-]service|-repository|-contract|-handler)\.ts$/
    expect(inside.filter((path) => vague.test(path))).toEqual([])
    const contracts = inside.filter(
      (path) => path.endsWith('/contract.ts') && /\bconst contract = /.test(read(path)),
    )
    const halves = contracts.flatMap((path) => [
      path.replace('contract.ts', 'operations.ts'),
      path.replace('contract.ts', 'handler.ts'),
    ])
    expect(halves.filter((path) => !exists(path))).toEqual([])
  })
})

describe('a folder', () => {
  const folders = Map.groupBy(sources(...live, 'tests'), (path) => path.split('/').slice(0, -1).join('/'))

  // Above this a reader looks for sub-folders named by noun. The list may only shrink.
  it('holds what can be seen at once', () => {
    const crowded = [...folders].filter(([, inside]) => inside.length > 25).map(([folder]) => folder)
    expect(crowded.sort()).toEqual([].filter((folder) => crowded.includes(folder)).sort())
  })

  // A file is a thing, what happens to it is a function.
  it('holds nouns', () => {
    const actions = sources(...live).filter(
      (path) =>
        /ing\.ts$/.test(path) &&
        !/(?:routing|binding|branding|provisioning|linking|tracking|paging|recording|ring)\.ts$/.test(path),
    )
    expect(actions).toEqual([])
  })
})

describe('code', () => {
  it('never scans the table and never filters a growing set', () => {
    const scanning = holding(/\b(?:ScanCommand|FilterExpression|paginateScan)\b/, sources(...live))
    // Stands in for DynamoDB's own time to live, which no local engine has.
    expect(scanning.filter((line) => !line.startsWith('infra/local/data/expiry.ts'))).toEqual([])
  })

  it('has no enum, no default export and no class but the failure', () => {
    const inRooms = sources(...live, 'tests')
    expect(holding(/^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w+/m, inRooms)).toEqual([])
    expect(holding(/^\s*export\s+default\b/m, inRooms)).toEqual([])
    expect(holding(/^\s*(?:export\s+)?(?:abstract\s+)?class\s+(?!Failure\b)\w+/m, inRooms)).toEqual([])
  })

  it('has no name that says how instead of what', () => {
    expect(
      holding(
        /^export\s+(?:type|interface|const)\s+(?:I[A-Z][a-z]\w*|\w+(?:Impl|Manager))\b/m,
        sources(...live),
      ),
    ).toEqual([])
  })

  it('silences no check', () => {
    const silenced = /@ts-(?:ignore|nocheck)|biome-ignore|\bas any\b|(?:it|test|describe)\.(?:skip|only)\(/
    const outside = sources().filter((path) => !path.startsWith('tests/house'))
    expect(outside.filter((path) => silenced.test(read(path)))).toEqual([])
    // A test may show that something does not compile.
    expect(sources(...live).filter((path) => read(path).includes('@ts-expect-error'))).toEqual([])
  })

  it('never asks whether it was started itself, which a program of package.json is not told', () => {
    expect(holding(/import\.meta\.mai[n]|require\.mai[n]/, sources())).toEqual([])
  })

  it('has one noun a file, in at most 400 lines', () => {
    const written = sizesOf().filter(({ path }) => !path.startsWith('docs/'))
    expect(written.filter(({ total }) => total > 400)).toEqual([])
  })
})

describe('the README', () => {
  it('is read in a few minutes', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
  })

  it('shows six pictures before its first heading', () => {
    const [first = ''] = read('README.md').split('\n## ')
    expect([...first.matchAll(/!\[[^\]]+\]\(docs\/tour\/pictures\/\w+\.webp\)/g)]).toHaveLength(6)
  })
})

describe('CONTRIBUTING', () => {
  it('names every domain in its map', () => {
    const domains = new Set(sources('functions').map((path) => path.split('/')[1] ?? ''))
    const missing = [...domains].filter(
      (name) => !name.endsWith('.ts') && !read('CONTRIBUTING.md').includes(`\`${name}\``),
    )
    expect(missing).toEqual([])
  })
})

describe('files', () => {
  const readable = trackedFiles().filter((path) => !/\.(?:png|jpe?g|gif|ico|webp|woff2?)$/.test(path))

  it.each(banned)('do not say $why', ({ pattern }) => {
    const found = readable.flatMap((path) => {
      const words = read(path).match(pattern)
      return words === null ? [] : [`${path}: ${words[0]}`]
    })
    expect(found).toEqual([])
  })
})

describe('settings', () => {
  const names = Object.keys(settingTable)
  const readers = sources(...live)

  // `settings.NAME`, or taken apart: `{ NAME, … }: Settings`, `{ NAME } = settings`.
  const readAs = (name: string): RegExp =>
    new RegExp(`\\.${name}\\b|\\benv\\[?\\W{0,2}${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}(?::|\\s*=)`)
  const isRead = (name: string): boolean => readers.some((path) => readAs(name).test(read(path)))

  it('are each read somewhere', () => {
    expect(names.filter((name) => !isRead(name))).toEqual([])
  })

  it('stand in the table of docs/settings.md with their defaults', () => {
    const rows = new Map(
      [...read('docs/settings.md').matchAll(/^\|\s*`([A-Z][A-Z0-9_]+)`\s*\|(.*)$/gm)].map(([, name, row]) => [
        name,
        row,
      ]),
    )
    const missing = Object.entries(settingTable).filter(
      ([name, setting]) => !rows.get(name)?.includes(setting.default ?? ''),
    )
    expect(missing.map(([name]) => name)).toEqual([])
    // Rows beyond the table of settings belong to the local platform.
    const local = sources('infra/local').map(read).join('\n')
    expect(
      [...rows.keys()].filter((name) => !names.includes(name ?? '') && !local.includes(name ?? '')),
    ).toEqual([])
  })
})
