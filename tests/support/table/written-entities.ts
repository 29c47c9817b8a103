import { entityFiles } from '../../../infra/derive/data-model.ts'
import type { TableClient } from '../../../lib/table/client.ts'
import { writtenBy } from './changes.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a key template becomes: its parameters are anything between separators. */
const pattern = (template: string): string =>
  template
    .split(/\{\w+\}/)
    .map(escaped)
    .join('[^#]*')

const entities = (await entityFiles()).flatMap(({ entities: own }) =>
  own.map(({ name, keys }) => ({
    name,
    literal: `${keys.pk}${keys.sk}`.replace(/\{\w+\}/g, '').length,
    shape: new RegExp(
      `^${keys.scope === 'global' ? 'G#' : 'T#[^#]+#'}${pattern(keys.pk)}\\|${pattern(keys.sk)}$`,
    ),
  })),
)

/** The entity of a key: of those that match, the one that says most. */
const entityAt = (place: string): string | undefined =>
  entities.filter(({ shape }) => shape.test(place)).sort((one, other) => other.literal - one.literal)[0]?.name

/** The entities that the client writes from now on, each once. */
export const writtenEntities = (client: TableClient): (() => readonly string[]) => {
  const written = writtenBy(client)
  return () => [...new Set([...written.keys()].map((place) => entityAt(place) ?? place))].sort()
}
