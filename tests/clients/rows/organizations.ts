import type { SheetRow } from '../row.ts'

export const organizations: readonly SheetRow[] = [
  {
    call: 'GET /get-org-by-name/:name',
    as: 'officer',
    sends: ({ name }) => ({ path: { name }, query: { exhaustive: 'true' } }),
    reads: {
      'org.overview.betaFeatureKeys': 'list',
      'org.overview.positions[].name': 'text',
      'org.members[].user_id.name': 'text',
      'org.followers': 'list',
      'exhaustive.eventCount': 'number',
    },
  },
]
