import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { isForm, type Row } from '../../lib/contract/row.ts'
import { handlerFor } from '../support/handlers.ts'
import { everySample, isChosen, prepare } from '../support/replay.ts'

/** What a form may be sent to do, by its row. */
const deedsOf = ({ body }: Row): string[] => {
  if (body === undefined) return []
  const fields = isForm(body) ? body.form : body
  const { shape } = (fields as z.ZodMiniObject<{ do?: z.ZodMiniEnum }>)._zod.def
  return Object.values(shape?.do?._zod.def.entries ?? {}).map(String)
}

const forms = everySample
  .filter(({ contract }) => contract.domain === 'pages')
  .flatMap((sample) => deedsOf(sample.row).map((deed) => ({ ...sample, deed })))

describe.runIf(isChosen('pages'))('a form that says what to do and nothing else', () => {
  it.each(forms)('is carried out or refused by $operation: $deed', async ({ deed, ...sample }) => {
    const { place, invocation } = await prepare(sample)
    const { logs, runtime } = place.w
    const handler = await handlerFor(sample.contract, runtime)
    const before = logs.length
    const body = JSON.stringify({ do: deed })
    const { statusCode } = await handler({ ...invocation, body, isBase64Encoded: false })
    expect(statusCode).toBeLessThan(500)
    expect(logs.slice(before).filter(({ level }) => level === 'error')).toEqual([])
  })
})
