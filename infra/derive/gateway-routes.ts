import { routesOf } from '../../lib/contract/route-match.ts'
import type { Contract } from '../../lib/contract/row.ts'

/** One route of the HTTP API and the domain of its function. It takes any method unless it names one. */
export type GatewayRoute = { readonly path: string; readonly domain: string; readonly method?: string }

/**
 * The domain of `$default`. It serves all its own paths, including those that start with a parameter, and paths without
 * a route (404). Such paths come after every route that starts with a word, as they do in our own router. See
 * decision 012.
 */
export const defaultDomain = 'organizations'
/** The only domain whose rows may share a path with rows of other domains. */
const pages = 'pages'

type Place = { readonly segments: readonly string[]; readonly domain: string }

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

const isPathParam = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false
const isGreedy = (segment: string | undefined): boolean => segment?.endsWith('+}') ?? false

/** The gateway's notation, `{name}` for `:name`. */
const inBraces = (path: string): readonly string[] =>
  segmentsOf(path).map((segment) => (segment.startsWith(':') ? `{${segment.slice(1)}}` : segment))

/** Paths that differ only in parameter names are the same path. */
const shapeOf = (segments: readonly string[]): string =>
  segments.map((segment) => (isPathParam(segment) ? '{}' : segment)).join('/')

const placesOf = (contracts: readonly Contract[]): readonly Place[] => {
  const places = new Map<string, Place>()
  for (const { path, domain } of routesOf(contracts)) {
    const segments = inBraces(path)
    const shape = shapeOf(segments)
    if (!places.has(shape)) places.set(shape, { segments, domain })
  }
  return [...places.values()]
}

/** Whether one request can match the start of both. */
const meet = (a: readonly string[], b: readonly string[]): boolean =>
  a.slice(0, b.length).every((segment, at) => segment === b[at] || isPathParam(segment) || isPathParam(b[at]))

const startsWith = ({ segments }: Place, prefix: readonly string[]): boolean =>
  segments.length >= prefix.length && shapeOf(segments.slice(0, prefix.length)) === shapeOf(prefix)

const domainsOf = (places: readonly Place[]): readonly string[] => [
  ...new Set(places.map(({ domain }) => domain)),
]

/** Whether a path starts with a parameter, so that paths starting with a word take precedence. */
const yields = ({ segments }: Place): boolean => isPathParam(segments[0])

const refuseStrangers = (places: readonly Place[]): void => {
  const stranger = places.find((place) => yields(place) && place.domain !== defaultDomain)
  if (stranger)
    throw new Error(`/${stranger.segments.join('/')} begins with a parameter outside ${defaultDomain}`)
}

/**
 * Routes below one prefix. When all requests with the prefix belong to one domain, one greedy route takes them.
 * Otherwise each path has its own route. A trailing slash ends at `$default`, which redirects it.
 */
const below = (prefix: readonly string[], places: readonly Place[]): readonly GatewayRoute[] => {
  const own = places.filter((place) => startsWith(place, prefix))
  const here = own.find(({ segments }) => segments.length === prefix.length)
  const rivals = places.filter(
    (place) => place.segments.length >= prefix.length && meet(prefix, place.segments),
  )
  const path = `/${prefix.join('/')}`
  const greedy = (domain: string) => ({ path: `${path}/{proxy+}`, domain })
  const routes = here ? [{ path, domain: here.domain }] : []
  const [only, ...others] = domainsOf(rivals)
  if (prefix.length > 0 && only !== undefined && others.length === 0)
    return own.length > routes.length ? [...routes, greedy(only)] : routes
  const heads = new Map<string, readonly string[]>()
  for (const { segments } of own) {
    const head = segments.slice(0, prefix.length + 1)
    if (head.length > prefix.length && !heads.has(shapeOf(head))) heads.set(shapeOf(head), head)
  }
  const deeper = [...heads.values()].flatMap((head) => below(head, places))
  return [...routes, ...deeper]
}

/**
 * The routes of the HTTP API for all contracts. Each path has one, or a greedy one when its whole prefix belongs to one
 * domain. Paths of `$default` get no route, because routes are limited. The function matches the method, so that a
 * wrong method returns 405 and a preflight reaches it.
 */
export const gatewayRoutes = (contracts: readonly Contract[]): readonly GatewayRoute[] => {
  const places = placesOf(contracts)
  refuseStrangers(places)
  const any = below(
    [],
    places.filter((place) => !yields(place)),
  )
  return [...any.filter(({ domain }) => domain !== defaultDomain), ...pagesBeside(contracts, places)]
}

/** Pages at paths of another domain. The gateway prefers a route that names the method, so it can tell them apart. */
const pagesBeside = (contracts: readonly Contract[], places: readonly Place[]): readonly GatewayRoute[] =>
  routesOf(contracts.filter(({ domain }) => domain === pages)).flatMap(({ path, row }) => {
    const segments = inBraces(path)
    const owner = places.find((place) => shapeOf(place.segments) === shapeOf(segments))
    return owner?.domain === pages
      ? []
      : [{ path: `/${segments.join('/')}`, domain: pages, method: row.method }]
  })

const fits = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length && route.every((segment, at) => isPathParam(segment) || segment === path[at])

const swallows = (route: readonly string[], path: readonly string[]): boolean => {
  const prefix = route.slice(0, -1)
  return isGreedy(route.at(-1)) && path.length > prefix.length && fits(prefix, path.slice(0, prefix.length))
}

/**
 * The domains that the gateway may choose for a path. First comes a route with the method, then the route with these
 * exact words, then other full matches. Then come greedy routes with the longest prefix, and `$default` last. The
 * choice between equal routes is not documented, so a sound table gives one domain. A trailing slash is an empty last
 * segment, which only a greedy route takes.
 */
export const domainsAt = (
  routes: readonly GatewayRoute[],
  path: string,
  method = 'ANY',
): readonly string[] => {
  const named = routes.find((route) => route.method === method && route.path === path)
  if (named) return [named.domain]
  const segments = path.split('/').slice(1)
  const known = routes
    .filter((route) => route.method === undefined)
    .map((route) => ({ domain: route.domain, segments: route.path.split('/').slice(1) }))
  const fitting = known.filter((route) => !isGreedy(route.segments.at(-1)) && fits(route.segments, segments))
  const literal = fitting.filter((route) => !route.segments.some(isPathParam))
  const full = literal.length > 0 ? literal : fitting
  const greedy = known.filter((route) => swallows(route.segments, segments))
  const longest = Math.max(...greedy.map((route) => route.segments.length))
  const best = full.length > 0 ? full : greedy.filter((route) => route.segments.length === longest)
  return best.length > 0 ? [...new Set(best.map(({ domain }) => domain))] : [defaultDomain]
}

export type Collision = {
  readonly paths: readonly [string, string]
  readonly domains: readonly [string, string]
}

/** Pairs of different paths that one request can match: a literal segment meets a named one. */
export const collisionsOf = (contracts: readonly Contract[]): readonly Collision[] => {
  const places = placesOf(contracts)
  return places.flatMap((a, at) =>
    places
      .slice(at + 1)
      .filter((b) => a.segments.length === b.segments.length && meet(a.segments, b.segments))
      .map((b) => ({
        paths: [`/${a.segments.join('/')}`, `/${b.segments.join('/')}`] as const,
        domains: [a.domain, b.domain] as const,
      })),
  )
}

/** docs/gateway-routes.md: the function of each path, and pairs of paths that one request can match. */
export const gatewayPage = (contracts: readonly Contract[]): string => {
  const routes = gatewayRoutes(contracts)
  const collisions = collisionsOf(contracts)
  return `${[
    '# Gateway routes',
    '',
    'Made by `npm run derive` from the route table. A route takes any method, and the function answers a wrong one with 405; pages beside an operation have their method.',
    `An HTTP API holds at most 300 routes; these are ${routes.length + 1}.`,
    '',
    '| route | function |',
    '|---|---|',
    ...routes.map(({ path, domain, method = 'ANY' }) => `| \`${method} ${path}\` | ${domain} |`),
    `| \`$default\` | ${defaultDomain} |`,
    '',
    '## Paths that one request can match',
    '',
    `A literal segment wins over a named one, left to right. Paths of ${defaultDomain} have no route: \`$default\` leads to their`,
    'function, behind every other route.',
    '',
    ...(collisions.length === 0 ? ['None.'] : ['| path | other path | function |', '|---|---|---|']),
    ...collisions.map(
      ({ paths, domains }) => `| \`${paths[0]}\` | \`${paths[1]}\` | ${[...new Set(domains)].join(', ')} |`,
    ),
  ].join('\n')}\n`
}
