import { indexNames, ttlAttribute } from '../../lib/table/schema.ts'
import { exportsOf, filesIn, textOf } from './places.ts'

type Keys = { readonly pk: string; readonly sk: string }
type Entity = {
  readonly name: string
  readonly keys: Keys & {
    readonly scope: 'tenant' | 'global'
    readonly gsi1?: Keys & { readonly when?: unknown }
    readonly gsi2?: Keys & { readonly when?: unknown }
    readonly ttl?: string
  }
}

export type EntityFile = { readonly file: string; readonly entities: readonly Entity[] }

const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && 'keys' in value && 'schema' in value && 'name' in value

const declared = /\bentity\(\s*'(\w+)'/g

/**
 * All kinds of items, by the file that declares them. Throws when a file does not export one: every stored item must be
 * in the data model.
 */
export const entityFiles = async (): Promise<readonly EntityFile[]> => {
  const found: EntityFile[] = []
  const sources = [...filesIn('lib'), ...filesIn('functions')].filter((file) => file.endsWith('.ts'))
  for (const file of sources) {
    const names = [...(textOf(file) ?? '').matchAll(declared)].map(([, name]) => name)
    if (names.length === 0) continue
    const entities = Object.values(await exportsOf(file)).filter(isEntity)
    const hidden = names.filter((name) => !entities.some((each) => each.name === name))
    if (hidden.length > 0) throw new Error(`${file} must export its entity ${hidden.join(', ')}`)
    found.push({ file, entities })
  }
  return found
}

const prefix = { tenant: 'T#<tenant>#', global: 'G#' } as const

const code = (text: string): string => `\`${text}\``

const indexCell = ({ keys }: Entity, index: 'gsi1' | 'gsi2'): string => {
  const own = keys[index]
  if (!own) return '–'
  return `${code(prefix[keys.scope] + own.pk)} / ${code(own.sk)}${own.when ? ' (sometimes)' : ''}`
}

const row = (entity: Entity): string => {
  const { name, keys } = entity
  const cells = [name, keys.scope, code(prefix[keys.scope] + keys.pk), code(keys.sk)]
  return `| ${[...cells, ...indexNames.map((index) => indexCell(entity, index)), keys.ttl ?? '–'].join(' | ')} |`
}

const indexLines = (files: readonly EntityFile[]): readonly string[] =>
  indexNames.flatMap((index) => {
    const users = files.flatMap(({ entities }) => entities.filter(({ keys }) => keys[index]))
    const lists = users.map((entity) => {
      const { scope, [index]: own } = entity.keys
      return `| ${code(prefix[scope] + (own?.pk ?? ''))} | ${entity.name} | ${code(own?.sk ?? '')} |`
    })
    return ['', `### ${index}`, '', '| list | holds | in the order of |', '|---|---|---|', ...lists.sort()]
  })

/** docs/data-model.md: where every kind of item lives. */
export const dataModel = (files: readonly EntityFile[]): string => {
  const used = files.filter(({ entities }) => entities.length > 0)
  const tables = used.flatMap(({ file, entities }) => [
    '',
    `### ${file}`,
    '',
    '| entity | scope | pk | sk | gsi1 pk / sk | gsi2 pk / sk | gone after |',
    '|---|---|---|---|---|---|---|',
    ...entities.map(row),
  ])
  return `${[
    '# Data model',
    '',
    'Made by `npm run derive` from the entities of the code. One table holds everything: `pk` and `sk`, two sparse indexes',
    `with all attributes, the attribute \`${ttlAttribute}\` for what expires, a stream with both images. Keys of a school begin`,
    '`T#<tenant>#`, those of the whole platform `G#`. `{name}` is a field of the item; `#` and `%` in it are escaped.',
    'An item is left out of an index while a field of that key has no value, or where the entity says so (sometimes).',
    '',
    '## Entities',
    ...tables,
    '',
    '## Indexes',
    ...indexLines(used),
  ].join('\n')}\n`
}
