import { describe, expect, it } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import { eventLists, placeOfEvents } from './events.ts'
import { identifierLists, placeOfIdentifiers } from './identifiers.ts'
import { organizationLists, placeOfOrganizations } from './organizations.ts'
import { placeOfSchool, schoolLists } from './school.ts'
import { unwalked } from './unwalked.ts'
import { walk } from './walk.ts'
import { placeOfWork, workLists } from './work.ts'

/** Every operation whose query asks for a part of a list, and by what. Pages for browsers show what these answer. */
const { pages: _, ...answering } = contracts
const listOperations = new Map(
  Object.entries(answering).flatMap(([domain, { rows }]) =>
    Object.entries(rows).flatMap(([name, row]): [string, readonly string[]][] => {
      const shape = 'query' in row && row.query ? (row.query as { shape?: object }).shape : undefined
      const parts = ['page', 'skip', 'limit', 'cursor'].filter((part) => part in (shape ?? {}))
      return parts.length > 0 ? [[`${domain}.${name}`, parts]] : []
    }),
  ),
)
const has = (list: string, part: string): boolean => listOperations.get(list)?.includes(part) ?? false

describe('the tables of lists', () => {
  const tables = [organizationLists, eventLists, schoolLists, workLists, identifierLists]

  it('have every operation that answers a list in parts', () => {
    const known = [...tables.flatMap((table) => Object.keys(table)), ...Object.keys(unwalked)]
    expect([...known].sort()).toEqual([...listOperations.keys()].sort())
  })

  it('leave none out but those whose pages no small world can have', () => {
    expect(Object.keys(unwalked).length).toBeLessThanOrEqual(6)
  })
})

walk(placeOfOrganizations, organizationLists, has)
walk(placeOfEvents, eventLists, has)
walk(placeOfSchool, schoolLists, has)
walk(placeOfWork, workLists, has)
walk(placeOfIdentifiers, identifierLists, has)
