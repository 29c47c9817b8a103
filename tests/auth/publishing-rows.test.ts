import { describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import type { Row, Schema } from '../../lib/contract/row.ts'
import { fieldsOf } from '../../lib/http/body.ts'
import { publishesNothing } from './publishes-nothing.ts'

/** Those who run a school are known to it, and who is nobody can be asked for no address. */
const isOfPeople = ({ method, access }: Row): boolean =>
  method !== 'GET' && access !== 'anyone' && access !== 'admin' && access !== 'platformAdmin'

const named = (publishes: boolean): string[] =>
  Object.entries(contracts).flatMap(([domain, { rows }]) =>
    Object.entries(rows as Readonly<Record<string, Row>>)
      .filter(([, row]) => (publishes ? row.publishes : isOfPeople(row) && !row.publishes))
      .map(([operation]) => `${domain}.${operation}`),
  )

const bodyFields = (body: Schema) =>
  fieldsOf((body._zod.def as { readonly innerType?: Schema }).innerType ?? body)

describe('an operation of people that writes', () => {
  // rules/auth 43
  it('says in its row that it publishes, or stands in tests/auth/publishes-nothing.ts', () => {
    const listed = Object.entries(publishesNothing).flatMap(([domain, all]) =>
      all.split(' ').map((operation) => `${domain}.${operation}`),
    )
    expect(named(false).sort()).toEqual(listed.sort())
  })

  it('is one of the rows that publish, and no reading', () => {
    const rows: readonly (readonly [string, Row])[] = Object.values(contracts).flatMap(({ rows }) =>
      Object.entries(rows as Readonly<Record<string, Row>>),
    )
    const odd = rows.filter(([, row]) => row.publishes && !isOfPeople(row)).map(([operation]) => operation)
    expect(odd).toEqual([])
    expect(named(true).length).toBeGreaterThan(40)
  })

  it('names fields of its body where only these publish', () => {
    const unknown = Object.values(contracts).flatMap(({ rows }) =>
      Object.entries(rows as Readonly<Record<string, Row>>).flatMap(([operation, { publishes, body }]) =>
        publishes === undefined || publishes === true
          ? []
          : publishes
              .filter((field) => !bodyFields(body as Schema)?.includes(field))
              .map((field) => [operation, field]),
      ),
    )
    expect(unknown).toEqual([])
  })
})
