import {
  type Domain,
  defaultDomainSettings,
  defaultFlow,
  defaultGovernance,
  defaultRoles,
  defaultSettings,
  emptyRole,
  type Setup,
} from '../../functions/stakeholders/index.ts'

type Governed = {
  readonly rooms: readonly string[]
  readonly settings?: object
  readonly booking?: object
  readonly workflow?: object
  readonly governance?: object
}

const scoped = (spaceIds: readonly string[]) => ({
  kind: 'scoped' as const,
  spaceIds: [...spaceIds],
  buildingIds: [],
  spaceGroupIds: [],
})

const domainOf = ({ rooms, settings, booking, workflow, governance }: Governed, at: number): Domain => ({
  _id: `domain-${at}`,
  name: `Domain ${at}`,
  type: 'facility',
  description: '',
  domainSettings: {
    ...defaultDomainSettings,
    ...settings,
    bookingRules: { ...defaultDomainSettings.bookingRules, ...booking },
    approvalWorkflow: { ...defaultDomainSettings.approvalWorkflow, ...workflow },
  },
  spaceGovernance: { ...defaultGovernance, governingScope: scoped(rooms), ...governance },
  roles: 0,
  createdAt: '',
  updatedAt: '',
  version: 1,
})

type Parts = {
  readonly domains?: readonly Governed[]
  readonly roles?: Readonly<Record<string, object>>
  readonly flow?: object
}

/** The settings of a school that has set nothing but `parts`. */
export const setupOf = ({ domains = [], roles = {}, flow = {} }: Parts = {}): Setup => ({
  flow: { ...defaultFlow, ...flow },
  roles: [
    ...defaultRoles.filter(({ stakeholderId }) => !(stakeholderId in roles)),
    ...Object.entries(roles).map(([id, more]) => ({
      ...emptyRole(id, 'approver'),
      activeMembers: 1,
      ...more,
    })),
  ],
  domains: domains.map(domainOf),
  config: defaultSettings,
  made: 0,
})
