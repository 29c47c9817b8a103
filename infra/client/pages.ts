import type { Call, Done } from './outcome.ts'

type No = {
  readonly ok: false
  readonly status: number
  readonly code: string | undefined
  readonly message: string
}
type List = (input: never, call?: Call) => Promise<Done<unknown> | No>
type InputOf<O extends List> = NonNullable<Parameters<O>[0]>
type OutcomeOf<O extends List> = Awaited<ReturnType<O>>
type PageOf<O extends List> = Extract<OutcomeOf<O>, { readonly ok: true }>['data']

type Place = { readonly cursor?: string; readonly page?: number; readonly skip?: number }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The next position of a list: an offset, the next page, or a cursor. */
const placeAfter = (data: unknown, at: Place): Place | undefined => {
  if (!isRecord(data)) return undefined
  const { nextCursor, cursor = nextCursor, pagination, page, totalPages, skip, limit, total } = data
  if (typeof skip === 'number' && typeof limit === 'number' && skip + limit < Number(total))
    return { ...at, skip: skip + limit }
  if (typeof page === 'number' && page < Number(totalPages)) return { ...at, page: page + 1 }
  if (typeof cursor === 'string' && cursor !== '') return { cursor }
  return placeAfter(pagination, at)
}

/** Files of rows have no room for a cursor; a header holds it. */
const nextOf = ({ data, headers }: Done<unknown>, at: Place): Place | undefined => {
  const cursor = headers?.get('x-next-cursor')
  return cursor ? { cursor } : placeAfter(data, at)
}

/**
 * Yields page after page of a list, until the end or the first failure. The failure is the last value.
 *
 *     for await (const page of pages(api.users.searchUsers, { query: 'a' })) if (page.ok) show(page.data)
 */
export async function* pages<O extends List>(
  operation: O,
  input: InputOf<O>,
  call?: Call,
): AsyncGenerator<OutcomeOf<O>, void, undefined> {
  const ask = operation as unknown as (input: object, call?: Call) => Promise<OutcomeOf<O>>
  const seen = new Set<string>()
  let place: Place | undefined = {}
  do {
    const outcome: OutcomeOf<O> = await ask({ ...(input as object), ...place }, call)
    yield outcome
    place = outcome.ok ? nextOf(outcome, place) : undefined
    // A list whose cursor repeats would never end.
    const name = JSON.stringify(place)
    if (seen.has(name)) return
    seen.add(name)
  } while (place !== undefined)
}

/**
 * Yields entry after entry of a list, over all its pages. `entriesOf` returns a page's entries. Throws an error when a
 * page fails; its `cause` is the failure.
 *
 *     for await (const event of each(api.events.listFutureEvents, {}, (page) => page.events)) show(event)
 */
export async function* each<O extends List, T>(
  operation: O,
  input: InputOf<O>,
  entriesOf: (page: PageOf<O>) => readonly T[],
  call?: Call,
): AsyncGenerator<T, void, undefined> {
  for await (const page of pages(operation, input, call)) {
    if (!page.ok) throw new Error(page.message, { cause: page })
    yield* entriesOf(page.data as PageOf<O>)
  }
}
