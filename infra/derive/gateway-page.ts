import type { Contract } from '../../lib/contract/row.ts'
import { collisionsOf, defaultDomain, gatewayRoutes } from './gateway-routes.ts'

/** docs/gateway-routes.md: which function a path leads to, and which paths one request can match. */
export const gatewayPage = (contracts: readonly Contract[]): string => {
  const routes = gatewayRoutes(contracts)
  const collisions = collisionsOf(contracts)
  return `${[
    '# Gateway routes',
    '',
    'Made by `npm run derive` from the route table. Every route takes any method; the function answers a wrong one with 405.',
    `An HTTP API holds at most 300 routes; these are ${routes.length + 1}.`,
    '',
    '| route | function |',
    '|---|---|',
    ...routes.map(({ path, domain }) => `| \`ANY ${path}\` | ${domain} |`),
    `| \`$default\` | ${defaultDomain} |`,
    '',
    '## Paths that one request can match',
    '',
    'A literal segment wins over a named one, left to right. Paths that begin with a parameter have no route: `$default` leads',
    'to their function, behind every route that begins with a word.',
    '',
    ...(collisions.length === 0 ? ['None.'] : ['| path | other path | function |', '|---|---|---|']),
    ...collisions.map(
      ({ paths, domains }) => `| \`${paths[0]}\` | \`${paths[1]}\` | ${[...new Set(domains)].join(', ')} |`,
    ),
  ].join('\n')}\n`
}
