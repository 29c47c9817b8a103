import { describe, expect, it } from 'vitest'
import { isForm } from '../../lib/contract/row.ts'
import { fieldsOf } from '../../lib/http/body.ts'
import { handlerFor } from '../support/handlers.ts'
import { everySample, prepare } from '../support/replay.ts'

const withFields = everySample.filter(
  ({ row: { body } }) => body && fieldsOf(isForm(body) ? body.form : body),
)

describe('a body of nothing but fields that an operation does not have', () => {
  // rules/http 20
  it.each(withFields)('changes nothing by $name', async ({ contract, operation, row }) => {
    const { place, invocation } = await prepare({ operation, row })
    const handler = await handlerFor(contract, place.w.runtime)
    const { statusCode, body = '' } = await handler({
      ...invocation,
      headers: { ...invocation.headers, 'content-type': 'application/json' },
      body: '{"surplus":"x"}',
      isBase64Encoded: false,
    })
    expect([statusCode >= 400 && statusCode < 500, statusCode < 500 || body]).toEqual([true, true])
  })
})
