import type { Json } from './json-schemas.ts'

type Paths = Record<string, Record<string, Json>>

const words: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Refused',
  404: 'NotFound',
  405: 'WrongMethod',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedBody',
  429: 'RateLimited',
  500: 'Defect',
  503: 'Unavailable',
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const codesIn = (response: Json): readonly string[] =>
  [...String(response.description).matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code)

/** A name that says the status and the codes, so that it changes only when they do. */
const nameOf = (status: string, response: Json): string => {
  const codes = codesIn(response).map((code) => code.split('_').map(capital).join(''))
  const plant = JSON.stringify(response).includes('/PlantError') ? 'Plant' : ''
  return `${plant}${words[status] ?? `Status${status}`}${codes.length > 0 ? `_${codes.join('_')}` : ''}`
}

const responsesOf = (paths: Paths): readonly (readonly [string, Json])[] =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) =>
      Object.entries(operation.responses as Record<string, Json>),
    ),
  )

/** Moves refusals that several operations share into the components of the document. */
export const sharedResponses = (paths: Paths): { readonly paths: Paths; readonly responses: Json } => {
  const seen = new Map<string, number>()
  for (const [, response] of responsesOf(paths)) {
    const text = JSON.stringify(response)
    seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  const shared = new Map<string, Json>()
  const place = ([status, response]: readonly [string, Json]): readonly [string, Json] => {
    const name = nameOf(status, response)
    const alone = Number(status) < 400 || (seen.get(JSON.stringify(response)) ?? 0) < 2
    const other = shared.get(name)
    if (alone || (other && JSON.stringify(other) !== JSON.stringify(response))) return [status, response]
    shared.set(name, response)
    return [status, { $ref: `#/components/responses/${name}` }]
  }
  const finished = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const responses = Object.entries(operation.responses as Record<string, Json>).map(place)
        return [method, { ...operation, responses: Object.fromEntries(responses) }]
      }),
    ),
  ])
  const sorted = [...shared].sort(([a], [b]) => (a < b ? -1 : 1))
  return { paths: Object.fromEntries(finished), responses: Object.fromEntries(sorted) }
}
