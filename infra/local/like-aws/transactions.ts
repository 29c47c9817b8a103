import { createHash } from 'node:crypto'
import { writeAndReplicate } from './copies/images.ts'
import type { Answer } from './engine-calls.ts'
import type { Action } from './items.ts'
import type { Model } from './model.ts'
import { type Place, placeOf } from './places.ts'
import { cancelled, conflictReason, inProgress, throttledReason, tokenReused } from './refusals.ts'
import { limitedBy } from './throughput.ts'

type Transaction = { readonly TransactItems: readonly Action[]; readonly ClientRequestToken?: string }

/** Places of the actions. Undefined when the engine must explain what is wrong with the request. */
const placesOf = async (model: Model, { TransactItems }: Transaction): Promise<Place[] | undefined> => {
  const places: Place[] = []
  for (const action of TransactItems ?? []) {
    const [request] = Object.values(action)
    const table = request && (await model.tables.of(request.TableName))
    const item = request?.Item ?? request?.Key
    if (!table || !item) return undefined
    places.push(placeOf(table, item))
  }
  return places
}

const conflictsAt = (model: Model, places: readonly Place[]): Answer | undefined => {
  const reasons = places.map(({ id }) => (model.holds.isHeld(id) ? conflictReason : undefined))
  return reasons.some(Boolean) ? cancelled(reasons) : undefined
}

const throttledAt = (model: Model, body: Transaction, places: readonly Place[]): Answer | undefined => {
  const reasons = places.map((place, at) =>
    model.throughput.usedUp('write', limitedBy(place, body.TransactItems[at]?.Put?.Item))
      ? throttledReason
      : undefined,
  )
  return reasons.some(Boolean) ? cancelled(reasons) : undefined
}

/** Running transactions by their token, with their content. */
export type Tokens = Map<string, string>

const contentOf = ({ TransactItems }: Transaction): string =>
  createHash('sha256').update(JSON.stringify(TransactItems)).digest('base64')

const runTransaction = async (model: Model, body: Transaction, places: readonly Place[]): Promise<Answer> => {
  const { holds, clock, figures } = model
  const ids = places.map(({ id }) => id)
  const written = places.filter((_, at) => !body.TransactItems[at]?.ConditionCheck)
  const refused = conflictsAt(model, places) ?? throttledAt(model, body, places)
  if (refused) return refused
  if (figures.hold > 0) holds.hold(ids)
  const end = await holds.turn(ids)
  try {
    await clock.wait(figures.hold / 2)
    const answer = await writeAndReplicate(model, written, () => model.ask('TransactWriteItems', body), {
      times: 2,
    })
    await clock.wait(figures.hold / 2)
    return answer
  } finally {
    holds.letGo(ids)
    end()
  }
}

/**
 * TransactWriteItems: its items reject others from before the commit until after it. It is cancelled where another
 * transaction holds one of them. The engine remembers the tokens of finished transactions.
 */
export const transactWrite = async (model: Model, tokens: Tokens, body: Transaction): Promise<Answer> => {
  const places = await placesOf(model, body)
  const token = body.ClientRequestToken
  if (!places) return model.ask('TransactWriteItems', body)
  if (token === undefined) return runTransaction(model, body, places)
  const content = contentOf(body)
  const running = tokens.get(token)
  if (running !== undefined) return running === content ? inProgress() : tokenReused()
  tokens.set(token, content)
  try {
    return await runTransaction(model, body, places)
  } finally {
    tokens.delete(token)
  }
}

/** TransactGetItems: cancelled where a transaction holds one of its items. */
export const transactGet = async (model: Model, body: Transaction): Promise<Answer> => {
  const places = await placesOf(model, body)
  return (places && conflictsAt(model, places)) ?? model.ask('TransactGetItems', body)
}
